// A point mass at an unknown number.
//~ monomorph: the argument `lower` of discrete_range is whole, so it must be data: parameters are continuous
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { place: positive() }
    let model = model! {
        place |= exponential(0.1),
        data(&[3, 5]) |= mixture((0.5, 0.5), (discrete_range(place, 9), poisson(place))), //@ here
    };
    model.compile()?;
    Ok(())
}
