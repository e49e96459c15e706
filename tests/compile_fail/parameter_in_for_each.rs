// A prior for each element of a vector, by a loop.
//~ `mu` stands on the left of a statement in for_each, where only data and definitions can stand
//~ declare it as a vector, with a statement before for_each
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: vector(3) }
    let model = model! {
        for_each(3, |k| mu |= normal(k as f64, 1.0)), //@ here
    };
    model.compile()?;
    Ok(())
}
