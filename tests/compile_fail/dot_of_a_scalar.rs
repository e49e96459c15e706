// The matrix has one column, so the coefficient was declared as a scalar.
//~ have no product
//~ numbers are multiplied with `*`
use faer::MatRef;
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let x = data(MatRef::from_row_major_slice(&[0.5, 1.5], 2, 1));
    params! { beta: real() }
    let model = model! {
        beta |= normal(0.0, 1.0),
        data(&[1.0, 2.0]) |= normal(x.dot(beta), 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
