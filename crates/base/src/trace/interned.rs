//! Names that are found while a program runs, as long-lived as those of its text.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The name as one that lives as long as the program. Each name is kept once, so it is for names of which
/// there are few.
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
