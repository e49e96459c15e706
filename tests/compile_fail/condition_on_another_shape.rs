// A number is no value of a vector.
//~ is no value of a variable of the shape
use monomorph::prelude::*;

fn main() {
    params! { eta: vector(3) }
    let model = model! { eta |= normal(0.0, 1.0) };
    let _ = model.condition(eta, 1.0); //@ here
}
