// A number is written in quotes.
//~ `&str` cannot be used as an expression of a model
//~ neither a number, nor an expression, nor borrowed data
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, "1.0"), //@ here
    };
    model.compile()?;
    Ok(())
}
