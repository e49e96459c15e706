// A definition is given the name of a parameter.
//~ monomorph: `theta` stands on both sides of its definition
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), theta: vector(3) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        theta |= normal(mu, 1.0),
        theta = theta.exp(), //@ here
    };
    model.compile()?;
    Ok(())
}
