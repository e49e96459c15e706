// A parameter without its space, among others with theirs.
//~ `tau` has no space
//~ params! takes `name: space` separated by commas
use monomorph::prelude::*;

fn main() -> Result<(), Error> {
    params! {
        mu: real(),
        tau, //@ here
        eta: vector(8),
    }
    Ok(())
}
