// An unknown count.
//~ monomorph: `count` is continuous and cannot follow a distribution of whole numbers
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { count: positive() }
    let model = model! {
        count |= poisson(3.0), //@ here
    };
    model.compile()?;
    Ok(())
}
