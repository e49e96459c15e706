// A parameter that is marginalised, or has a value, is no parameter of the model any more.
//~ monomorph: `z` is marginalised already
use monomorph::prelude::*;

fn main() {
    params! { mu: real(), z: binary() }
    let model = model! { mu |= normal(0.0, 1.0), z |= bernoulli(0.5), data(3.0) |= normal(mu + z, 1.0) };
    let _ = model.marginalise(z).marginalise(z); //@ here
}
