// The intercept was meant to vary by group, but is declared as one number.
//~ the method `at` exists
//~ Vector<_>
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let group = [0, 1, 1];
    params! { alpha: real() }
    let model = model! {
        alpha |= normal(0.0, 1.0),
        data(&[1.0, 2.0, 3.0]) |= normal(alpha.at(&group), 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
