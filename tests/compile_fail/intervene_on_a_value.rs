// Setting from outside what was observed asks for two values of one parameter.
//~ monomorph: `mu` has a value already: `decondition` takes it away
use monomorph::prelude::*;

fn main() {
    params! { mu: real(), nu: real() }
    let model = model! { mu |= normal(0.0, 1.0), nu |= normal(mu, 1.0) };
    let _ = model.condition(mu, 1.0).intervene(mu, 2.0); //@ here
}
