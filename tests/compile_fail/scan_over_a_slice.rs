// The input of a scan is a slice that is no expression.
//~ cannot be the inputs of a scan
//~ inputs are expressions, such as `data(&y)`
use monomorph::prelude::*;

fn main() {
    params! { a: real() }
    let y = [0.1, 0.2];
    let _states = scan(a, &y, |state, y| state + y); //@ here
}
