// A definition is given the name of a parameter.
//~ only a parameter or data can stand on the left of `|=`
//~ a definition, `name = expression`, has its value already
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), theta: vector(3) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        theta |= normal(mu, 1.0), //@ here
        theta = theta.exp(),
    };
    model.compile()?;
    Ok(())
}
