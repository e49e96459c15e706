// One effect for each of three schools is added to one for each of four pupils.
//~ vectors of different lengths
//~ the lengths differ
//~ spell a number in binary
use monomorph::prelude::*;
use typenum::{U3, U4};

fn main() -> Result<(), Error> {
    params! { school: vector(U3::new()), pupil: vector(U4::new()) }
    let model = model! {
        school |= normal(0.0, 1.0),
        pupil |= normal(0.0, 1.0),
        data(&[1.0, 2.0, 3.0]) |= normal(school + pupil, 1.0), //@ here
    };
    model.compile()?;
    Ok(())
}
