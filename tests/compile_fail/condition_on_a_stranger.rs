// A model can be conditioned on its own parameters alone.
//~ monomorph: `nu` cannot be conditioned on: it is no parameter of the model
use monomorph::prelude::*;

fn main() {
    params! { mu: real(), nu: real() }
    let model = model! { mu |= normal(0.0, 1.0) };
    let _ = model.condition(nu, 1.0); //@ here
}
