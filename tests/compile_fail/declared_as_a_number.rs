// A parameter is declared with its starting value.
//~ expected `Space<_, _, _>`, found floating-point number
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: 0.0 } //@ here
    let model = model! { mu |= normal(0.0, 1.0) };
    model.compile()?;
    Ok(())
}
