// What is put together stands in one tuple.
//~ is not a tuple or an array of expressions that fit together
//~ such as `concatenate((a, b))`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { v: vector(2) }
    let model = model! {
        v |= normal(0.0, 1.0),
        increment(concatenate(v).sum()), //@ here
    };
    model.compile()?;
    Ok(())
}
