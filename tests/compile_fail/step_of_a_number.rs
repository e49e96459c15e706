// A carry of two numbers whose step gives one.
//~ the step of this scan does not match its carry
//~ a carry of several has a tuple of expressions, one for each
use monomorph::prelude::*;

fn main() {
    params! { a: real() }
    let y = [0.1, 0.2];
    let _states = scan((a, 0.0), data(&y), |(level, slope), y| level + slope + y); //@ here
}
