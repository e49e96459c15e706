// What a parameter cannot follow is no term of its density either.
//~ monomorph: a law that gives single points a probability and has a density elsewhere is one of data
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { x: real() }
    let law = mixture((0.2, 0.8), (discrete_range(0, 0), normal(0.0, 1.0)));
    let model = model! {
        x |= normal(0.0, 1.0),
        increment(law.log_density(x)), //@ here
    };
    model.compile()?;
    Ok(())
}
