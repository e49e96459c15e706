// A definition is used by a definition above it.
//~ cannot find value `theta` in this scope
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        twice = 2.0 * theta, //@ here
        theta = mu.exp(),
        data(&[1.0]) |= normal(twice, 1.0),
    };
    model.compile()?;
    Ok(())
}
