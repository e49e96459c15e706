// The input of a scan is a number.
//~ the shape `monomorph::shape::Scalar` is not that of a vector
use monomorph::prelude::*;

fn main() {
    params! { a: real(), b: real() }
    let _states = scan(a, b, |state, b| state + b); //@ here
}
