// An equation solved at one time, which is not a vector of one.
//~ the shape `monomorph::shape::Scalar` is not that of a vector
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { rate: positive() }
    let model = model! {
        rate |= exponential(1.0),
        left = ode(2.0, 1.0, |_, y| -rate * y), //@ here
        data(&[0.1]) |= normal(left, 1.0),
    };
    model.compile()?;
    Ok(())
}
