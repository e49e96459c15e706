// The conditioned model is dropped, and the model without the condition is compiled.
//~ unused `Held` that must be used
//~ a statement has no effect outside a model that is compiled
use monomorph::prelude::*;

#[deny(unused_must_use)]
fn main() -> Result<(), Error> {
    params! { mu: real(), sigma: positive() }
    let model = model! { mu |= normal(0.0, sigma), sigma |= exponential(1.0) };
    model.condition(sigma, 2.0); //@ here
    model.compile()?;
    Ok(())
}
