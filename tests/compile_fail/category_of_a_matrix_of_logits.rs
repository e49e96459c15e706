// Each row of a matrix of logits has a category of its own, so the categories are a vector.
//~ is not that of a vector
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { b: vector(3).rows(4) }
    let model = model! {
        b |= normal(0.0, 1.0),
        data(2) |= categorical_logit(b), //@ here
    };
    model.compile()?;
    Ok(())
}
