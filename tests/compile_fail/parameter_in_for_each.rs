// A prior for each element of a vector, by a loop.
//~ `mu` stands on the left of a statement in for_each, where data and definitions can
//~ let it be a vector, whose statements stand before
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: vector(3) }
    let model = model! {
        for_each(3, |k| mu |= normal(k as f64, 1.0)), //@ here
    };
    model.compile()?;
    Ok(())
}
