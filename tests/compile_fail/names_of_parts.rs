// A tuple on the left of a definition has more in it than names.
//~ only names can stand in a tuple on the left of `=`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { a: positive() }
    let model = model! {
        a |= exponential(1.0),
        (s, (i, r)) = ode(&[1.0], (1.0, 0.0), |_, (s, i)| (-a * s, a * s - i)), //@ here
        increment(s.sum()),
    };
    model.compile()?;
    Ok(())
}
