// A function of any number, tracked.
//~ error: a tracked function has no generic types: write it for numbers, `f64`, `u64`, `usize`, `bool`

use monomorph::track;

#[track]
fn square<T: std::ops::Mul<Output = T> + Copy>(x: T) -> T { //@ here
    x * x
}

fn main() {
    println!("{}", square(2.0));
}
