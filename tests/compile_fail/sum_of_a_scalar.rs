// The sum of something that is one number.
//~ the method `sum` exists
//~ Vector<_>
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        increment(-mu.square().sum()),
    };
    model.compile()?;
    Ok(())
}
