// A definition follows from the parameters: it can be set from outside, but not observed.
//~ monomorph: `twice` cannot be conditioned on: it is a definition, which follows from parameters
use monomorph::prelude::*;

fn main() {
    params! { mu: real() }
    names! { twice }
    let (twice, definition) = monomorph::model::define(twice, 2.0 * mu);
    let model = definition & model! { mu |= normal(0.0, 1.0), data(1.0) |= normal(twice, 1.0) };
    let _ = model.condition(twice, 1.0); //@ here
}
