// A carry of one number is no row.
//~ a value of the shape `monomorph::shape::Scalar` cannot be the carry of `scan_rows`
//~ a carry of one number unfolds by `scan`

use monomorph::prelude::*;

fn main() {
    params! { first: real() }
    let model = model! {
        first |= normal(0.0, 1.0),
        increment(scan_rows(first, steps(4), |s, _| 0.5 * s).sum()), //@ here
    };
    model.compile().unwrap();
}
