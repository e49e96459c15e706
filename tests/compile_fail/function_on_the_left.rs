// A prior on the logarithm of a parameter, as in `log(tau) ~ normal(0, 1)`.
//~ only a parameter or data can stand on the left of `|=`
//~ is added by `increment(normal(0.0, 1.0).log_density(expression))`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { tau: positive() }
    let model = model! {
        tau.log() |= normal(0.0, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
