// A single number is bounded by a vector.
//~ monomorph: the bound of a single number must be a single number
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { cuts: vector(3), x: lower(cuts) } //@ here
    let model = model! { cuts |= normal(0.0, 1.0), x |= normal(0.0, 1.0) };
    model.compile()?;
    Ok(())
}
