//! Estimated effects of coaching in eight schools (Rubin, 1981), non-centred and centred.

use crate::by_hand;
use crate::compare::{Bench, Rivals};
use crate::json::list;
use monomorph::prelude::*;
use typenum::U8;

const Y: [f64; 8] = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
const SIGMA: [f64; 8] = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];

/// Compares them.
pub fn compare(bench: &mut Bench) {
    non_centred(bench);
    fixed_lengths(bench);
    centred(bench);
}

fn json() -> String {
    format!(r#"{{"J":{},"y":{},"sigma":{}}}"#, Y.len(), list(Y), list(SIGMA))
}

/// Lengths known at run time.
fn non_centred(bench: &mut Bench) {
    params! { theta_trans: vector(Y.len()), mu: real(), tau: positive() }
    let model = model! {
        theta_trans |= normal(0.0, 1.0),
        mu  |= normal(0.0, 5.0),
        tau |= cauchy(0.0, 5.0),
        theta = theta_trans * tau + mu,
        data(&Y) |= normal(theta, data(&SIGMA)),
    };
    let by_hand = by_hand::eight_schools::gradient(Y, SIGMA);
    bench.compare("eight_schools", model, Rivals::stan(NON_CENTRED, json()).by_hand(by_hand));
}

const NON_CENTRED: &str = "posteriordb/eight_schools_noncentered";

/// The non-centred model with lengths in the types; the effects are a definition, or stand inside the
/// likelihood.
fn fixed_lengths(bench: &mut Bench) {
    params! { theta_trans: vector(U8::new()), mu: real(), tau: positive() }
    let priors = model! {
        theta_trans |= normal(0.0, 1.0),
        mu  |= normal(0.0, 5.0),
        tau |= cauchy(0.0, 5.0),
    };
    let effects = theta_trans * tau + mu;
    let defined = model! {
        priors,
        theta = effects,
        fixed(&Y) |= normal(theta, fixed(&SIGMA)),
    };
    let inline = model! { priors, fixed(&Y) |= normal(effects, fixed(&SIGMA)) };
    bench.compare("eight_schools, lengths fixed", defined, Rivals::stan(NON_CENTRED, json()));
    bench.compare("eight_schools, theta inline", inline, Rivals::stan(NON_CENTRED, json()));
}

fn centred(bench: &mut Bench) {
    params! { theta: vector(Y.len()), mu: real(), tau: positive() }
    let model = model! {
        theta |= normal(mu, tau),
        mu    |= normal(0.0, 5.0),
        tau   |= cauchy(0.0, 5.0),
        data(&Y) |= normal(theta, data(&SIGMA)),
    };
    let program = "posteriordb/eight_schools_centered";
    bench.compare("eight_schools, centred", model, Rivals::stan(program, json()));
}
