// Statements end with semicolons, as in Stan.
//~ model! takes statements separated by commas: `variable |= distribution`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), tau: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0); //@ here
        tau |= exponential(1.0);
    };
    model.compile()?;
    Ok(())
}
