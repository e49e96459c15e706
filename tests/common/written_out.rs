//! Models compared with their densities written out, with gradients by differences. They are written as
//! users write them. The programs that include this file, and `plain.rs` as `crate::plain`, compile them as
//! users do: the gradient of each model is one function of all statements.

use crate::plain::{assert_near, gradient_by_differences, lgamma, logistic, numbers, softplus};
use monomorph::distribution;
use monomorph::faer::MatRef;
use monomorph::functions::log_sum_exp;
use monomorph::prelude::*;
use std::f64::consts::{PI, TAU};

/// Compares the value with the formula, and the gradient with the formula's differences.
fn check_against(model: impl Model, q: &[f64], formula: impl Fn(&[f64]) -> f64) {
    let posterior = model.compile().expect("the model compiles");
    assert_eq!(posterior.dimension(), q.len());
    let mut gradient = vec![f64::NAN; q.len()];
    let mut workspace = posterior.workspace();
    let value = posterior.log_density_and_gradient(q, &mut gradient, &mut workspace);
    let want = formula(q);
    assert_near(value, want, 1e-12 * want.abs().max(1.0), || format!("value at {q:?}"));
    let alone = posterior.log_density(q, &mut workspace);
    assert_near(alone, want, 1e-12 * want.abs().max(1.0), || format!("value without gradient at {q:?}"));
    let slopes = gradient_by_differences(&mut |q| formula(q), q);
    for (place, (got, want)) in gradient.iter().zip(&slopes).enumerate() {
        assert_near(*got, *want, 1e-8 * want.abs().max(1.0), || format!("gradient[{place}] at {q:?}"));
    }
}

fn normal_of(y: f64, mu: f64, sigma: f64) -> f64 {
    -0.5 * ((y - mu) / sigma).powi(2) - sigma.ln() - 0.5 * TAU.ln()
}

fn cauchy_of(y: f64, scale: f64) -> f64 {
    -(PI * scale).ln() - (y / scale).powi(2).ln_1p()
}

fn log_of_sum(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest + terms.iter().map(|term| (term - largest).exp()).sum::<f64>().ln()
}

/// log (1 − Φ(z)), by the continued fraction of Mills' ratio.
fn log_above(z: f64) -> f64 {
    assert!(z > 1.0, "the fraction converges slowly below");
    let fraction = (1..400).rev().fold(z, |rest, k| z + f64::from(k) / rest);
    -0.5 * z * z - 0.5 * TAU.ln() - fraction.ln()
}

/// Each comparison, with its name.
pub const MODELS: [(&str, fn()); 12] = [
    ("eight schools", eight_schools),
    ("linear regressions", linear_regressions),
    ("generalised regressions", generalised_regressions),
    ("varying intercepts", varying_intercepts),
    ("nested groups", nested_groups),
    ("rates and categories", rates_and_categories),
    ("composites", composites),
    ("covariances", covariances),
    ("correlations", correlations),
    ("time", time),
    ("marginalised and conditioned", marginalised_and_conditioned),
    ("functions", functions),
];

const SCHOOLS: [[f64; 8]; 2] =
    [[28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0], [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0]];

/// A function of q = (μ, log τ, η).
fn eight_schools() {
    let [y, sigma] = SCHOOLS;
    params! { mu: real(), tau: positive(), eta: vector(8) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, data(&sigma)),
    };
    check_against(model, &[1.2, 0.4, 0.3, -0.2, 0.9, -1.1, 0.1, 0.5, -0.7, 0.2], |q| {
        let (mu, tau) = (q[0], q[1].exp());
        let prior = normal_of(mu, 0.0, 5.0) + cauchy_of(tau, 5.0) + 2.0_f64.ln() + q[1];
        let school =
            |i: usize| normal_of(q[2 + i], 0.0, 1.0) + normal_of(y[i], mu + tau * q[2 + i], sigma[i]);
        prior + (0..8).map(school).sum::<f64>()
    });
}

/// Sums of squares of 5 and 19 rows, which fit a block of 64, and of 150, which do not.
fn linear_regressions() {
    for rows in [5, 19, 150] {
        let (x, noise) = (numbers(3 * rows), numbers(rows));
        let y: Vec<f64> = (0..rows).map(|i| 0.7 - 1.3 * x[3 * i] + x[3 * i + 1] + 0.4 * noise[i]).collect();
        let design = MatRef::from_row_major_slice(&x, rows, 3);
        params! { alpha: real(), beta: vector(3), sigma: positive() }
        let model = model! {
            alpha |= normal(0.0, 10.0),
            beta  |= normal(0.0, 2.0),
            sigma |= exponential(1.0),
            data(&y) |= normal(alpha + data(design).dot(beta), sigma),
        };
        check_against(model, &[0.3, -0.8, 0.6, 0.1, -0.2], |q| {
            let sigma = q[4].exp();
            let prior = normal_of(q[0], 0.0, 10.0)
                + q[1..4].iter().map(|b| normal_of(*b, 0.0, 2.0)).sum::<f64>()
                + (q[4] - sigma);
            let row = |i: usize| {
                let eta = q[0] + (0..3).map(|j| x[3 * i + j] * q[1 + j]).sum::<f64>();
                normal_of(y[i], eta, sigma)
            };
            prior + (0..rows).map(row).sum::<f64>()
        });
    }
}

/// Rows whose law is not normal: log odds, log rates, and counts that vary more than Poisson's.
fn generalised_regressions() {
    for rows in [3, 17, 70] {
        let x = numbers(rows);
        let flags: Vec<u8> = x.iter().map(|x| u8::from(*x > 0.1)).collect();
        let counts: Vec<u32> = x.iter().map(|x| (3.0 + 2.5 * x) as u32).collect();
        params! { a: real(), b: real(), phi: positive() }
        let model = model! {
            a   |= normal(0.0, 1.0),
            b   |= student_t(4.0, 0.0, 1.0),
            phi |= gamma(2.0, 0.5),
            data(&flags)  |= bernoulli_logit(a + b * data(&x)),
            data(&counts) |= poisson_log(a - b * data(&x)),
            data(&counts) |= neg_binomial_2_log(b * data(&x), phi),
        };
        check_against(model, &[0.4, -0.9, 0.7], |q| {
            let (a, b, phi) = (q[0], q[1], q[2].exp());
            let student = lgamma(2.5) - lgamma(2.0) - 0.5 * (4.0 * PI).ln() - 2.5 * (b * b / 4.0).ln_1p();
            let gamma = 2.0 * 0.5_f64.ln() + phi.ln() - 0.5 * phi + q[2];
            let row = |i: usize| {
                let y = f64::from(counts[i]);
                let (odds, rate, mean) = (a + b * x[i], a - b * x[i], (b * x[i]).exp());
                let flag = -softplus(if flags[i] == 1 { -odds } else { odds });
                let poisson = y * rate - rate.exp() - lgamma(y + 1.0);
                let negative = lgamma(y + phi) - lgamma(phi) - lgamma(y + 1.0)
                    + phi * (phi / (phi + mean)).ln()
                    + y * (mean / (phi + mean)).ln();
                flag + poisson + negative
            };
            normal_of(a, 0.0, 1.0) + student + gamma + (0..rows).map(row).sum::<f64>()
        });
    }
}

/// Groups whose effects are gathered by index, in the centred form.
fn varying_intercepts() {
    let group = [0_usize, 2, 1, 1, 0, 2, 2, 2, 0, 1, 2];
    let y = numbers(group.len());
    params! { mu: real(), tau: positive(), alpha: vector(3), sigma: positive() }
    let model = model! {
        mu    |= normal(0.0, 3.0),
        tau   |= exponential(0.5),
        alpha |= normal(mu, tau),
        sigma |= lognormal(0.0, 0.5),
        data(&y) |= normal(alpha.at(&group), sigma),
    };
    check_against(model, &[0.2, -0.3, 0.5, -0.4, 1.1, 0.1], |q| {
        let (tau, sigma) = (q[1].exp(), q[5].exp());
        let prior = normal_of(q[0], 0.0, 3.0) + 0.5_f64.ln() - 0.5 * tau + q[1] + normal_of(q[5], 0.0, 0.5);
        let effects: f64 = q[2..5].iter().map(|a| normal_of(*a, q[0], tau)).sum();
        prior + effects + group.iter().zip(&y).map(|(&g, y)| normal_of(*y, q[2 + g], sigma)).sum::<f64>()
    });
}

/// Answers by cell and by state, of which one determines a side and the other a region: gathers that are read
/// as sums where rows differ, and one by one where they are merged.
fn nested_groups() {
    let rows = 403;
    let (cell, state): (Vec<usize>, Vec<usize>) = (0..rows).map(|row| (row % 6, row / 6 % 8)).unzip();
    let by = |index: &[usize], f: fn(usize) -> usize| index.iter().map(|&at| f(at)).collect::<Vec<_>>();
    let (side, region) = (by(&cell, |cell| cell / 2), by(&state, |state| state / 3));
    let (y, x): (Vec<bool>, _) = ((0..rows).map(|row| row * row % 7 < 3).collect(), numbers(rows));
    for slope in [0.0, 0.3] {
        let x: Vec<f64> = x.iter().map(|x| slope * x).collect();
        params! { a: vector(6), b: vector(3), c: vector(8), d: vector(3) }
        let groups = a.at(&cell) + b.at(&side) + c.at(&state) + d.at(&region);
        let model = model! {
            a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), c |= normal(0.0, 1.0), d |= normal(0.0, 1.0),
            data(&y) |= bernoulli_logit(groups + data(&x)),
        };
        check_against(model, &numbers(20), |q| {
            let row = |row: usize| {
                let effects = q[cell[row]] + q[6 + side[row]] + q[9 + state[row]] + q[17 + region[row]];
                let log_odds = effects + x[row];
                -softplus(if y[row] { -log_odds } else { log_odds })
            };
            let prior: f64 = q.iter().map(|&effect| normal_of(effect, 0.0, 1.0)).sum();
            prior + (0..rows).map(row).sum::<f64>()
        });
    }
}

/// Probabilities: a beta prior, binomial counts, a simplex under a Dirichlet prior, and categories.
fn rates_and_categories() {
    let (successes, trials, classes) = ([3_u32, 7], [10_u32, 12], [0_usize, 2, 2, 1, 2]);
    params! { p: interval(0.0, 1.0), w: simplex(3) }
    let model = model! {
        p |= beta(2.0, 3.0),
        w |= dirichlet(data(&[1.5, 2.0, 0.7])),
        data(&successes) |= binomial(data(&trials), p),
        data(&classes)   |= categorical(w),
    };
    check_against(model, &[0.4, -0.2, 0.9], |q| {
        let choose = |n: f64, k: f64| lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0);
        let (log_p, log_rest) = (-softplus(-q[0]), -softplus(q[0]));
        let beta = lgamma(5.0) - lgamma(2.0) - lgamma(3.0) + log_p + 2.0 * log_rest;
        let counts: f64 = successes
            .iter()
            .zip(&trials)
            .map(|(&k, &n)| (f64::from(k), f64::from(n)))
            .map(|(k, n)| choose(n, k) + k * log_p + (n - k) * log_rest)
            .sum();
        // Stan's simplex: the softmax of an isometric log ratio.
        let (s2, s6) = (2.0_f64.sqrt(), 6.0_f64.sqrt());
        let z = [q[1] / s2 + q[2] / s6, -q[1] / s2 + q[2] / s6, -2.0 * q[2] / s6];
        let log_w = z.map(|one| one - log_of_sum(&z));
        let jacobian = 0.5 * 3.0_f64.ln() + log_w.iter().sum::<f64>();
        let a = [1.5, 2.0, 0.7];
        let constant = lgamma(4.2) - a.iter().map(|a| lgamma(*a)).sum::<f64>();
        let dirichlet = constant + a.iter().zip(&log_w).map(|(a, log)| (a - 1.0) * log).sum::<f64>();
        let categories: f64 = classes.iter().map(|&class| log_w[class]).sum();
        beta + log_p + log_rest + counts + dirichlet + jacobian + categories
    });
}

/// A mixture of two laws, rows that are censored, and a law between bounds.
fn composites() {
    let y = [0.3, -1.1, 2.7, 0.9, 1.4];
    let (times, flags) = ([0.5, 2.0, 1.3], [false, true, false]);
    params! { w: interval(0.0, 1.0), m: real(), rate: positive() }
    let model = model! {
        w    |= uniform(0.0, 1.0),
        m    |= normal(0.0, 2.0).truncated_below(-3.0),
        rate |= exponential(1.0),
        data(&y)     |= mixture((w, 1.0 - w), (normal(m, 1.0), double_exponential(0.0, 2.0))),
        data(&times) |= exponential(rate).right_censored(&flags),
    };
    check_against(model, &[-0.3, 0.8, 0.2], |q| {
        let (w, rate) = (logistic(q[0]), q[2].exp());
        let uniform = -softplus(-q[0]) - softplus(q[0]);
        let truncated = normal_of(q[1], 0.0, 2.0) - (-log_above(1.5).exp()).ln_1p();
        let mixed = |y: f64| {
            let laplace = -(4.0_f64).ln() - y.abs() / 2.0;
            log_of_sum(&[w.ln() + normal_of(y, q[1], 1.0), (1.0 - w).ln() + laplace])
        };
        let survival: f64 = times
            .iter()
            .zip(flags)
            .map(|(t, flag)| if flag { -rate * t } else { rate.ln() - rate * t })
            .sum();
        uniform + truncated + (q[2] - rate) + y.iter().map(|y| mixed(*y)).sum::<f64>() + survival
    });
}

/// Vectors under a covariance, once by its Cholesky factor and once as a Gaussian process.
fn covariances() {
    let (x, y) = ([0.0, 0.4, 1.0], [0.3, -0.2, 0.8]);
    params! { mu: real(), length: positive() }
    let model = model! {
        mu     |= normal(0.0, 1.0),
        length |= inv_gamma(3.0, 2.0),
        data(&y) |= multi_normal(mu + data(&[0.0; 3]), gp_exp_quad_cov(&x, 1.2, length).add_diagonal(0.1)),
    };
    check_against(model, &[0.3, -0.4], |q| {
        let (mu, length) = (q[0], q[1].exp());
        let k = |i: usize, j: usize| {
            1.44 * (-0.5 * ((x[i] - x[j]) / length).powi(2)).exp() + if i == j { 0.1 } else { 0.0 }
        };
        let mut l = [[0.0_f64; 3]; 3];
        let (mut z, mut log_det) = ([0.0_f64; 3], 0.0);
        for i in 0..3 {
            for j in 0..=i {
                let rest = k(i, j) - (0..j).map(|m| l[i][m] * l[j][m]).sum::<f64>();
                l[i][j] = if i == j { rest.sqrt() } else { rest / l[j][j] };
            }
            z[i] = (y[i] - mu - (0..i).map(|m| l[i][m] * z[m]).sum::<f64>()) / l[i][i];
            log_det += l[i][i].ln();
        }
        let gamma = 3.0 * 2.0_f64.ln() - lgamma(3.0) - 4.0 * q[1] - 2.0 / length + q[1];
        normal_of(mu, 0.0, 1.0) + gamma
            - 1.5 * TAU.ln()
            - log_det
            - 0.5 * z.map(|z| z * z).iter().sum::<f64>()
    });
}

/// Correlations by their factor, with scales, under rows of two outcomes.
fn correlations() {
    let y = [0.3, -0.4, 1.1, 0.8, -0.9, 0.2];
    params! { factor: cholesky_factor_corr(2), scale: vector(2).positive() }
    let model = model! {
        factor |= lkj_corr_cholesky(2.0),
        scale  |= exponential(1.0),
        data(&y[..2]) |= multi_normal_cholesky(data(&[0.0, 0.0]), diag_pre_multiply(scale, factor)),
        data(&y[2..4]) |= multi_normal_cholesky(data(&[0.1, 0.0]), diag_pre_multiply(scale, factor)),
    };
    check_against(model, &[0.6, -0.2, 0.3], |q| {
        let (r, s, t) = (q[0].tanh(), q[1].exp(), q[2].exp());
        // Density of the correlation: (1 − r²)^(η − 1) / B, and its Jacobian 1 − r².
        let lkj = (1.0 - r * r).ln() - (4.0_f64 / 3.0).ln();
        let pair = |y: &[f64], m: [f64; 2]| {
            let (u, v) = ((y[0] - m[0]) / s, (y[1] - m[1]) / t);
            let rest = (v - r * u) / (1.0 - r * r).sqrt();
            normal_of(u, 0.0, 1.0) + normal_of(rest, 0.0, 1.0) - s.ln() - t.ln() - 0.5 * (1.0 - r * r).ln()
        };
        lkj + (1.0 - r * r).ln()
            + (q[1] - s)
            + (q[2] - t)
            + pair(&y[..2], [0.0, 0.0])
            + pair(&y[2..4], [0.1, 0.0])
    });
}

/// A loop over time, and states that are marginalised.
fn time() {
    let y = [0.3, -0.2, 0.9, 1.4, 0.6, -0.5, 0.1, 0.8, 1.2];
    params! { a: interval(0.0, 1.0), sigma: positive(), mu: vector(2), stay: interval(0.0, 1.0) }
    let transition = stack_rows((concatenate((stay, 1.0 - stay)), concatenate((1.0 - stay, stay))));
    let model = model! {
        a     |= uniform(0.0, 1.0),
        sigma |= exponential(1.0),
        mu    |= normal(0.0, 1.0),
        stay  |= uniform(0.0, 1.0),
        level  = scan(0.0, data(&y), |level, y| a * level + (1.0 - a) * y),
        data(&y[1..]) |= normal(level.slice(0..8), sigma),
        data(&y) |= hidden_markov(data(&[0.5, 0.5]), transition, components(2, |k| normal(mu.at(k), 1.0))),
    };
    check_against(model, &[0.4, -0.3, 0.7, -0.6, 0.9], |q| {
        let (a, sigma, stay) = (logistic(q[0]), q[1].exp(), logistic(q[4]));
        let uniform = |q: f64| -softplus(-q) - softplus(q);
        let mut level = 0.0;
        let mut sum = uniform(q[0]) + uniform(q[4]) + q[1] - sigma;
        sum += normal_of(q[2], 0.0, 1.0) + normal_of(q[3], 0.0, 1.0);
        for t in 1..y.len() {
            level = a * level + (1.0 - a) * y[t - 1];
            sum += normal_of(y[t], level, sigma);
        }
        let emission = |state: usize, y: f64| normal_of(y, q[2 + state], 1.0);
        let mut forward = [0.5_f64.ln() + emission(0, y[0]), 0.5_f64.ln() + emission(1, y[0])];
        for y in &y[1..] {
            let step = |state: usize| {
                let (same, other) = (forward[state] + stay.ln(), forward[1 - state] + (1.0 - stay).ln());
                log_of_sum(&[same, other]) + emission(state, *y)
            };
            forward = [step(0), step(1)];
        }
        sum + log_of_sum(&forward)
    });
}

/// A category that is summed over, and a variable that is given a value.
fn marginalised_and_conditioned() {
    let y = [0.4, -1.3, 2.1];
    params! { p: interval(0.0, 1.0), m: vector(2), z: vector(3).category(2), sigma: positive() }
    let model = model! {
        p     |= beta(1.0, 2.0),
        m     |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        z     |= bernoulli(p),
        data(&y) |= normal(m.at(z), sigma),
        spread = (2.0 * m).exp(),
        data(0.4) |= normal(0.0, spread.at(0)),
        data(1.9) |= normal(0.0, spread.at(1)),
    };
    let model = model.marginalise(z).condition(sigma, 0.8);
    check_against(model, &[0.2, -0.5, 1.1], |q| {
        let (log_p, log_rest) = (-softplus(-q[0]), -softplus(q[0]));
        let prior = 2.0_f64.ln() + log_rest + log_p + log_rest - 0.8;
        let row = |y: f64| log_of_sum(&[log_rest + normal_of(y, q[1], 0.8), log_p + normal_of(y, q[2], 0.8)]);
        let means = normal_of(q[1], 0.0, 1.0) + normal_of(q[2], 0.0, 1.0);
        let spread = normal_of(0.4, 0.0, (2.0 * q[1]).exp()) + normal_of(1.9, 0.0, (2.0 * q[2]).exp());
        prior + means + spread + y.iter().map(|y| row(*y)).sum::<f64>()
    });
}

/// Functions of numbers, of vectors and of pairs, and bounds that are parameters.
fn functions() {
    params! { a: real(), b: lower(a), v: vector(9), o: ordered(3) }
    let model = model! {
        a |= distribution::logistic(0.0, 1.0),
        b |= normal(0.0, 2.0),
        v |= normal(0.0, 1.0),
        o |= normal(0.0, 1.0),
        increment(-(v.exp().sum() * 0.1).log1p() + log_sum_exp(a, b).sin() + v.dot_self() * b.inv_logit()),
        data(&[0_usize, 2, 1]) |= ordered_logistic(a + data(&[0.1, 0.2, -0.3]), o),
    };
    let mut q = vec![0.3, -0.4];
    q.extend(numbers(9).iter().map(|x| 0.5 * x));
    q.extend([-0.6, 0.1, -0.2]);
    check_against(model, &q, |q| {
        let (a, b, v) = (q[0], q[0] + q[1].exp(), &q[2..11]);
        let o = [q[11], q[11] + q[12].exp(), q[11] + q[12].exp() + q[13].exp()];
        let standard = |x: &[f64]| x.iter().map(|x| normal_of(*x, 0.0, 1.0)).sum::<f64>();
        let prior = -softplus(a) - softplus(-a) + normal_of(b, 0.0, 2.0) + q[1] + standard(v) + standard(&o);
        let sum = v.iter().map(|v| v.exp()).sum::<f64>();
        let squares = v.iter().map(|v| v * v).sum::<f64>();
        let added = -(0.1 * sum).ln_1p() + log_of_sum(&[a, b]).sin() + squares * logistic(b);
        let rows = [(0, a + 0.1), (2, a + 0.2), (1, a - 0.3)];
        let category = |(y, eta): (usize, f64)| {
            let above = |k: usize| logistic(eta - o[k]);
            match y {
                0 => (1.0 - above(0)).ln(),
                3 => above(2).ln(),
                _ => (above(y - 1) - above(y)).ln(),
            }
        };
        prior + q[12] + q[13] + added + rows.map(category).iter().sum::<f64>()
    });
}
