// The length of a vector is a float.
//~ `{float}` cannot be the length of a vector
//~ a length is a `usize` such as `y.len()`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { eta: vector(8.0) } //@ here
    let model = model! { eta |= normal(0.0, 1.0) };
    model.compile()?;
    Ok(())
}
