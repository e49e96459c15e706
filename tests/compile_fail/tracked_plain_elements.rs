// Rows of data in a struct of one's own; they come in as an argument of their own.
//~ error[E0277]: `[f64; 2]` is not a number

use monomorph::track;

struct Data {
    y: Vec<[f64; 2]>,
}

#[track]
fn total(data: &Data) -> f64 {
    let mut sum = 0.0;
    for row in &data.y { //@ here
        sum += row[0];
    }
    sum
}

fn main() {
    track::track(|tape| total::tracked(tape, &Data { y: vec![[1.0, 2.0]] }));
}
