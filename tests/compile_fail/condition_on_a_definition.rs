// A definition follows from the parameters: it can be set from outside, but not observed.
//~ monomorph: `twice` cannot be conditioned on: it is a definition, which follows from parameters
use monomorph::prelude::*;

fn main() {
    params! { mu: real() }
    let model = model! { mu |= normal(0.0, 1.0), twice = 2.0 * mu };
    let _ = model.condition(twice, 1.0); //@ here
}
