// Stan's `~`.
//~ model! takes statements separated by commas: `variable |= distribution`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu ~ normal(0.0, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
