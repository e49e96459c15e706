// A definition is written as in Rust.
//~ a definition is written without `let`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        let twice = 2.0 * mu, //@ here
        data(&[1.0]) |= normal(twice, 1.0),
    };
    model.compile()?;
    Ok(())
}
