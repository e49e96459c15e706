// Meant: independent draws, though a definition ties two parameters into one statement.
//~ monomorph: `
//~ stands in a statement with another parameter, so the posterior is not known in closed form: sample with nuts() or gibbs()

use monomorph::prelude::*;

fn main() {
    params! { a: real(), b: real() }
    let model = model! {
        a |= normal(0.0, 1.0),
        b |= normal(0.0, 1.0),
        mean = a + b,
        data(1.5) |= normal(mean, 1.0),
    };
    let _ = model.sample_exact(10, 1); //@ here
}
