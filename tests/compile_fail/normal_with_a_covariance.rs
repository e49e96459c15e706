// A covariance matrix stands in the place of a standard deviation.
//~ what stands on the left of `|=` is no matrix, but an argument of the distribution is one
//~ `multi_normal(mean, covariance)`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { s: cov_matrix(2) }
    let model = model! {
        s |= flat(),
        data(&[1.0, 2.0]) |= normal(0.0, s), //@ here
    };
    model.compile()?;
    Ok(())
}
