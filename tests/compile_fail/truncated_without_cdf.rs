// Nothing is known of the probability between two numbers.
//~ the cumulative distribution function of `PoissonLog` is not known
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { alpha: real() }
    let model = model! {
        alpha |= normal(0.0, 1.0),
        data(&[1, 2]) |= poisson_log(alpha).truncated(1, 9), //@ here
    };
    model.compile()?;
    Ok(())
}
