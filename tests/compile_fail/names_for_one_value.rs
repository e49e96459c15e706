// A tuple of names stands for a matrix.
//~ a tuple of names cannot stand for this value
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { m: vector(2).rows(3) }
    let model = model! {
        m |= normal(0.0, 1.0),
        (first, second) = 2.0 * m, //@ here
        increment(first.sum() + second.sum()),
    };
    model.compile()?;
    Ok(())
}
