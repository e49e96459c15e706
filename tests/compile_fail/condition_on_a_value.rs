// A parameter that has a value gets no other one; first the value is taken away.
//~ monomorph: `mu` has a value already: `decondition` takes it away
use monomorph::prelude::*;

fn main() {
    params! { mu: real(), nu: real() }
    let model = model! { mu |= normal(0.0, 1.0), nu |= normal(mu, 1.0) };
    let _ = model.intervene(mu, 1.0).condition(mu, 2.0); //@ here
}
