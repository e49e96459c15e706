// A type in the place of a space.
//~ params! takes `name: space` separated by commas
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! { mu = real(), tau = positive() } //@ here
    Ok(())
}
