// A vector that has a value as a whole has no elements left that could be set.
//~ monomorph: `mu` has a value already: `decondition` takes it away
use monomorph::prelude::*;

fn main() {
    params! { mu: vector(2) }
    let model = model! { mu |= normal(0.0, 1.0) };
    let _ = model.fix(mu, &[1.0, 2.0]).fix_at(mu, 0, &[1.0]); //@ here
}
