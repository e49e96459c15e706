// A continuous parameter is summed out.
//~ monomorph: `mu` cannot be summed out: it is no discrete parameter of the model
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! { mu |= normal(0.0, 1.0), data(1.0) |= normal(mu, 1.0) };
    model.marginalise(mu).compile()?; //@ here
    Ok(())
}
