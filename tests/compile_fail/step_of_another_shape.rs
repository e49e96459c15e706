// The step gives the next carry: a vector for a vector.
//~ the step of this scan gives a value of the shape `monomorph::shape::Scalar`
//~ the step gives the next value of the carry, which has the carry's shape

use monomorph::prelude::*;

fn main() {
    params! { first: vector(3) }
    let model = model! {
        first |= normal(0.0, 1.0),
        increment(scan_rows(first, steps(4), |s, _| 0.5 * s.sum()).sum()), //@ here
    };
    model.compile().unwrap();
}
