// A value that is read from a draw, under the name of its parameter, takes the parameter's place in later
// models.
//~ expected `Expr<_>`, found `f64`: a local variable stands on the left of `|=` in the place of a parameter
//~ a variable of this name takes the place of the parameter
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real() }
    let first = model! { mu |= normal(0.0, 1.0) };
    let values = first.compile()?.constrain(&[0.3])?;
    let mu = values.value_of(mu)?;
    let second = model! {
        mu |= normal(1.0, 1.0), //@ here
    };
    second.compile()?;
    Ok(())
}
