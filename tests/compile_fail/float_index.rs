// The groups were read from a file of floats.
//~ a vector cannot be indexed by numbers of type `{float}`
//~ many by a slice of integers such as `&county`
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    let group = [0.0, 1.0, 1.0];
    params! { alpha: vector(2) }
    let model = model! {
        alpha |= normal(0.0, 1.0),
        data(&[1.0, 2.0, 3.0]) |= normal(alpha.at(&group), 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
