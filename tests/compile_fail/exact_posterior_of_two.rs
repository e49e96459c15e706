// Meant: independent draws from a posterior that has no closed form.
//~ monomorph: `sigma` has no conjugate pair, so its posterior is not known in closed form: sample with nuts() or gibbs()

use monomorph::prelude::*;

fn main() {
    params! { mu: real(), sigma: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        data(1.5) |= normal(mu, sigma),
    };
    let _ = model.sample_exact(10, 1); //@ here
}
