// A variable is observed to be a number.
//~ expected `Distribution<_, _>`, found floating-point number
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let known = 3.0;
    params! { mu: real() }
    let model = model! {
        mu |= known,
    };
    model.compile()?;
    Ok(())
}
