// A parameter is declared again to change its support.
//~ `mu` redefined here
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    params! { mu: positive() } //@ here
    let model = model! { mu |= half_normal(1.0) };
    model.compile()?;
    Ok(())
}
