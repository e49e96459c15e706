// What a process begins with is a slice that is no expression.
//~ a process cannot begin with
//~ a process begins with the values before its first one, or with the law of its first value
use monomorph::prelude::*;

fn main() {
    params! { s: positive() }
    let (y, before) = ([1.0, 2.0, 3.0], [0.5]);
    let _model = model! {
        s |= exponential(1.0),
        data(&y) |= process(&before, |y| normal(y, s)), //@ here
    };
}
