// A parameter is given another scale under its own name.
//~ monomorph: `mu` stands on both sides of its definition
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu = 2.0 * mu, //@ here
        data(&[1.0, 2.0]) |= normal(mu, 1.0),
    };
    model.compile()?;
    Ok(())
}
