// The probability of a point in one state is not weighed against a density in another.
//~ monomorph: the laws of the states of a hidden Markov model are all of whole numbers or all continuous
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let rain = [0.0, 2.1, 0.0, 0.4];
    params! { t: simplex(2).rows(2), rate: positive() }
    let model = model! {
        t    |= dirichlet(1.0),
        rate |= exponential(1.0),
        data(&rain) |= hidden_markov(&[0.5, 0.5], t, (discrete_range(0, 0), exponential(rate))), //@ here
    };
    model.compile()?;
    Ok(())
}
