// A whole number follows no continuous distribution.
//~ monomorph: `z` is a whole number and cannot follow a continuous distribution
use monomorph::prelude::*;

fn main() {
    params! { z: category(2) }
    let _ = model! { z |= normal(0.0, 1.0) }.compile(); //@ here
}
