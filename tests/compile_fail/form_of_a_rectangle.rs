// A quadratic form is that of a square matrix.
//~ is not that of a square matrix
//~ a square matrix is wanted here
use monomorph::prelude::*;
use monomorph::typenum::{U2, U3};

fn main() -> Result<(), Error> {
    params! { m: vector(U3::new()).rows(U2::new()), v: vector(3) }
    let model = model! {
        m |= normal(0.0, 1.0),
        v |= normal(0.0, 1.0),
        increment(quad_form(m, v)), //@ here
    };
    model.compile()?;
    Ok(())
}
