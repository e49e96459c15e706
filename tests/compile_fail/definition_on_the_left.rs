// A definition is given a distribution.
//~ only a parameter or data can stand on the left of `|=`
//~ a definition, `name = expression`, has its value already
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), tau: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        tau |= exponential(1.0),
        theta = mu + tau,
        theta |= normal(0.0, 0.1), //@ here
    };
    model.compile()?;
    Ok(())
}
