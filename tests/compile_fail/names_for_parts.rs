// A tuple of three names stands for two values.
//~ expected a tuple with 2 elements, found one with 3 elements
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { a: positive() }
    let model = model! {
        a |= exponential(1.0),
        (s, i, r) = ode(&[1.0], (1.0, 0.0), |_, (s, i)| (-a * s, a * s - i)), //@ here
        increment(s.sum() + i.sum() + r.sum()),
    };
    model.compile()?;
    Ok(())
}
