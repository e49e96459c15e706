// An element of a parameter that has a prior is given another one.
//~ monomorph: `mu` stands on the left of two statements
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: vector(3) }
    let model = model! {
        mu |= normal(0.0, 1.0), //@ here
        mu.at(0) |= normal(0.0, 5.0), //@ here
    };
    model.compile()?;
    Ok(())
}
