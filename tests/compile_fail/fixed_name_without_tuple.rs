// One name is to be held constant, and is given without the comma that makes it a list.
//~ `mu` is not a list of names
//~ one name is a list with a comma, `(mu,)`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let posterior = model! { mu |= normal(0.0, 1.0) }.compile()?;
    posterior.restricted::<mu, ()>(&[0.0], &mut [0.0], &mut posterior.workspace()); //@ here
    Ok(())
}
