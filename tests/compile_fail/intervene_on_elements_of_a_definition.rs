// A definition has no rows of a statement that an intervention could take away.
//~ monomorph: `theta` has no elements that can be intervened on: it is no parameter of the model
use monomorph::prelude::*;

fn main() {
    let y = [0.3, -0.2, 1.1];
    params! { mu: vector(3) }
    names! { theta }
    let (theta, definition) = monomorph::model::define(theta, 2.0 * mu);
    let model = definition & model! { mu |= normal(0.0, 1.0), data(&y) |= normal(theta, 1.0) };
    let _ = model.intervene_at(theta, 1, &[0.5]); //@ here
}
