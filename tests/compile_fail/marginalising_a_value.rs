// A parameter that has a value has nothing to sum.
//~ monomorph: `z` has a value, so there is nothing to sum
use monomorph::prelude::*;

fn main() {
    params! { mu: real(), z: binary() }
    let model = model! { mu |= normal(0.0, 1.0), z |= bernoulli(0.5), data(3.0) |= normal(mu + z, 1.0) };
    let _ = model.condition(z, 1.0).marginalise(z); //@ here
}
