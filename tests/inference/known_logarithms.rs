//! Logarithms that the transform of a scalar stores: of probabilities in laws that are linear in them, in
//! functions and in definitions, and of scales in sums of squares. Each is compared with its formula, near
//! the ends of the support, and for values from draws, which no transform has computed.

use crate::common::{check_against, column, with_room};
use monomorph::Error;
use monomorph::faer::MatRef;
use monomorph::prelude::*;

/// log s(q) and log s(−q) with the logistic function s.
fn log_odds(q: f64) -> [f64; 2] {
    let rest = (-q.abs()).exp().ln_1p();
    [q.min(0.0) - rest, (-q).min(0.0) - rest]
}

/// A normal log density.
fn normal_at(y: f64, location: f64, scale: f64) -> f64 {
    let z = (y - location) / scale;
    -0.5 * z * z - scale.ln() - 0.5 * core::f64::consts::TAU.ln()
}

const SEEN: ([f64; 3], [f64; 3]) = ([3.0, 0.0, 7.0], [5.0, 4.0, 7.0]);

/// The sum of the log binomial coefficients of the observations, which are 10, 1 and 1.
const CHOICES: f64 = core::f64::consts::LN_10;

#[test]
fn probabilities() {
    with_room(|| {
        let ((seen, trials), coins, waits) = (SEEN, [1.0, 0.0, 1.0], [2.0, 0.0]);
        params! { theta: interval(0.0, 1.0) }
        let model = model! {
            theta |= beta(2.5, 1.0),
            data(&seen) |= binomial(data(&trials), theta),
            data(&coins) |= bernoulli(theta),
            data(&waits) |= geometric(theta),
            level = 3.0 * theta.log() - theta.log1m(),
            increment(level * theta),
        };
        for q in [-700.0, -40.0, -1.5, 0.0, 0.3, 2.0, 36.0] {
            check_against(model, &[q], |q| {
                let [log, rest] = log_odds(q[0]);
                let theta = log.exp();
                // The beta density has the normaliser log 2.5.
                let prior = 1.5 * log + 2.5_f64.ln() + log + rest;
                let law = (10.0 + 2.0 + 2.0) * log + (6.0 + 1.0 + 2.0) * rest + CHOICES;
                prior + law + (3.0 * log - rest) * theta
            });
        }
    });
}

/// The stored logarithms of a scalar are not used for a function of the scalar.
#[test]
fn functions_of_scalars_know_nothing() {
    with_room(|| {
        params! { theta: interval(0.0, 1.0) }
        check_against(
            model! {
                theta |= flat(),
                data(3.0) |= binomial(5, 0.9 * theta),
                data(&SEEN.0) |= geometric(0.5 * theta),
            },
            &[0.4],
            |q| {
                let [log, rest] = log_odds(q[0]);
                let theta = log.exp();
                let binomial = 3.0 * (0.9 * theta).ln() + 2.0 * (-0.9 * theta).ln_1p() + 10.0_f64.ln();
                binomial + 3.0 * (0.5 * theta).ln() + 10.0 * (-0.5 * theta).ln_1p() + log + rest
            },
        );
    });
}

/// A parameter above 0 stores log x and 1/x, but not log(1 − x).
#[test]
fn other_supports_know_other_logarithms() {
    with_room(|| {
        let (seen, trials) = SEEN;
        params! { p: positive() }
        check_against(
            model! { p |= exponential(1.0), data(&seen) |= binomial(data(&trials), p) },
            &[-1.2],
            |q| {
                let p = q[0].exp();
                q[0] - p + 10.0 * q[0] + 6.0 * (-p).ln_1p() + CHOICES
            },
        );
        let (y, x) = ([0.3, -0.4, 1.1, 0.2, 0.9], [0.5, 1.0, -1.5, 2.0, 0.25]);
        let formula = |q: &[f64], scale: f64| -> f64 {
            y.iter().zip(&x).map(|(y, x)| normal_at(*y, q[0] * x, scale)).sum()
        };
        params! { slope: real(), share: interval(0.0, 1.0) }
        check_against(
            model! { slope |= flat(), share |= flat(), data(&y) |= normal(slope * data(&x), share) },
            &[0.4, 0.7],
            |q| {
                let [log, rest] = log_odds(q[1]);
                formula(q, log.exp()) + log + rest
            },
        );
        params! { b: real(), shifted: lower(0.5) }
        check_against(
            model! { b |= flat(), shifted |= flat(), data(&y) |= normal(b * data(&x), shifted) },
            &[0.4, 0.7],
            |q| formula(q, 0.5 + q[1].exp()) + q[1],
        );
    });
}

/// Priors of scales that read log y and also 1/y or a varying argument.
#[test]
fn priors_of_scalars_above_zero() {
    with_room(|| {
        let half_log_tau = 0.5 * core::f64::consts::TAU.ln();
        /// Compares a prior with its log density as a function of y and log y.
        macro_rules! prior {
            ($law:expr, |$y:ident, $log:ident| $formula:expr) => {{
                params! { y: positive() }
                for q in [-3.0, -0.4, 0.0, 1.2] {
                    check_against(model! { y |= $law }, &[q], |q| {
                        let ($y, $log) = (q[0].exp(), q[0]);
                        $log + $formula
                    });
                }
            }};
        }
        prior!(gamma(3.0, 2.0), |y, log| 3.0 * 2.0_f64.ln() - 2.0_f64.ln() + 2.0 * log - 2.0 * y);
        prior!(inv_gamma(3.0, 2.0), |y, log| 3.0 * 2.0_f64.ln() - 2.0_f64.ln() - 4.0 * log - 2.0 / y);
        prior!(lognormal(0.5, 0.7), |_y, log| {
            -log - 0.7_f64.ln() - half_log_tau - 0.5 * ((log - 0.5) / 0.7).powi(2)
        });
        prior!(chi_square(4.0), |y, log| -2.0 * 2.0_f64.ln() + log - 0.5 * y);
        prior!(inv_chi_square(4.0), |y, log| -2.0 * 2.0_f64.ln() - 3.0 * log - 0.5 / y);
        prior!(scaled_inv_chi_square(4.0, 1.5), |y, log| {
            2.0 * 2.0_f64.ln() + 4.0 * 1.5_f64.ln() - 3.0 * log - 2.0 * 2.25 / y
        });
        prior!(pareto(0.01, 3.0), |_y, log| 3.0_f64.ln() + 3.0 * 0.01_f64.ln() - 4.0 * log);
        params! { shape: positive(), z: positive() }
        check_against(model! { shape |= exponential(1.0), z |= gamma(shape, shape) }, &[0.3, -0.8], |q| {
            let (shape, z) = (q[0].exp(), q[1].exp());
            let law = shape * q[0] - pxfm::f_lgamma(shape) + (shape - 1.0) * q[1] - shape * z;
            law - shape + q[0] + q[1]
        });
    });
}

/// Values of draws are not computed by a transform: the stored logarithms in the workspace belong to
/// another point.
#[test]
fn values_of_draws() -> Result<(), Error> {
    let ((seen, trials), y, x) = (SEEN, [0.3, -0.4, 1.1, 0.2], [1.0, 0.5, 1.0, -1.5]);
    let design = MatRef::from_row_major_slice(&x, 4, 1);
    params! { theta: interval(0.0, 1.0), b: vector(1), sigma: positive() }
    let model = model! {
        theta |= beta(2.0, 2.0),
        b |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        log_theta = theta.log(),
        data(&seen) |= binomial(data(&trials), theta),
        data(&y) |= normal(matrix(design).dot(b), sigma),
    };
    let fit = model.compile()?.nuts().chains(2).warmup(100).draws(20).seed(3).progress(false).run()?;
    let again = model! {
        theta |= flat(),
        log_theta = theta.log(),
        log_rest = theta.log1m(),
    };
    let predicted = again.predict(fit.draws(), 1)?;
    let likelihood = model.pointwise_log_likelihood(fit.draws())?;
    let sum =
        |draw: usize| -> f64 { likelihood.names().iter().map(|name| column(&likelihood, name)[draw]).sum() };
    for draw in 0..40 {
        let at = |name: &str| column(fit.draws(), name)[draw];
        let (theta, b, sigma) = (at("theta"), at("b[0]"), at("sigma"));
        assert!((at("log_theta") - theta.ln()).abs() < 1e-12);
        assert!((column(&predicted, "log_theta")[draw] - theta.ln()).abs() < 1e-12);
        assert!((column(&predicted, "log_rest")[draw] - (-theta).ln_1p()).abs() < 1e-12);
        let rows: f64 = y.iter().zip(&x).map(|(y, x)| normal_at(*y, b * x, sigma)).sum();
        let want = 10.0 * theta.ln() + 6.0 * (-theta).ln_1p() + CHOICES + rows;
        assert!((sum(draw) - want).abs() < 1e-10 * want.abs(), "{} for {want}", sum(draw));
    }
    Ok(())
}
