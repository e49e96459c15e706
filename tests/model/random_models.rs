//! Proves that whole models are right: for random data of random lengths and random points, the log density
//! of five regressions equals formulas in plain `f64` that are written out beside them, and its gradient
//! their central differences, on every instruction set.
//!
//! Tolerances: value 1e-10 relative; gradient 1e-8 of the largest of its entries, the value and 1, which is
//! what differences with steps of 1e-3 give for these models.
//!
//! Also proves that evaluations repeat bit for bit whatever the workspace held, do not depend on the order of
//! the observations beyond rounding, keep their gradient when constants are dropped, and answer extreme
//! points with a number or −∞.

use crate::common::{
    Random, assert_near, evaluate, gradient_by_differences, largest, lgamma, on_every_set, softplus,
    with_room,
};
use faer::MatRef;
use monomorph::prelude::*;
use proptest::prelude::*;
use std::f64::consts::{LN_2, PI, TAU};

/// Compares a model with a plain formula at a point.
fn compare(model: impl Model, q: &[f64], formula: &(dyn Fn(&[f64]) -> f64 + Sync)) {
    let want = formula(q);
    let slopes = gradient_by_differences(&mut |q| formula(q), q);
    let allowed = 1e-8 * largest(&slopes).max(want.abs()).max(1.0);
    on_every_set(model, |set, posterior| {
        let (got, gradient) = evaluate(posterior, q);
        assert_near(got, want, 1e-10 * want.abs().max(1.0), || format!("{set}: log density"));
        for (place, (&got, &want)) in gradient.iter().zip(&slopes).enumerate() {
            assert_near(got, want, allowed, || format!("{set}: gradient[{place}]"));
        }
        bit_for_bit(posterior, q);
    });
    with_room(|| constants_dropped(model, q));
}

/// A point gives equal bits before and after visits to other points, some of density zero.
fn bit_for_bit<M: BoundModel>(posterior: &Posterior<M>, q: &[f64]) {
    let mut workspace = posterior.workspace();
    let (mut first, mut second) = (vec![0.0; q.len()], vec![0.0; q.len()]);
    let before = posterior.log_density_and_gradient(q, &mut first, &mut workspace);
    for elsewhere in [0.7, -3.0, 800.0, f64::NAN] {
        posterior.log_density_and_gradient(&vec![elsewhere; q.len()], &mut second, &mut workspace);
        posterior.log_density(&vec![-elsewhere; q.len()], &mut workspace);
    }
    let after = posterior.log_density_and_gradient(q, &mut second, &mut workspace);
    assert_eq!(before.to_bits(), after.to_bits());
    assert_eq!(first, second);
}

/// Without its constants the log density differs by the same number everywhere, and the gradient not at all.
fn constants_dropped(model: impl Model, q: &[f64]) {
    let whole = model.compile().expect("the model compiles");
    let options = Options::default().drop_constants(true);
    let part = model.compile_with(options).expect("the model compiles");
    let elsewhere: Vec<f64> = q.iter().map(|q| 0.5 * q - 0.1).collect();
    let [here, there] = [q, &elsewhere].map(|q| {
        let (all, gradient) = evaluate(&whole, q);
        let (some, same) = evaluate(&part, q);
        assert_eq!(gradient, same);
        (all - some, 1e-12 * all.abs().max(some.abs()).max(1.0))
    });
    assert_near(here.0, there.0, here.1 + there.1, || "the constant".to_owned());
}

// The plain formulas.

fn normal_log_density(y: f64, location: f64, scale: f64) -> f64 {
    -0.5 * ((y - location) / scale).powi(2) - scale.ln() - 0.5 * TAU.ln()
}

fn student_t_log_density(y: f64, freedom: f64, location: f64, scale: f64) -> f64 {
    let z = (y - location) / scale;
    lgamma(0.5 * (freedom + 1.0))
        - lgamma(0.5 * freedom)
        - 0.5 * (freedom * PI).ln()
        - scale.ln()
        - 0.5 * (freedom + 1.0) * (z * z / freedom).ln_1p()
}

fn half_cauchy_log_density(y: f64, scale: f64) -> f64 {
    LN_2 - PI.ln() - scale.ln() - (y / scale).powi(2).ln_1p()
}

fn gamma_log_density(y: f64, shape: f64, rate: f64) -> f64 {
    shape * rate.ln() - lgamma(shape) + (shape - 1.0) * y.ln() - rate * y
}

fn log_choose(n: f64, k: f64) -> f64 {
    lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0)
}

/// Row `row` of the matrix times the vector.
fn row_times(matrix: &[f64], row: usize, vector: &[f64]) -> f64 {
    let columns = vector.len();
    matrix[row * columns..][..columns].iter().zip(vector).map(|(x, beta)| x * beta).sum()
}

/// Varying intercepts, a design matrix and a heavy-tailed prior: definitions, a gather and a product in one
/// model.
fn hierarchical_regression(n: usize, columns: usize, groups: usize, random: &mut Random) {
    let x = random.numbers(n * columns, -1.0, 1.0);
    let y = random.numbers(n, -3.0, 3.0);
    let group = random.indices(n, groups);
    let q = random.numbers(groups + columns + 3, -1.5, 1.5);
    let design = matrix(MatRef::from_row_major_slice(&x, n, columns));
    params! { mu: real(), tau: positive(), raw: vector(groups), beta: vector(columns), sigma: positive() }
    let model = model! {
        mu    |= normal(0.0, 5.0),
        tau   |= half_cauchy(2.0),
        raw   |= normal(0.0, 1.0),
        beta  |= student_t(4.0, 0.0, 2.5),
        sigma |= exponential(0.5),
        intercept = mu + tau * raw,
        data(&y) |= normal(intercept.at(&group) + design.dot(beta), sigma),
    };
    compare(model, &q, &|q| {
        let (mu, log_tau, raw) = (q[0], q[1], &q[2..2 + groups]);
        let (beta, log_sigma) = (&q[2 + groups..2 + groups + columns], q[2 + groups + columns]);
        let (tau, sigma) = (log_tau.exp(), log_sigma.exp());
        let mut sum = normal_log_density(mu, 0.0, 5.0) + half_cauchy_log_density(tau, 2.0) + log_tau;
        sum += 0.5f64.ln() - 0.5 * sigma + log_sigma;
        sum += raw.iter().map(|&raw| normal_log_density(raw, 0.0, 1.0)).sum::<f64>();
        sum += beta.iter().map(|&beta| student_t_log_density(beta, 4.0, 0.0, 2.5)).sum::<f64>();
        for i in 0..n {
            let location = mu + tau * raw[group[i] as usize] + row_times(&x, i, beta);
            sum += normal_log_density(y[i], location, sigma);
        }
        sum
    });
}

/// Counts with exposures, and a rate per group.
fn poisson_regression(n: usize, groups: usize, random: &mut Random) {
    let counts = random.indices(n, 12);
    let exposure = random.numbers(n, 0.2, 3.0);
    let x = random.numbers(n, -1.0, 1.0);
    let group = random.indices(n, groups);
    let q = random.numbers(groups + 2, -1.0, 1.0);
    params! { rate: vector(groups).positive(), slope: real(), shape: positive() }
    let model = model! {
        rate  |= gamma(shape, 1.5),
        slope |= cauchy(0.0, 1.0),
        shape |= lognormal(0.0, 1.0),
        data(&counts) |= poisson_log(data(&exposure).log() + rate.log().at(&group) + slope * data(&x)),
    };
    compare(model, &q, &|q| {
        let (log_rate, slope, log_shape) = (&q[..groups], q[groups], q[groups + 1]);
        let shape = log_shape.exp();
        // lognormal(0, 1) with its −log y, and the Jacobian + log y.
        let mut sum = normal_log_density(log_shape, 0.0, 1.0);
        sum += -PI.ln() - (slope * slope).ln_1p();
        sum += log_rate.iter().map(|&q| gamma_log_density(q.exp(), shape, 1.5) + q).sum::<f64>();
        for i in 0..n {
            let count = f64::from(counts[i]);
            let log_mean = exposure[i].ln() + log_rate[group[i] as usize] + slope * x[i];
            sum += count * log_mean - log_mean.exp() - lgamma(count + 1.0);
        }
        sum
    });
}

/// Successes among trials that differ.
fn binomial_regression(n: usize, columns: usize, random: &mut Random) {
    let trials: Vec<i64> = random.indices(n, 30).into_iter().map(i64::from).collect();
    let successes: Vec<i64> =
        trials.iter().map(|&trials| (random.unit() * (trials + 1) as f64) as i64).collect();
    let x = random.numbers(n * columns, -1.0, 1.0);
    let q = random.numbers(columns + 2, -1.5, 1.5);
    let design = matrix(MatRef::from_row_major_slice(&x, n, columns));
    params! { base: interval(0.0, 1.0), scale: positive(), beta: vector(columns) }
    let model = model! {
        base  |= monomorph::distribution::beta(2.0, 3.0), // `beta` is the parameter
        scale |= half_normal(2.0),
        beta  |= normal(0.0, scale),
        data(&successes) |= binomial_logit(data(&trials), base.logit() + design.dot(beta)),
    };
    compare(model, &q, &|q| {
        let (logit, log_scale, beta) = (q[0], q[1], &q[2..]);
        let scale = log_scale.exp();
        let (log_base, log_rest) = (-softplus(-logit), -softplus(logit));
        // beta(2, 3): the constant is log 4!/(1! 2!); the Jacobian is base (1 − base).
        let mut sum = 12f64.ln() + 2.0 * log_base + 3.0 * log_rest;
        sum += LN_2 + normal_log_density(scale, 0.0, 2.0) + log_scale;
        sum += beta.iter().map(|&beta| normal_log_density(beta, 0.0, scale)).sum::<f64>();
        for i in 0..n {
            let eta = logit + row_times(&x, i, beta);
            let (k, n) = (successes[i] as f64, trials[i] as f64);
            sum += log_choose(n, k) - k * softplus(-eta) - (n - k) * softplus(eta);
        }
        sum
    });
}

/// Yes or no, with a slope that is bounded from above and another that is bounded by data.
fn bernoulli_regression(n: usize, groups: usize, random: &mut Random) {
    let y: Vec<bool> = (0..n).map(|_| random.unit() < 0.4).collect();
    let x = random.numbers(n, -2.0, 2.0);
    let group = random.indices(n, groups);
    let bounds = random.numbers(groups, -1.0, 0.0);
    let q = random.numbers(groups + 2, -1.5, 1.5);
    params! { intercept: real(), slope: upper(1.5), shift: vector(groups).lower(&bounds) }
    let model = model! {
        intercept |= uniform(-10.0, 10.0),
        slope     |= normal(-1.0, 2.0),
        shift     |= normal(0.0, 0.5),
        eta = intercept + slope * data(&x) + shift.at(&group),
        data(&y) |= bernoulli_logit(eta),
        increment(-0.01 * eta.square()),
    };
    compare(model, &q, &|q| {
        let (intercept, slope) = (q[0], 1.5 - q[1].exp());
        let shift: Vec<f64> = (0..groups).map(|j| bounds[j] + q[2 + j].exp()).collect();
        let mut sum = -20f64.ln() + normal_log_density(slope, -1.0, 2.0) + q[1..].iter().sum::<f64>();
        sum += shift.iter().map(|&shift| normal_log_density(shift, 0.0, 0.5)).sum::<f64>();
        for i in 0..n {
            let eta = intercept + slope * x[i] + shift[group[i] as usize];
            sum += if y[i] { -softplus(-eta) } else { -softplus(eta) } - 0.01 * eta * eta;
        }
        sum
    });
}

/// A robust regression with unknown degrees of freedom, on a scale that varies with a covariate.
fn student_t_regression(n: usize, random: &mut Random) {
    let y = random.numbers(n, -3.0, 3.0);
    let x = random.numbers(n, -1.0, 1.0);
    let z = random.numbers(n, -1.0, 1.0);
    let q = random.numbers(5, -1.0, 1.0);
    params! { nu: lower(1.0), beta: vector(3), sigma: positive() }
    let model = model! {
        nu    |= gamma(2.0, 0.1),
        beta  |= normal(0.0, 10.0),
        sigma |= lognormal(0.5, 0.8),
        location = beta.at(0) + beta.at(1) * data(&x),
        data(&y) |= student_t(nu, location, sigma * (beta.at(2) * data(&z)).exp()),
    };
    compare(model, &q, &|q| {
        let (nu, beta, sigma) = (1.0 + q[0].exp(), &q[1..4], q[4].exp());
        let mut sum = gamma_log_density(nu, 2.0, 0.1) + q[0];
        sum += beta.iter().map(|&beta| normal_log_density(beta, 0.0, 10.0)).sum::<f64>();
        sum += normal_log_density(q[4], 0.5, 0.8);
        for i in 0..n {
            let scale = sigma * (beta[2] * z[i]).exp();
            sum += student_t_log_density(y[i], nu, beta[0] + beta[1] * x[i], scale);
        }
        sum
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hierarchical_regressions(n in 1usize..150, columns in 1usize..7, groups in 1usize..12, seed: u64) {
        hierarchical_regression(n, columns, groups, &mut Random(seed));
    }

    #[test]
    fn poisson_regressions(n in 1usize..150, groups in 1usize..12, seed: u64) {
        poisson_regression(n, groups, &mut Random(seed));
    }

    #[test]
    fn binomial_regressions(n in 1usize..150, columns in 1usize..7, seed: u64) {
        binomial_regression(n, columns, &mut Random(seed));
    }

    #[test]
    fn bernoulli_regressions(n in 1usize..150, groups in 1usize..12, seed: u64) {
        bernoulli_regression(n, groups, &mut Random(seed));
    }

    #[test]
    fn student_t_regressions(n in 1usize..150, seed: u64) {
        student_t_regression(n, &mut Random(seed));
    }

    /// Observations in another order give the same density.
    #[test]
    fn order_of_observations(n in 1usize..150, seed: u64) {
        let mut random = Random(seed);
        let mut rows: Vec<(f64, f64, u32)> = (0..n)
            .map(|_| (random.between(-3.0, 3.0), random.between(-1.0, 1.0), (random.unit() * 5.0) as u32))
            .collect();
        let q = random.numbers(7, -1.5, 1.5);
        let evaluations = [false, true].map(|reversed| {
            if reversed {
                rows.reverse();
            }
            let y: Vec<f64> = rows.iter().map(|row| row.0).collect();
            let x: Vec<f64> = rows.iter().map(|row| row.1).collect();
            let group: Vec<u32> = rows.iter().map(|row| row.2).collect();
            params! { alpha: vector(5), slope: real(), sigma: positive() }
            let model = model! {
                alpha |= normal(0.0, 1.0),
                slope |= normal(0.0, 1.0),
                sigma |= exponential(1.0),
                data(&y) |= normal(alpha.at(&group) + slope * data(&x), sigma),
            };
            with_room(|| evaluate(&model.compile().expect("the model compiles"), &q))
        });
        let [(forward, gradient), (backward, mirrored)] = evaluations;
        assert_near(backward, forward, 1e-13 * forward.abs(), || "log density".to_owned());
        for (&got, &want) in mirrored.iter().zip(&gradient) {
            assert_near(got, want, 1e-12 * largest(&gradient), || "gradient".to_owned());
        }
    }
}
