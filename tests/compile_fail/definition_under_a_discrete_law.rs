// A definition follows a distribution of whole numbers.
//~ monomorph: `count` is a definition and cannot follow a distribution of whole numbers
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { rate: positive() }
    let model = model! {
        rate |= exponential(1.0),
        count = 2.0 * rate,
        count |= poisson(3.0), //@ here
    };
    model.compile()?;
    Ok(())
}
