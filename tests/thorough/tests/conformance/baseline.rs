//! How much is compared: `tests/thorough/conformance/baseline.txt` has the number of statements that each
//! sheet compares on each instruction set, lengths and rewrites counted apart. It may only grow.

use crate::common::{beside_tests, say};
use monomorph::prelude::*;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// The sheets that have been compared, with their comparisons, and the largest errors of values and of
/// slopes.
static SEEN: Mutex<(BTreeMap<String, usize>, [f64; 2])> = Mutex::new((BTreeMap::new(), [0.0; 2]));

/// The sheets of the baseline, with their numbers.
pub fn read() -> BTreeMap<String, usize> {
    let path = beside_tests("thorough/conformance/baseline.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| {
        let (name, count) =
            line.split_once(' ').unwrap_or_else(|| panic!("`{line}` is no row of the baseline"));
        (name.to_owned(), count.parse().unwrap_or_else(|error| panic!("`{line}`: {error}")))
    })
    .collect()
}

/// Keeps the largest error, of a value or of a slope.
pub fn saw(error: f64, is_value: bool) {
    let (_, largest) = &mut *SEEN.lock().unwrap_or_else(|broken| broken.into_inner());
    let largest = &mut largest[usize::from(!is_value)];
    *largest = largest.max(error);
}

/// The number of statements that a sheet has compared on each instruction set.
#[derive(Default)]
pub struct Counts(Mutex<BTreeMap<&'static str, usize>>);

impl Counts {
    /// Adds `statements` that have been compared on a set.
    pub fn add(&self, set: &'static str, statements: usize) {
        *self.0.lock().expect("no comparison panicked").entry(set).or_default() += statements;
    }
}

/// Compares a sheet by `at_each` length, with rewrites and without, and the number of statements that it
/// has compared on each set with the baseline.
pub fn compare(
    name: &str,
    lengths: impl IntoIterator<Item = usize>,
    at_each: impl Fn(usize, Rewrites, &Counts),
) {
    let counts = Counts::default();
    for length in lengths {
        for rewrites in [Rewrites::All, Rewrites::None] {
            at_each(length, rewrites, &counts);
        }
    }
    keep(name, &counts.0.into_inner().expect("no comparison panicked"));
}

/// Compares the numbers of a sheet with the baseline, and keeps them.
fn keep(name: &str, counts: &BTreeMap<&'static str, usize>) {
    assert!(!counts.is_empty(), "{name}: no instruction set has been compared");
    let baseline = read();
    for (set, &count) in counts {
        let want = baseline.get(name).unwrap_or_else(|| {
            panic!("{name} is new: its row of tests/thorough/conformance/baseline.txt is `{name} {count}`")
        });
        assert!(
            count >= *want,
            "{name}: {count} statements are compared on {set}, and {want} in the baseline"
        );
        assert!(
            count == *want,
            "{name}: more is compared, so its row of the baseline is now `{name} {count}`"
        );
    }
    let (seen, largest) = &mut *SEEN.lock().unwrap_or_else(|broken| broken.into_inner());
    seen.insert(name.to_owned(), counts.values().sum());
    if seen.keys().eq(baseline.keys()) {
        let sets: Vec<&str> = counts.keys().copied().collect();
        say(&format!(
            "conformance: {} sheets of laws and functions, {} statements compared on {}; the largest error is \
             {:.0e} of values, {:.0e} of slopes",
            seen.len(),
            seen.values().sum::<usize>(),
            sets.join(", "),
            largest[0],
            largest[1],
        ));
    }
}
