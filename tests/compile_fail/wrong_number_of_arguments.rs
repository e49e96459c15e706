// The standard deviation was forgotten.
//~ this function takes 2 arguments but 1 argument was supplied
//~ normal(location: Location in Real, scale: Scale in Positive)
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0), //@ here
    };
    model.compile()?;
    Ok(())
}
