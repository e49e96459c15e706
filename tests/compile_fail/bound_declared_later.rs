// A bound can mention parameters that are declared before.
//~ expected value, found struct `first`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { second: lower(first), first: real() } //@ here
    let model = model! { first |= normal(0.0, 1.0), second |= normal(0.0, 1.0) };
    model.compile()?;
    Ok(())
}
