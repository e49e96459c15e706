// A term that borrows a list which the closure makes: a number is an index itself.
//~ cannot return value referencing temporary value
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: vector(3) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        increment(sum_over(3, |k| mu.at(&[k]))), //@ here
    };
    model.compile()?;
    Ok(())
}
