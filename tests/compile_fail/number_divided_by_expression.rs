// An integer stands on the left of an operator.
//~ cannot divide `{integer}` by `Expr<Parameter<tau
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { tau: positive() }
    let model = model! {
        tau |= exponential(1.0),
        data(&[1.0, 2.0]) |= normal(0.0, 1 / tau),
    };
    model.compile()?;
    Ok(())
}
