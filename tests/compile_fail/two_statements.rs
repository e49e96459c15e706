// A prior is changed by adding a second statement for the variable, and the first one stays.
//~ monomorph: `mu` stands on the left of two statements
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        data(&[1.0, 2.0]) |= normal(mu, 1.0),
        mu |= cauchy(0.0, 2.5), //@ here
    };
    model.compile()?;
    Ok(())
}
