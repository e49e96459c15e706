// The standard errors are an array, not borrowed.
//~ `[{float}; 2]` cannot be used as an expression of a model
//~ data is borrowed, as in `data(&x)`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let sigma = [15.0, 10.0];
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        data(&[1.0, 2.0]) |= normal(mu, sigma), //@ here
    };
    model.compile()?;
    Ok(())
}
