// A constraint on a sum is written as if the sum were observed.
//~ model! takes statements separated by commas
//~ `increment(expression)`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), tau: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        tau |= exponential(1.0),
        mu + tau |= normal(0.0, 0.1),
    };
    model.compile()?;
    Ok(())
}
