//! Tests that handles and errors leak no memory. The test is a separate program, in which nothing else
//! runs.

#[path = "../clients/c.rs"]
#[allow(dead_code)]
mod c;

use c::Handle;
use monomorph::prelude::*;
use monomorph_bridge::{Data, Problem, export};
use std::fs;

fn build(input: &Data) -> Result<Posterior<impl BoundModel + use<>>, Problem> {
    assert!(!input.has("panic"), "as the data wish");
    let y = input.numbers("y")?;
    params! { mu: real(), sigma: positive(), eta: vector(y.len()) }
    let model = model! {
        mu    |= normal(0.0, 5.0),
        sigma |= exponential(1.0),
        eta   |= normal(mu, sigma),
        data(&y) |= normal(eta, 1.0),
    };
    Ok(model.compile()?)
}

export!(build);

const DATA: &str = r#"{"y": [1, 2]}"#;

/// Returns the memory of this process in kilobytes; `None` if the system has no `/proc/self/statm`.
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
            // Errors must not leak either.
            assert!(Handle::new(if i % 2 == 0 { "{}" } else { r#"{"panic": 1}"# }).is_err());
        }
    };
    // Memory that is allocated only once is allocated by the first handles.
    make(200);
    let Some(before) = memory() else { return };
    make(1_000);
    let after = memory().unwrap();
    // A handle with its workspace takes about 20 kB, so a leak of a thousand would be 20 MB.
    assert!(after < before + 2_000, "{before} kB have become {after} kB");
}
