// An unknown number of trials.
//~ monomorph: the argument `trials` of binomial is whole, so it must be data: parameters are continuous
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { trials: positive(), theta: interval(0.0, 1.0) }
    let model = model! {
        trials |= exponential(0.1),
        theta |= beta(1.0, 1.0),
        data(&[3, 5]) |= binomial(trials, theta), //@ here
    };
    model.compile()?;
    Ok(())
}
