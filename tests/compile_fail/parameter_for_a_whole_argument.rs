// An unknown number of trials that is no whole number.
//~ monomorph: `trials` stands in an argument that must be whole, such as a number of trials: declare it with integer(a, b)
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { trials: positive(), theta: interval(0.0, 1.0) }
    let model = model! {
        trials |= exponential(0.1),
        theta |= beta(1.0, 1.0),
        data(&[3, 5]) |= binomial(trials, theta),
    };
    model.compile()?; //@ here
    Ok(())
}
