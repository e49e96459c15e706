// A definition is given two distributions.
//~ monomorph: `theta` stands on the left of two statements
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), tau: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        tau |= exponential(1.0),
        theta = mu + tau,
        theta |= normal(0.0, 0.1),
        theta |= cauchy(0.0, 0.1), //@ here
    };
    model.compile()?;
    Ok(())
}
