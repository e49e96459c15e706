//! Latent variables that are marginalised by Laplace approximations: the result is exact for normal
//! variables, and equals the approximation by formulas for others, with gradients, also from distant
//! starts.

use crate::common::{assert_gradient, differences, evaluate};
use approx::assert_relative_eq;
use monomorph::faer::Mat;
use monomorph::prelude::*;

/// The value of a posterior, its gradient checked.
pub fn value_of<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) -> f64 {
    let (value, gradient) = evaluate(posterior, q);
    assert_gradient(&gradient, &differences(posterior, q), 2e-7, || format!("at {q:?}"));
    assert_relative_eq!(posterior.log_density(q, &mut posterior.workspace()), value, max_relative = 1e-12);
    value
}

const GROUP: [usize; 10] = [0, 2, 1, 1, 0, 2, 0, 1, 2, 0];

/// Where the latent variable is normal, the approximation is the integral, value and gradient.
#[test]
fn normal_variables_are_integrated_exactly() {
    let y = [1.2, -0.4, 3.3, 2.9, 0.7, 0.2, 1.0, 3.1, -0.9, 1.4];
    params! { mu: real(), tau: positive(), sigma: positive(), theta: vector(3) }
    let model = model! {
        mu    |= normal(0.0, 2.0),
        tau   |= exponential(1.0),
        sigma |= exponential(1.0),
        theta |= normal(mu, tau),
        centre = 0.5 + 2.0 * theta,
        data(&y) |= normal(centre.at(&GROUP), sigma),
        data(&y[..3]) |= normal(3.0 * theta, 2.0),
    };
    let exact = model.marginalise(theta).compile().unwrap();
    let posterior = model.marginalise_by_laplace(theta).compile().unwrap();
    let text = posterior.explain().to_string();
    assert!(text.contains("3 elements, of which 0 pairs meet"), "{text}");
    for q in [[0.3_f64, -0.4, 0.2], [-1.0, 2.0, -3.0], [4.0, -3.0, 1.5]] {
        let (value, gradient) = evaluate(&posterior, &q);
        let (want, slopes) = evaluate(&exact, &q);
        assert_relative_eq!(value, want, max_relative = 1e-11);
        for (slope, want) in gradient.iter().zip(&slopes) {
            assert_relative_eq!(slope, want, max_relative = 1e-8, epsilon = 1e-8);
        }
    }
}

/// The Laplace approximation of ∫ exp(Σ y (μ + x) − n e^(μ + x)) N(x; 0, τ) dx, without factorials.
fn poisson_laplace(total: f64, rows: f64, mu: f64, tau: f64) -> f64 {
    let mut x = 0.0;
    for _ in 0..200 {
        let rate = rows * (mu + x).exp();
        let step: f64 = (total - rate - x / (tau * tau)) / (rate + 1.0 / (tau * tau));
        x += step.clamp(-1.0, 1.0);
    }
    let rate = rows * (mu + x).exp();
    let curvature = rate + 1.0 / (tau * tau);
    total * (mu + x) - rate - 0.5 * (x / tau).powi(2) - tau.ln() - 0.5 * curvature.ln()
}

/// Counts from 0 to a million, whose modes are far from the start of the search.
#[test]
fn counts_in_groups() {
    let near = [3, 183, 0, 0, 7, 12, 2, 1, 9, 5];
    let far = [3, 183, 0, 0, 7, 1_000_000, 2, 1, 999_000, 5];
    counts_are_approximated(&near, 2e-7);
    // Differences of a log density of 10⁷ have fewer digits.
    counts_are_approximated(&far, 1e-5);
}

fn counts_are_approximated(count: &[u32; 10], tolerance: f64) {
    params! { mu: real(), tau: positive(), effect: vector(3) }
    let model = model! {
        mu     |= normal(0.0, 2.0),
        tau    |= half_normal(1.0),
        effect |= normal(0.0, tau),
        data(count) |= poisson_log(mu + effect.at(&GROUP)),
    };
    let posterior = model.marginalise_by_laplace(effect).compile().unwrap();
    for q in [[0.3_f64, -0.4], [-1.0, 1.0], [4.0, -2.0], [1.0, 3.0]] {
        let (mu, tau) = (q[0], q[1].exp());
        let (value, gradient) = evaluate(&posterior, &q);
        assert_gradient(&gradient, &differences(&posterior, &q), tolerance, || format!("at {q:?}"));
        let mut want = -0.5 * (mu / 2.0).powi(2) - 2.0_f64.ln() - 0.5 * core::f64::consts::TAU.ln();
        want += -0.5 * tau * tau + 0.5 * (2.0 / core::f64::consts::PI).ln() + q[1];
        for group in 0..3 {
            let rows = || GROUP.iter().zip(count).filter(move |(own, _)| **own == group);
            let total: f64 = rows().map(|(_, y)| f64::from(*y)).sum();
            want += poisson_laplace(total, rows().count() as f64, mu, tau);
        }
        want -= count.iter().map(|y| (1..=*y).map(|k| f64::from(k).ln()).sum::<f64>()).sum::<f64>();
        assert_relative_eq!(value, want, max_relative = 1e-10);
    }
}

/// Elements that meet in rows: two indices of one vector.
#[test]
fn crossed_effects() {
    let (one, other) = ([0, 0, 1, 1, 2, 2, 3, 3], [4, 5, 5, 6, 6, 4, 4, 5]);
    let correct = [1, 0, 1, 1, 0, 0, 1, 1];
    params! { mu: real(), tau: positive(), effect: vector(7) }
    let model = model! {
        mu     |= normal(0.0, 2.0),
        tau    |= half_normal(1.0),
        effect |= normal(0.0, tau),
        data(&correct) |= bernoulli_logit(mu + effect.at(&one) + effect.at(&other)),
    };
    let posterior = model.marginalise_by_laplace(effect).compile().unwrap();
    let text = posterior.explain().to_string();
    assert!(text.contains("7 elements, of which 8 pairs meet"), "{text}");
    for q in [[0.3_f64, -0.4], [-1.0, 1.0], [2.0, 0.3]] {
        let (mu, tau) = (q[0], q[1].exp());
        let value = value_of(&posterior, &q);
        // Newton's steps and the determinant with dense matrices.
        let mut x = [0.0; 7];
        let (mut h, mut l) = ([[0.0; 7]; 7], 0.0);
        for step in 0..60 {
            let mut slope = x.map(|x| -x / (tau * tau));
            h = [[0.0; 7]; 7];
            l = x.iter().map(|x| -0.5 * (x / tau).powi(2) - tau.ln()).sum();
            (0..7).for_each(|i| h[i][i] = 1.0 / (tau * tau));
            for (row, y) in correct.iter().enumerate() {
                let (i, j) = (one[row], other[row]);
                let p = 1.0 / (1.0 + (-(mu + x[i] + x[j])).exp());
                l += if *y == 1 { p.ln() } else { (1.0 - p).ln() };
                for a in [i, j] {
                    slope[a] += f64::from(*y) - p;
                    for b in [i, j] {
                        h[a][b] += p * (1.0 - p);
                    }
                }
            }
            if step < 59 {
                let (moved, _) = solve(h, slope);
                (0..7).for_each(|i| x[i] += moved[i]);
            }
        }
        let mut want = l - 0.5 * solve(h, x).1;
        want += -0.5 * (mu / 2.0).powi(2) - 2.0_f64.ln() - 0.5 * core::f64::consts::TAU.ln();
        want += -0.5 * tau * tau + 0.5 * (2.0 / core::f64::consts::PI).ln() + q[1];
        assert_relative_eq!(value, want, max_relative = 1e-10);
    }
}

/// Definitions are traced: the same pairs meet, also for rows in another order.
#[test]
fn definitions_of_crossed_effects() {
    let (one, other) = ([0, 0, 1, 1, 2, 2, 3, 3], [4, 5, 5, 6, 6, 4, 4, 5]);
    let (correct, order) = ([1, 0, 1, 1, 0, 0, 1, 1], [7, 6, 5, 4, 3, 2, 1, 0]);
    let backward = order.map(|row: usize| correct[row]);
    params! { mu: real(), tau: positive(), effect: vector(7) }
    let eta = mu + effect.at(&one) + effect.at(&other);
    let direct = model! {
        mu     |= normal(0.0, 2.0),
        tau    |= half_normal(1.0),
        effect |= normal(0.0, tau),
        data(&correct) |= bernoulli_logit(eta),
    };
    let defined = model! {
        mu     |= normal(0.0, 2.0),
        tau    |= half_normal(1.0),
        effect |= normal(0.0, tau),
        chance = eta,
        data(&backward) |= bernoulli_logit(chance.at(&order)),
    };
    let direct = direct.marginalise_by_laplace(effect).compile().unwrap();
    let defined = defined.marginalise_by_laplace(effect).compile().unwrap();
    let text = defined.explain().to_string();
    assert!(text.contains("7 elements, of which 8 pairs meet"), "{text}");
    let q = [0.4, -0.3];
    assert_relative_eq!(value_of(&defined, &q), value_of(&direct, &q), max_relative = 1e-12);
}

/// A⁻¹ b and log |A| by elimination.
fn solve(mut a: [[f64; 7]; 7], mut b: [f64; 7]) -> ([f64; 7], f64) {
    let mut log = 0.0;
    for i in 0..7 {
        log += a[i][i].ln();
        for j in i + 1..7 {
            let ratio = a[j][i] / a[i][i];
            (0..7).for_each(|k| a[j][k] -= ratio * a[i][k]);
            b[j] -= ratio * b[i];
        }
    }
    for i in (0..7).rev() {
        b[i] = (b[i] - (i + 1..7).map(|k| a[i][k] * b[k]).sum::<f64>()) / a[i][i];
    }
    (b, log)
}

/// Laws whose second derivative may be negative, two predictors in one law, zero inflation, and definitions.
#[test]
fn other_laws() {
    let y = [0.3, -0.2, 5.5, 0.1, 0.9, 14.0, 0.4, 0.2, 0.0, -0.6];
    params! { nu: positive(), tau: positive(), effect: vector(3) }
    let heavy = model! {
        nu     |= gamma(2.0, 0.1),
        tau    |= half_normal(1.0),
        effect |= normal(0.0, tau),
        data(&y) |= student_t(nu + 1.0, effect.at(&GROUP), 0.7),
    };
    let posterior = heavy.marginalise_by_laplace(effect).compile().unwrap();
    for q in [[0.3_f64, -0.4], [2.0, 0.5]] {
        value_of(&posterior, &q);
    }

    let count = [3, 0, 0, 0, 7, 0, 2, 1, 0, 5];
    params! { share: interval(0.0, 1.0), phi: positive(), sd: positive(), site: vector(3) }
    let inflated = model! {
        share |= beta(2.0, 2.0),
        phi   |= exponential(1.0),
        sd    |= half_normal(1.0),
        site  |= normal(0.5, sd),
        rate = site.exp(),
        weights = concatenate((share, 1.0 - share)),
        data(&count) |= mixture(weights, (discrete_range(0, 0), neg_binomial_2(rate.at(&GROUP), phi))),
    };
    let posterior = inflated.marginalise_by_laplace(site).compile().unwrap();
    for q in [[0.3_f64, -0.4, 0.1], [-1.0, 0.5, -0.7]] {
        value_of(&posterior, &q);
    }
}

/// Draws of marginalised variables have the moments of NUTS on all variables.
#[test]
fn latent_variables_are_recovered() {
    let count = [13, 8, 10, 9, 17, 11, 12, 11, 6, 15];
    params! { mu: real(), tau: positive(), effect: vector(3) }
    let model = model! {
        mu     |= normal(0.0, 2.0),
        tau    |= half_normal(1.0),
        effect |= normal(0.0, tau),
        data(&count) |= poisson_log(mu + effect.at(&GROUP)),
    };
    let posterior = model.marginalise_by_laplace(effect).compile().unwrap();
    let fit = posterior.nuts().chains(2).warmup(300).draws(1000).seed(1).progress(false).run().unwrap();
    let drawn = posterior.recover(fit.draws(), 2).unwrap();
    let full = model.compile().unwrap();
    let whole = full.nuts().chains(2).warmup(300).draws(2000).seed(3).progress(false).run().unwrap();
    for element in ["effect[0]", "effect[1]", "effect[2]"] {
        let (one, other) = (drawn.column(element).unwrap(), whole.draws().column(element).unwrap());
        assert!(
            (one.mean() - other.mean()).abs() < 0.15 * other.sd(),
            "{element}: {} {}",
            one.mean(),
            other.mean()
        );
        assert!((one.sd() / other.sd() - 1.0).abs() < 0.15, "{element}: {} {}", one.sd(), other.sd());
    }
}

#[test]
fn what_cannot_be_approximated_is_refused() {
    let x = Mat::from_fn(80, 80, |row, column| ((row * 7 + column * 3) % 11) as f64);
    let y = [1.0; 80];
    params! { tau: positive(), b: vector(80) }
    let model = model! {
        tau |= half_normal(1.0),
        b   |= normal(0.0, tau),
        data(&y) |= normal(data(&x).dot(b), 1.0),
    };
    let error = model.marginalise_by_laplace(b).compile().unwrap_err().to_string();
    assert!(error.contains("80 elements meet") && error.contains("data(&y)"), "{error}");
}

/// If there is no mode the log density is −∞, and the failure is counted.
#[test]
fn what_has_no_mode_is_counted() {
    params! { a: positive(), x: vector(2) }
    // l grows for ever where a is above 1.
    let model = model! {
        a |= exponential(1.0),
        x |= flat(),
        increment((a - 1.0) * x.square()),
    };
    let posterior = model.marginalise_by_laplace(x).compile().unwrap();
    let mut workspace = posterior.workspace();
    let mut gradient = [1.0];
    assert!(posterior.log_density(&[-1.0], &mut workspace).is_finite());
    assert_eq!(posterior.failed_solutions(&workspace), 0);
    let value = posterior.log_density_and_gradient(&[1.0], &mut gradient, &mut workspace);
    assert_eq!((value, gradient), (f64::NEG_INFINITY, [0.0]));
    assert_eq!(posterior.failed_solutions(&workspace), 1);
}

/// The ratios of draws are the ratios of both densities: they are constant if the approximation is exact,
/// so that all draws have equal weights, and for effects that are far from normal k̂ is large.
#[test]
fn approximations_are_judged() {
    let y = [1.2, -0.4, 3.3, 2.9, 0.7, 0.2, 1.0, 3.1, -0.9, 1.4];
    params! { tau: positive(), effect: vector(3) }
    let exact = model! {
        tau    |= half_normal(1.0),
        effect |= normal(0.0, tau),
        data(&y) |= normal(effect.at(&GROUP), 1.0),
    };
    let exact = exact.marginalise_by_laplace(effect).compile().unwrap();
    let fit = exact.nuts().chains(1).warmup(100).draws(400).seed(1).progress(false).run().unwrap();
    let (recovered, quality) = exact.recover_with_quality(fit.draws(), 2).unwrap();
    let quality = quality.unwrap();
    assert!((quality.ess - 400.0).abs() < 1e-3, "{quality:?}");
    let same = exact.recover(fit.draws(), 2).unwrap();
    assert_eq!(
        recovered.column("effect[1]").unwrap().as_slice(),
        same.column("effect[1]").unwrap().as_slice()
    );

    let far = model! {
        tau    |= half_normal(1.0),
        effect |= normal(0.0, 3.0 + tau),
        data(&[1_u32, 1, 1]) |= bernoulli_logit(4.0 * effect),
    };
    let far = far.marginalise_by_laplace(effect).compile().unwrap();
    let fit = far.nuts().chains(1).warmup(100).draws(400).seed(1).progress(false).run().unwrap();
    let (_, quality) = far.recover_with_quality(fit.draws(), 2).unwrap();
    assert!(quality.unwrap().pareto_k > 0.7, "{quality:?}");

    let summed = model! {
        tau    |= half_normal(1.0),
        effect |= normal(0.0, tau),
        data(&y) |= normal(effect.at(&GROUP), 1.0),
    };
    let summed = summed.marginalise(effect).compile().unwrap();
    let fit = summed.nuts().chains(1).warmup(100).draws(50).seed(1).progress(false).run().unwrap();
    assert!(summed.recover_with_quality(fit.draws(), 2).unwrap().1.is_none());
}

/// Elements that have values are not integrated over.
#[test]
fn elements_with_values() {
    params! { tau: positive(), x: vector(3) }
    let model = model! {
        tau |= exponential(1.0),
        x   |= normal(0.0, tau),
        data(&[3_u32, 0, 5]) |= poisson_log(x),
    };
    let given = model.condition_at(x, &[1], &[0.25]);
    let posterior = given.marginalise_by_laplace(x).compile().unwrap();
    let tau: f64 = 0.7;
    let terms = |count: f64| {
        poisson_laplace(count, 1.0, 0.0, tau) - (1..=count as u32).map(|k| f64::from(k).ln()).sum::<f64>()
    };
    let known = -0.25_f64.exp() - 0.5 * (0.25 / tau).powi(2) - tau.ln() - 0.5 * core::f64::consts::TAU.ln();
    let want = terms(3.0) + terms(5.0) + known - tau + tau.ln();
    assert_relative_eq!(value_of(&posterior, &[tau.ln()]), want, max_relative = 1e-9);
    let fit = posterior.nuts().chains(1).warmup(50).draws(10).seed(1).progress(false).run().unwrap();
    let drawn = posterior.recover(fit.draws(), 2).unwrap();
    assert!(drawn.column("x[1]").unwrap().as_slice().iter().all(|&known| known == 0.25));
    assert!(drawn.column("x[0]").unwrap().sd() > 0.01);
}
