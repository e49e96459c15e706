// A matrix of data is multiplied with a slice of numbers that was not marked as data.
//~ expected `Expr<_>`, found `&[{float}; 1]`
use faer::MatRef;
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let x = matrix(MatRef::from_row_major_slice(&[0.5, 1.5], 2, 1));
    let offset = [1.0];
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        data(&[1.0, 2.0]) |= normal(mu + x.dot(&offset), 1.0),
    };
    model.compile()?;
    Ok(())
}
