// A simplex has at least one element.
//~ `UTerm` cannot be the length of a vector
use monomorph::prelude::*;
use monomorph::typenum::U0;

fn main() -> Result<(), Error> {
    params! { weights: simplex(U0::new()) } //@ here
    let model = model! { weights |= flat() };
    model.compile()?;
    Ok(())
}
