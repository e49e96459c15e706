//! Single elements that are set from outside, in Gibbs sampling and in forward simulation.

use crate::gibbs::rules;
use monomorph::draws::diagnostics::mcse_mean;
use monomorph::gibbs::UpdateRule;
use monomorph::prelude::*;

const COUNT: usize = 20_000;

fn column<'a>(draws: &'a Draws, element: &str) -> &'a [f64] {
    draws.column(element).unwrap().as_slice()
}

/// The numbers that a function makes of two elements at each draw.
fn pairs(draws: &Draws, (one, other): (&str, &str), f: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    column(draws, one).iter().zip(column(draws, other)).map(|(one, other)| f(*one, *other)).collect()
}

/// Asserts that the mean of the chains is within five of its standard errors of `want`.
#[track_caller]
fn assert_chains(what: &str, chains: &[&[f64]], want: f64) {
    let draws = chains.concat();
    let (mean, error) = (draws.iter().sum::<f64>() / draws.len() as f64, mcse_mean(chains));
    assert!((mean - want).abs() < 5.0 * error, "the mean of {what} is {mean}, not {want} (± {error})");
}

/// Asserts that the mean of an element is within five of its standard errors of `want`.
#[track_caller]
fn assert_mean(draws: &Draws, element: &str, want: f64) {
    assert_chains(element, &draws.column(element).unwrap().chains(), want);
}

#[test]
fn labels_that_are_set() {
    // Those that are set tell nothing of w, but are read by their own observations, as is m.
    let x = [0.2, 1.4, 0.9, -0.3];
    params! { w: interval(0.0, 1.0), z: vector(4).binary(), m: real() }
    let model = model! {
        w |= beta(2.0, 1.0),
        z |= bernoulli(w),
        m |= normal(1.0, 0.5),
        data(&x) |= normal(m * z, 0.7),
    };
    let posterior = model.intervene_at(z, &[1, 3], &[1.0, 1.0]).compile().unwrap();
    assert_eq!(
        rules(&posterior),
        [("w", UpdateRule::Beta), ("z", UpdateRule::OneByOne), ("m", UpdateRule::Normal)]
    );
    let draws = posterior.gibbs().chains(1).warmup(300).draws(COUNT).seed(5).run().unwrap();
    assert!(column(&draws, "z[1]").iter().chain(column(&draws, "z[3]")).all(|&z| z == 1.0));

    // With w and m marginalised: two labels count for w, and m is on a fine grid.
    // Γ(2 + k) Γ(3 − k) for k of two.
    let of_w = |ones: f64| [1.0, 2.0, 6.0][ones as usize] * [2.0, 1.0, 1.0][ones as usize];
    let density = |x: f64, mean: f64, sd: f64| (-0.5 * ((x - mean) / sd).powi(2)).exp();
    let (mut total, mut first, mut both, mut mean) = (0.0, 0.0, 0.0, 0.0);
    for code in 0..4 {
        let z = [f64::from(code & 1), 1.0, f64::from(code >> 1), 1.0];
        for step in 0..4000 {
            let m = -2.0 + 6.0 * f64::from(step) / 4000.0;
            let rows: f64 = x.iter().zip(z).map(|(x, z)| density(*x, m * z, 0.7)).product();
            let weight = of_w(z[0] + z[2]) * density(m, 1.0, 0.5) * rows;
            total += weight;
            first += weight * z[0];
            both += weight * z[0] * z[2];
            mean += weight * m;
        }
    }
    assert_mean(&draws, "z[0]", first / total);
    assert_chains("z[0] z[2]", &[&pairs(&draws, ("z[0]", "z[2]"), |a, b| a * b)], both / total);
    assert_mean(&draws, "m", mean / total);
}

#[test]
fn labels_of_what_is_set() {
    // y[0] was seen and tells of its label; y[1] was set and does not.
    params! { z: vector(3).binary(), y: vector(3) }
    let model = model! { z |= bernoulli(0.3), y |= normal(2.0 * z, 1.0) };
    let posterior = model.condition_at(y, 0, &[1.5]).intervene_at(y, 1, &[1.5]).compile().unwrap();
    assert_eq!(rules(&posterior), [("z", UpdateRule::Enumerate), ("y", UpdateRule::Hamiltonian)]);
    let draws = posterior.gibbs().chains(1).warmup(100).draws(COUNT).seed(2).run().unwrap();
    let odds = 0.3 / 0.7 * (-0.5f64 * 0.25 + 0.5 * 2.25).exp();
    assert_mean(&draws, "z[0]", odds / (1.0 + odds));
    assert_mean(&draws, "z[1]", 0.3);
}

#[test]
fn conjugate_pairs_and_trajectories() {
    // v has the conditional of the two elements that were seen; log σ of the row that was set is not counted.
    params! { v: positive(), y: vector(3) }
    let model = model! { v |= inv_gamma(3.0, 2.0), y |= normal(0.0, v.sqrt()) };
    let posterior = model.condition_at(y, 0..2, &[1.0, -2.0]).intervene_at(y, 2, &[50.0]).compile().unwrap();
    assert_eq!(rules(&posterior)[0], ("v", UpdateRule::InverseGamma));
    let draws = posterior.gibbs().chains(1).warmup(0).draws(COUNT).seed(3).run().unwrap();
    assert_mean(&draws, "v", (2.0 + 2.5) / (4.0 - 1.0));

    // u[1] tells of x[1], which was set, and not of mu.
    let u = [1.0, 30.0, 2.5];
    params! { mu: real(), x: vector(3) }
    let model = model! { mu |= normal(0.0, 1.0), x |= normal(mu, 1.0), data(&u) |= normal(x, 1.0) };
    let posterior = model.intervene_at(x, 1, &[29.0]).compile().unwrap();
    assert_eq!(rules(&posterior), [("mu", UpdateRule::Normal), ("x", UpdateRule::Hamiltonian)]);
    let draws = posterior.gibbs().chains(2).warmup(500).draws(5_000).seed(4).run().unwrap();
    assert_mean(&draws, "mu", 1.75 / 2.0);
    assert_mean(&draws, "x[2]", (1.75 / 2.0 + 2.5) / 2.0);
}

#[test]
fn forward_simulation() {
    params! { mu: real(), y: vector(3) }
    let model = model! { mu |= normal(3.0, 1.0), y |= normal(mu, 0.5), twice = 2.0 * y };
    let done = model.intervene_at(y, 1, &[2.5]);
    let prior = done.sample_prior(COUNT, 1).unwrap();
    assert!(column(&prior, "y[1]").iter().all(|y| *y == 2.5));
    assert!(column(&prior, "twice[1]").iter().all(|y| *y == 5.0));
    let gap = |y: &str| pairs(&prior, (y, "mu"), |y, mu| (y - mu).powi(2));
    assert_chains("the variance of y[0]", &[&gap("y[0]")], 0.25);
    assert_chains("the variance of y[2]", &[&gap("y[2]")], 0.25);
    assert_mean(&prior, "mu", 3.0);

    // What was set is no evidence, so the prior is the posterior; and no observation.
    let exact = done.sample_exact(COUNT, 1).unwrap();
    assert_eq!(column(&exact, "mu"), column(&prior, "mu"));
    assert_eq!(
        done.pointwise_log_likelihood(&prior).unwrap_err().to_string(),
        model.pointwise_log_likelihood(&prior).unwrap_err().to_string()
    );
    let seen = model.intervene_at(y, 1, &[2.5]).condition_at(y, 2, &[4.0]);
    let each = seen.pointwise_log_likelihood(&seen.sample_prior(10, 1).unwrap()).unwrap();
    assert_eq!(each.names(), ["y[2]"]);
    let set = model.condition_at(y, 1, &[2.0]).intervene_at(y, 1, &[2.5]);
    assert!(set.pointwise_log_likelihood(&prior).is_err());
    let whole = model.condition_at(y, 1, &[2.0]).intervene(y, &[1.0, 2.0, 3.0]);
    assert!(whole.pointwise_log_likelihood(&prior).is_err());
}

#[test]
fn what_if() {
    // The elements that are given stay, and the one that is set is set, wherever the draws come from.
    params! { x: vector(2) }
    params! { y: vector(2) }
    let model = model! { x |= normal(0.0, 1.0), y |= normal(10.0 * x, 0.1) };
    let draws = model.sample_prior(COUNT, 1).unwrap();
    params! { y_new: vector(2) }
    let new = model! { x |= flat(), y_new |= normal(10.0 * x, 0.1) };
    let predicted = new.intervene_at(x, 1, &[3.0]).predict(&draws, 2).unwrap();
    assert_eq!(predicted.names(), ["y_new[0]", "y_new[1]"]);
    assert_mean(&predicted, "y_new[1]", 30.0);
    let gaps = column(&predicted, "y_new[0]").iter().zip(column(&draws, "x[0]")).map(|(y, x)| y - 10.0 * x);
    assert!(gaps.into_iter().all(|gap| gap.abs() < 1.0));
}

/// Rules that a parameter cannot have are refused before a chain begins.
#[test]
fn rules_that_do_not_fit() {
    let (y, moves) = ([0.4, 1.3], monomorph::faer::mat![[0.5, 0.5], [0.25, 0.75]]);
    params! { p: interval(0.0, 1.0), z: vector(2).binary(), s: vector(3).category(2), mu: real() }
    let model = model! {
        p  |= beta(1.0, 1.0),
        z  |= bernoulli(p),
        s  |= markov_chain(&[0.5, 0.5], data(&moves)),
        mu |= student_t(3.0, 0.0, 1.0),
        data(&y) |= normal(mu + z, 1.0),
    };
    let posterior = model.compile().unwrap();
    for name in ["z", "s"] {
        let error = posterior.gibbs().slice(name).run().map(drop).unwrap_err().to_string();
        assert!(
            error.contains(&format!("`slice` must be given continuous parameters, and `{name}` is discrete")),
            "{error}"
        );
    }
    let error = posterior.gibbs().slice("q").run().map(drop).unwrap_err().to_string();
    assert!(error.contains("`q` is none of the names"), "{error}");
    // A proposal may be made for either kind; one with a ratio that is no number is never taken.
    let flip = |z: &[f64], _: &mut dyn monomorph::rand::Rng| (z.iter().map(|z| 1.0 - z).collect(), f64::NAN);
    let gibbs = posterior.gibbs().slice("mu").proposal("z", flip).initial("z", [0.0, 1.0]);
    let draws = gibbs.chains(1).warmup(10).draws(50).run().unwrap();
    assert!(draws.column("z[0]").unwrap().as_slice().iter().all(|z| *z == 0.0));
    assert!(draws.column("z[1]").unwrap().as_slice().iter().all(|z| *z == 1.0));
}
