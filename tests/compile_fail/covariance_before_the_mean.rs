// The arguments of a law with a covariance matrix stand in the wrong order.
//~ a covariance is a matrix, but this is a
//~ the mean comes first: `multi_normal(mean, covariance)`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: vector(2), s: cov_matrix(2) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        s |= flat(),
        data(&[1.0, 2.0]) |= multi_normal(s, mu), //@ here
    };
    model.compile()?;
    Ok(())
}
