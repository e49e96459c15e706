// Meant: draws from a prior that is no distribution.
//~ monomorph: `mu` follows a law that cannot be drawn from

use monomorph::prelude::*;

fn main() {
    params! { mu: real() }
    let _ = model! { mu |= flat() }.sample_exact(10, 1); //@ here
}
