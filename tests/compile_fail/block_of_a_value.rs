// A parameter that has a value is not moved.
//~ monomorph: `mu` has a value, so there is nothing to move
use monomorph::prelude::*;

fn main() {
    params! { mu: real(), nu: real() }
    let model = model! { mu |= normal(0.0, 1.0), nu |= normal(mu, 1.0) };
    let posterior = model.condition(mu, 1.0).compile().unwrap();
    let _ = posterior.gibbs().block::<(mu, nu)>(); //@ here
}
