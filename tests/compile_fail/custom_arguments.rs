// The distribution has one argument, not two.
//~ does not give 1 argument(s) in a tuple
//~ a single one with a comma behind it: `(x,)`
use monomorph::custom::{CustomDistribution, distribution};
use monomorph::distribution::Domain;
use monomorph::prelude::*;

#[derive(Clone, Copy)]
struct Decay;

impl CustomDistribution<1> for Decay {
    const NAME: &'static str = "decay";
    const VARIABLE: Domain = Domain::NonNegative;
    const ARGUMENTS: [(&'static str, Domain); 1] = [("rate", Domain::Positive)];

    fn log_density(y: f64, [rate]: [f64; 1]) -> (f64, f64, [f64; 1]) {
        (rate.ln() - rate * y, -rate, [1.0 / rate - y])
    }
}

fn main() -> Result<(), Error> {
    params! { rate: positive() }
    let model = model! {
        rate |= exponential(1.0),
        data(&[0.4, 1.2]) |= distribution(Decay, (rate, 2.0)), //@ here
    };
    model.compile()?;
    Ok(())
}
