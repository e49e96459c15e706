// Two priors were forgotten: both are named at once.
//~ `tau`
//~ `sigma`
//~ stand in the model, but on the left of no `|=`: give each of them a prior, or flat()
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), sigma: positive(), tau: positive() }
    let model = model! {
        mu |= normal(0.0, tau),
        data(&[1.0, 2.0]) |= normal(mu, sigma),
    };
    model.compile()?; //@ here
    Ok(())
}
