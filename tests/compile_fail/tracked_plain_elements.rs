//! Data of a struct of one's own are no tracked numbers; they come in as an argument of their own.
//~ error[E0277]: `&f64` is no tracked number
//~ operators take numbers: a field or a slice of plain data comes in as an argument of the tracked function

use monomorph::track;

struct Data {
    y: Vec<f64>,
}

#[track]
fn total(data: &Data) -> f64 {
    let mut sum = 0.0;
    for y in &data.y {
        sum += y; //@ here
    }
    sum
}

fn main() {
    track::track(|tape| total::tracked(tape, &Data { y: vec![1.0, 2.0] }));
}
