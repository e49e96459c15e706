// A comma between two statements was forgotten.
//~ a comma is missing before `tau`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), tau: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0)
        tau |= exponential(1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
