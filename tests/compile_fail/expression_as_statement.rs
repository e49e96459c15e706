// A term of the log density without `increment(…)`.
//~ this is neither a statement nor a model
//~ `model! { x |= distribution, name = expression, increment(term) }`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= flat(),
        mu.square(), //@ here
    };
    model.compile()?;
    Ok(())
}
