//! Elements of ordered vectors that are next to each other, beside formulas of the gaps e^q: what rounding
//! leaves of a difference of cutpoints, and how much of a posterior is where it leaves too little.

use crate::common::{assert_gradient, assert_near, evaluate, logistic, on_every_set, softplus};
use monomorph::prelude::*;

/// The log probability of the category between a and a + w, its slope along both ends, and w times that by
/// the upper end.
type Between = fn(f64, f64) -> [f64; 3];

fn between_logistic(a: f64, w: f64) -> [f64; 3] {
    let b = a + w;
    let value = (-(-w).exp_m1()).ln() - softplus(-b) - softplus(a);
    [value, logistic(-b) - logistic(a), w * logistic(-b) + w / w.exp_m1()]
}

/// φ(a) ∫ exp(−a t − t²/2) dt from 0 to w, by Simpson's rule.
fn between_normal(a: f64, w: f64) -> [f64; 3] {
    let steps = 2000;
    let exponent = |t: f64| -a * t - 0.5 * t * t;
    let weight = |k: usize| if k == 0 || k == steps { 1.0 } else { 2.0 + 2.0 * (k % 2) as f64 };
    let each = (0..=steps).map(|k| weight(k) * exponent(w * k as f64 / steps as f64).exp());
    let mean = each.sum::<f64>() / (3 * steps) as f64;
    let value = -0.5 * a * a - 0.5 * (2.0 * core::f64::consts::PI).ln() + w.ln() + mean.ln();
    [value, exponent(w).exp_m1() / (w * mean), exponent(w).exp() / mean]
}

/// The log density and its slopes, to the power `power` of the probabilities of the two categories between
/// three cutpoints, where the first is `above` higher than the predictor.
fn formula(between: Between, above: f64, q: [f64; 3], power: f64) -> (f64, Vec<f64>) {
    let gaps = [q[1].exp(), q[2].exp()];
    let [first, second] = [between(above, gaps[0]), between(above + gaps[0], gaps[1])];
    let value = power * (first[0] + second[0]) + q[1] + q[2];
    let along = [first[1] + second[1], first[2] + gaps[0] * second[1], second[2]];
    let jacobian = [0.0, 1.0, 1.0];
    (value, (0..3).map(|k| power * along[k] + jacobian[k]).collect())
}

/// Returns the relative rounding error of a gap w from a cutpoint c, which is the error of log w.
fn lost(cutpoint: f64, gap: f64) -> f64 {
    0.5 * f64::EPSILON * cutpoint / gap
}

/// Compares with the formula as far as the gap is told by the cutpoints: log densities and slopes have an
/// error of what is lost, and where nothing is left the point is refused. The slope by a gap is taken off
/// again where it is added to what is above and to what is below, with as many `roundings`.
fn compare(what: &str, (between, roundings): (Between, f64), power: f64, offset: f64, model: impl Model) {
    on_every_set(model, |set, posterior| {
        for step in 0..=80 {
            let q = [offset, -0.5 * f64::from(step), -1.0];
            let gap = q[1].exp();
            let (got, gradient) = evaluate(posterior, &q);
            let what = || format!("{what}, cutpoints at {offset}, {set}, q = {}", q[1]);
            if offset + gap == offset {
                assert_eq!((got, &*gradient), (f64::NEG_INFINITY, &[0.0; 3][..]), "{}", what());
                continue;
            }
            let (want, slopes) = formula(between, 0.3, q, power);
            // The second gap loses a unit of the cutpoints as well.
            let allowed = 1.1 * power.abs() * (lost(offset, gap) + 3.0 * lost(offset, q[2].exp()));
            // Of few last places the logarithm is not linear.
            let allowed = allowed / (1.0 - lost(offset, gap)).max(0.3);
            assert_near(got, want, allowed + 1e-14 * want.abs().max(1.0), what);
            assert_gradient(&gradient, &slopes, roundings * allowed + 1e-13, what);
        }
    });
}

#[test]
fn categories_between_near_cutpoints() {
    for offset in [1.0, 1e3, 1e6] {
        let eta = offset - 0.3;
        params! { c: ordered(3) }
        let logistic = model! { c |= flat(), data(&[1, 2]) |= ordered_logistic(eta, c) };
        compare("ordered_logistic", (between_logistic, 4.0), 1.0, offset, logistic);
        let probit = model! { c |= flat(), data(&[1, 2]) |= ordered_probit(eta, c) };
        // Its slopes are exponentials of log p, which is as large as q.
        compare("ordered_probit", (between_normal, 40.0), 1.0, offset, probit);
        let law = ordered_logistic(eta, c);
        let sparse = model! { c |= flat(), increment(-0.95 * (law.log_density(1) + law.log_density(2))) };
        compare("a power of probabilities", (between_logistic, 4.0), -0.95, offset, sparse);
    }
}

#[test]
fn differences_of_elements() {
    let of_gap: Between = |_, w| [w.ln(), 0.0, 1.0];
    for offset in [1.0, 1e3, 1e6] {
        params! { c: ordered(3) }
        let gaps = (c.slice(1..3) - c.slice(0..2)).log().sum();
        compare("differences", (of_gap, 4.0), -0.95, offset, model! { c |= flat(), increment(-0.95 * gaps) });
    }
}

/// What is lost matters where the posterior is. Where a thousandth of the density is lost, at gaps below
/// 1e-13, the density of q is e^−29 of its maximum under a prior that is smooth in the cutpoints, and e^−58
/// with one observation between them.
#[test]
fn what_is_lost_has_no_mass() {
    let gap: f64 = 1e-13;
    assert!(lost(1.0, gap) > 1e-3);
    params! { c: ordered(2) }
    let prior = model! { c |= normal(0.0, 2.0) };
    let observed = model! { c |= normal(0.0, 2.0), data(&[0, 1, 2]) |= ordered_logistic(0.5, c) };
    let below_maximum = |density: &dyn Fn(f64) -> f64| {
        let highest = (0..100).map(|k| density(-4.0 + 0.1 * f64::from(k))).fold(f64::NEG_INFINITY, f64::max);
        highest - density(gap.ln())
    };
    on_every_set(prior, |set, posterior| {
        let below = below_maximum(&|q| evaluate(posterior, &[1.0, q]).0);
        assert!(below > 29.0, "{set}: {below}");
    });
    on_every_set(observed, |set, posterior| {
        let below = below_maximum(&|q| evaluate(posterior, &[1.0, q]).0);
        assert!(below > 58.0, "{set}: {below}");
    });
}

/// Where eᵠ or the sum of gaps has no number the point is refused; up to there nothing overflows.
#[test]
fn huge_coordinates() {
    params! { c: ordered(3), d: positive_ordered(3) }
    let model = model! { c |= flat(), d |= flat() };
    on_every_set(model, |set, posterior| {
        let at = |q: f64| evaluate(posterior, &[0.5, q, 0.25, 0.125, q, -0.25]);
        for q in [-1e5, -745.0, 0.0, 700.0, 709.0] {
            let (got, gradient) = at(q);
            let what = || format!("{set}, q = {q}");
            assert_near(got, 2.0 * q + 0.125, 1e-15 * q.abs().max(1.0), what);
            assert_eq!(gradient, [0.0, 1.0, 1.0, 1.0, 1.0, 1.0], "{}", what());
        }
        for q in [709.8, 710.0, 1e10, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            assert_eq!(at(q), (f64::NEG_INFINITY, vec![0.0; 6]), "{set}, q = {q}");
        }
    });
}
