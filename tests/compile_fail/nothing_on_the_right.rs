// A statement was not finished.
//~ nothing stands on the right of this `|=`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= , //@ here
        data(&[1.0]) |= normal(mu, 1.0),
    };
    model.compile()?;
    Ok(())
}
