// A setting of a sampler is a statement of its own: the sampler that it returns is dropped.
//~ unused `Nuts` that must be used
//~ nothing is sampled before `run`
use monomorph::prelude::*;

#[deny(unused_must_use)]
fn main() -> Result<(), Error> {
    params! { mu: real() }
    let posterior = model! { mu |= normal(0.0, 1.0) }.compile()?;
    let nuts = posterior.nuts();
    nuts.clone().seed(1); //@ here
    nuts.run()?;
    Ok(())
}
