// Labels are names, and laws of categories want their numbers.
//~ Labels` cannot be used as an expression of a model
//~ neither a number, nor an expression, nor borrowed data, as the `.codes()` of labels are
use monomorph::prelude::*;

fn main() {
    let grade = Labels::from(&["low", "high", "low"]);
    params! { cuts: ordered(1) }
    let _ = model! {
        cuts |= normal(0.0, 2.0),
        data(&grade) |= ordered_logistic(0.0, cuts), //@ here
    };
}
