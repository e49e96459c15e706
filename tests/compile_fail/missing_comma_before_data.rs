// A comma before an observation was forgotten.
//~ a comma is missing before `data`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0)
        data(&[1.0, 2.0]) |= normal(mu, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
