// A parameter has a density, and none where a point has a probability.
//~ monomorph: `x` cannot follow a law that gives single points a probability and has a density elsewhere
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { x: real() }
    let model = model! {
        x |= mixture((0.2, 0.8), (discrete_range(0, 0), normal(0.0, 1.0))), //@ here
    };
    model.compile()?;
    Ok(())
}
