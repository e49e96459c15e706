// A constraint on a sum is written as if the sum were observed.
//~ only a parameter or data can stand on the left of `|=`
//~ is added by `increment(normal(0.0, 1.0).log_density(expression))`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), tau: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        tau |= exponential(1.0),
        mu + tau |= normal(0.0, 0.1), //@ here
    };
    model.compile()?;
    Ok(())
}
