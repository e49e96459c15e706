// A diagonal that is summed is that of a square matrix.
//~ is not that of a square matrix
use monomorph::prelude::*;
use monomorph::typenum::{U2, U3};

fn main() -> Result<(), Error> {
    params! { m: vector(U3::new()).rows(U2::new()) }
    let model = model! {
        m |= normal(0.0, 1.0),
        increment(m.trace()),
    };
    model.compile()?;
    Ok(())
}
