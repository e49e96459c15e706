// Observations are transformed where they stand, as in `log(y) ~ normal(mu, 1)`.
//~ only a parameter or data can stand on the left of `|=`
//~ is added by `increment(normal(0.0, 1.0).log_density(expression))`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let y = [1.0, 2.0];
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        data(&y).log() |= normal(mu, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
