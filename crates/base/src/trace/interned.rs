//! Names that are read at run time, with the lifetime `'static`.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Returns the name with the lifetime `'static`. Each name is leaked once, so the function is only for few
/// different names.
pub fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let name: &'static str = name.to_owned().leak();
    names.insert(name);
    name
}
