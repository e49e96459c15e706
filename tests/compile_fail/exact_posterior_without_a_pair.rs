// Meant: independent draws under a prior that is not conjugate.
//~ monomorph: `mu` has no conjugate pair, so its posterior is not known in closed form: sample with nuts() or gibbs()

use monomorph::prelude::*;

fn main() {
    params! { mu: real() }
    let model = model! { mu |= cauchy(0.0, 1.0), data(1.5) |= normal(mu, 1.0) };
    let _ = model.sample_exact(10, 1); //@ here
}
