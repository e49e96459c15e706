// A statement for each element of a parameter, by a loop.
//~ `mu` stands on the left of a statement in for_each, where only data and definitions can stand
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: vector(3) }
    let model = model! {
        for_each(3, |k| mu.at(k) |= normal(k as f64, 1.0)), //@ here
    };
    model.compile()?;
    Ok(())
}
