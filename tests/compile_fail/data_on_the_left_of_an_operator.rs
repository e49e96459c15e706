// A slice of covariates times a coefficient, without `data(…)`.
//~ cannot multiply `&[{float}; 2]` by `Expr<
//~ Parameter<beta
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let x = [0.5, 1.5];
    params! { beta: real() }
    let model = model! {
        beta |= normal(0.0, 1.0),
        data(&[1.0, 2.0]) |= normal(&x * beta, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
