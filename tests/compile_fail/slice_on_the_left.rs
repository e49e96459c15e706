// The observations stand on the left without `data(…)`.
//~ expected `Expr<_>`, found `[{float}; 2]`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let y = [1.0, 2.0];
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        y |= normal(mu, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
