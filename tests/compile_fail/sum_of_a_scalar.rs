// The sum of something that is one number.
//~ has no elements to sum
//~ not a vector or a matrix
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        increment(-mu.square().sum()), //@ here
    };
    model.compile()?;
    Ok(())
}
