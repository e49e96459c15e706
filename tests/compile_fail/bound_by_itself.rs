// The second declaration takes the name of the first, which is its bound.
//~ monomorph: `first` stands in its own bound
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { first: real() }
    let first = {
        params! { first: lower(first) }
        first
    };
    let model = model! { first |= normal(0.0, 1.0) }; //@ here
    model.compile()?;
    Ok(())
}
