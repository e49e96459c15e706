// The vector comes before the matrix in the product that it scales the rows of.
//~ is not that of a vector
//~ a vector is wanted here
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { sigma: vector(2), l: vector(2).rows(2) }
    let model = model! {
        sigma |= normal(0.0, 1.0),
        l |= normal(0.0, 1.0),
        increment(diag_pre_multiply(l, sigma).sum()), //@ here
    };
    model.compile()?;
    Ok(())
}
