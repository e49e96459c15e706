// The covariates are multiplied with the coefficients element by element, which is a matrix, instead of as
// matrix and vector.
//~ what stands on the left of `|=` is no matrix, but an argument of the distribution is one
//~ the product of a matrix and a vector is written `x.dot(beta)`
use faer::mat;
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let x = mat![[1.0, 0.5], [1.0, 1.5]];
    params! { beta: vector(2) }
    let model = model! {
        beta |= normal(0.0, 1.0),
        data(&[1.0, 2.0]) |= normal(data(&x) * beta, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
