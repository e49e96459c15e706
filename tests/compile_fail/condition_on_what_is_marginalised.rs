// A parameter that is marginalised has no value that could be given.
//~ monomorph: `z` is marginalised already: give it its value before `marginalise`
use monomorph::prelude::*;

fn main() {
    params! { mu: real(), z: binary() }
    let model = model! { mu |= normal(0.0, 1.0), z |= bernoulli(0.5), data(3.0) |= normal(mu + z, 1.0) };
    let _ = model.marginalise(z).condition(z, 1.0); //@ here
}
