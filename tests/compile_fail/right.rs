// A right program, which must compile: it shows that the others fail for their own reasons.
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu: real(), sigma: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        data(&[1.0, 2.0]) |= normal(mu, sigma),
    };
    model.compile()?;
    Ok(())
}
