// The probability that b is larger, as a definition.
//~ expressions are compared by methods, not by operators
//~ `a.greater(b)`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { p: vector(2).interval(0.0, 1.0) }
    let model = model! {
        p |= beta(1.0, 1.0),
        is_better = p.at(1) > p.at(0), //@ here
    };
    model.compile()?;
    Ok(())
}
