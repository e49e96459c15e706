// Three observations with two standard errors.
//~ vectors of different lengths
//~ the lengths differ
use monomorph::prelude::*;
use typenum::U3;

fn main() -> Result<(), Error> {
    params! { eta: vector(U3::new()) }
    let model = model! {
        eta |= normal(0.0, 1.0),
        fixed(&[28.0, 8.0, -3.0]) |= normal(eta, fixed(&[15.0, 10.0])), //@ here
    };
    model.compile()?;
    Ok(())
}
