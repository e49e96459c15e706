// All terms stand in one tuple.
//~ is not a tuple or an array of expressions
//~ of the elements of a vector it is
use monomorph::functions::log_sum_exp_of;
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { v: vector(2) }
    let model = model! {
        v |= normal(0.0, 1.0),
        increment(log_sum_exp_of(v)), //@ here
    };
    model.compile()?;
    Ok(())
}
