// The matrix of covariates is added to the coefficients instead of multiplied with them.
//~ what stands on the left of `|=` is no matrix, but an argument of the distribution is one
//~ `x.dot(beta)`
use faer::MatRef;
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let x = data(MatRef::from_row_major_slice(&[1.0, 0.5, 1.0, 1.5], 2, 2));
    params! { beta: vector(2) }
    let model = model! {
        beta |= normal(0.0, 1.0),
        data(&[1.0, 2.0]) |= normal(x + beta, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
