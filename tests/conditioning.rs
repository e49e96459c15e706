//! Laws of conditioning and intervening, and the factors of the joint density.

use monomorph::graph::Inspect;
use monomorph::prelude::*;

/// The log density and its gradient at a point.
fn at<M: Model>(posterior: &Posterior<M>, q: &[f64]) -> (f64, Vec<f64>) {
    let mut gradient = vec![0.0; q.len()];
    let value = posterior.log_density_and_gradient(q, &mut gradient, &mut posterior.workspace());
    (value, gradient)
}

fn assert_same(left: (f64, Vec<f64>), right: (f64, Vec<f64>)) {
    let near = |a: f64, b: f64| assert!((a - b).abs() <= 1e-13 * (1.0 + a.abs()), "{a} and {b}");
    near(left.0, right.0);
    assert_eq!(left.1.len(), right.1.len());
    left.1.iter().zip(&right.1).for_each(|(&a, &b)| near(a, b));
}

#[test]
fn laws() {
    let y = [0.3, -1.2, 0.8];
    params! { mu: real(), tau: positive(), eta: vector(3) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= gamma(2.0, 1.0),
        eta |= normal(mu, tau),
        theta = mu + 2.0 * eta,
        data(&y) |= normal(theta, tau),
    };
    let effects = [0.5, -0.2, 0.1];
    let whole = model.compile().unwrap();

    // Conditioning takes the coordinates away, and leaves the density: no Jacobian of what is known.
    let known = model.condition(tau, 2.0).compile().unwrap();
    let q = [0.4, 0.5, -0.2, 0.1];
    let (value, gradient) = at(&known, &q);
    let (joint, all) = at(&whole, &[0.4, 2.0_f64.ln(), 0.5, -0.2, 0.1]);
    assert_same((value + 2.0_f64.ln(), gradient), (joint, vec![all[0], all[2], all[3], all[4]]));
    assert_eq!(known.parameter_names(), ["mu", "eta[0]", "eta[1]", "eta[2]"]);

    // The order does not matter, and deconditioning undoes it.
    let one = model.condition(tau, 2.0).condition(eta, &effects);
    let other = model.condition(eta, &effects).condition(tau, 2.0);
    assert_same(at(&one.compile().unwrap(), &[0.4]), at(&other.compile().unwrap(), &[0.4]));
    assert_same(at(&one.decondition(eta).compile().unwrap(), &q), (value, at(&known, &q).1));

    // An intervention differs by the statement of its own.
    let set = model.intervene(tau, 2.0).compile().unwrap();
    let prior = whole.log_prior(&whole.constrain(&[0.4, 2.0_f64.ln(), 0.5, -0.2, 0.1]).unwrap()).unwrap();
    let own = 2.0_f64.ln() - 2.0;
    assert_same((at(&set, &q).0 + own, at(&set, &q).1), (value, at(&known, &q).1));
    assert!(prior.is_finite());

    // joint = prior × likelihood, and conditioning moves a statement from one to the other.
    let trace = whole.constrain(&[0.4, 2.0_f64.ln(), 0.5, -0.2, 0.1]).unwrap();
    let parts = |prior: f64, likelihood: f64| (prior + likelihood, vec![]);
    let joint = whole.log_joint(&trace).unwrap();
    let (prior, likelihood) = (whole.log_prior(&trace).unwrap(), whole.log_likelihood(&trace).unwrap());
    assert_same(parts(prior, likelihood), (joint, vec![]));
    let rest = known.constrain(&q).unwrap();
    assert_same((known.log_joint(&rest).unwrap(), vec![]), (joint, vec![]));
    assert_same((known.log_likelihood(&rest).unwrap(), vec![]), (likelihood + own, vec![]));
}

#[test]
fn a_definition_that_is_set_is_cut_off() {
    let y = [0.3, -1.2];
    params! { mu: real() }
    names! { theta }
    let (theta, definition) = monomorph::model::define(theta, mu + 1.0);
    let model = definition & model! { mu |= normal(0.0, 1.0), data(&y) |= normal(theta, 1.0) };
    let set = model.intervene(theta, 3.0).compile().unwrap();
    let (value, gradient) = at(&set, &[0.5]);
    assert_eq!(gradient, [-0.5]);
    let normal = |x: f64, mean: f64| -0.5 * (x - mean).powi(2) - 0.5 * core::f64::consts::TAU.ln();
    assert_same((value, vec![]), (normal(0.5, 0.0) + normal(0.3, 3.0) + normal(-1.2, 3.0), vec![]));
    assert_eq!(model.intervene(theta, 3.0).graph().parents("theta").unwrap(), Vec::<&str>::new());
}

#[test]
fn values_are_checked() {
    params! { tau: positive(), eta: vector(2) }
    let model = model! { tau |= exponential(1.0), eta |= normal(0.0, tau) };
    let error = |result: Result<(), Error>| result.err().unwrap().to_string();
    assert_eq!(
        error(model.condition(tau, -1.0).compile().map(drop)),
        "the parameter `tau` is -1, but must be finite and above its lower bound"
    );
    assert_eq!(
        error(model.condition(eta, &[1.0, 2.0, 3.0]).compile().map(drop)),
        "in `eta |= normal(0.0, tau)`: eta has length 2, but the value that it is given has length 3"
    );
}
