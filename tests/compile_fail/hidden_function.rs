// The data are called `data`, as the function of the prelude is.
//~ expected function, found `Vec<f64>`
//~ `data` has type `Vec<f64>`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let data: Vec<f64> = vec![1.0, 2.0, 3.0];
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        data(&data) |= normal(mu, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
