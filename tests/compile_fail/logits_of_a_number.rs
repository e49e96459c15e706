// The logits are the elements of a vector.
//~ are neither a vector nor a matrix
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { b: real() }
    let model = model! {
        b |= normal(0.0, 1.0),
        data(&[0, 1]) |= categorical_logit(b), //@ here
    };
    model.compile()?;
    Ok(())
}
