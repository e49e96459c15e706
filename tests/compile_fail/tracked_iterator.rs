// The sum of squares of a slice, as iterators have it, in a tracked function.
//~ error: iterators are followed in `for` alone: write the loop, or put this in a function, which is then called as one step

use monomorph::track;

#[track]
fn squares(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>() //@ here
}

fn main() {
    track::track(|tape| squares::tracked(tape, &[1.0, 2.0]));
}
