// The matrix of covariates is added to the coefficients instead of multiplied with them.
//~ cannot add `Expr<Parameter<beta
//~ to `Expr<DataMatrix<
use faer::MatRef;
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let x = matrix(MatRef::from_row_major_slice(&[1.0, 0.5, 1.0, 1.5], 2, 2));
    params! { beta: vector(2) }
    let model = model! {
        beta |= normal(0.0, 1.0),
        data(&[1.0, 2.0]) |= normal(x + beta, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
