// A variable is observed to be a number.
//~ is no distribution
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let known = 3.0;
    params! { mu: real() }
    let model = model! {
        mu |= known, //@ here
    };
    model.compile()?;
    Ok(())
}
