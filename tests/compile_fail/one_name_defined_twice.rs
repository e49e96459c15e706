// A definition is refined under its own name.
//~ `eta` is defined twice
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        eta = 2.0 * mu,
        eta = eta.exp(), //@ here
        data(&[1.0]) |= normal(eta, 1.0),
    };
    model.compile()?;
    Ok(())
}
