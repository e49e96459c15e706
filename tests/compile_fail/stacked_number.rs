// A row of a matrix is no number.
//~ a value of the shape `monomorph::shape::Scalar` cannot be rows or columns of a matrix
//~ neither a vector nor a matrix
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { v: vector(2) }
    let model = model! {
        v |= normal(0.0, 1.0),
        increment(stack_rows((1.0, v)).sum()), //@ here
    };
    model.compile()?;
    Ok(())
}
