//! Handles that come and go.

use crate::DATA;
use crate::c::*;
use std::fs;

/// The memory of this process, in kilobytes.
fn memory() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    pages.split_whitespace().nth(1)?.parse::<u64>().ok().map(|pages| 4 * pages)
}

#[test]
fn a_thousand_handles_leave_nothing() {
    let make = |count: usize| {
        for i in 0..count {
            let handle = Handle::new(DATA).unwrap();
            assert!(handle.sampled(&[0.1; 4]).0.is_finite());
            // Errors leave nothing either.
            assert!(Handle::new(if i % 2 == 0 { "{}" } else { r#"{"panic": 1}"# }).is_err());
        }
    };
    // What is made once for all is there after the first of them.
    make(200);
    let Some(before) = memory() else { return };
    make(1_000);
    let after = memory().unwrap();
    // A handle with its workspace takes some 20 kB, so that a thousand would be 20 MB.
    assert!(after < before + 2_000, "{before} kB have become {after} kB");
}

#[test]
fn a_handle_outlives_others() {
    let (first, second) = (Handle::new(DATA).unwrap(), Handle::new(DATA).unwrap());
    let expected = second.sampled(&[0.1; 4]);
    drop(first);
    let third = Handle::new(r#"{"y": [1], "sigma": [2]}"#).unwrap();
    assert_eq!(second.sampled(&[0.1; 4]), expected);
    assert_eq!(third.sampled(&[0.1; 3]).1.len(), 3);
}
