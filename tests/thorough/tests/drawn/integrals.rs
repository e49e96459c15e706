//! Marginalised variables are drawn exactly, given the draws of the other parameters.

use crate::common::normal::log_density as normal_density;
use approx::assert_relative_eq;
use monomorph::prelude::*;

/// Draws of what was marginalised are those of the posterior of all, and pointwise log likelihoods are those
/// of the integral.
#[test]
fn draws() {
    let y = [2.2, -0.4, 3.3, 1.9];
    params! { mu: real(), theta: vector(4), p: interval(0.0, 1.0), rate: positive() }
    let model = model! {
        mu    |= normal(0.0, 2.0),
        theta |= normal(mu, 1.5),
        p     |= beta(2.0, 3.0),
        rate  |= gamma(2.0, 1.0),
        data(&y) |= normal(theta, 1.0),
        data(7) |= binomial(9, p),
        data(4) |= poisson(rate),
    };
    let marginal = model.marginalise(theta).marginalise(p).marginalise(rate);
    let posterior = marginal.compile().unwrap();
    let fit = posterior.nuts().chains(1).warmup(200).draws(1_500).seed(1).run().unwrap();
    let drawn = posterior.recover(fit.draws(), 2).unwrap();
    // y is normal with the variance 1.5² + 1 around mu; given all of it mu is normal.
    let precision = 0.25 + 4.0 / 3.25;
    let mean = y.iter().sum::<f64>() / 3.25 / precision;
    let share = 2.25 / 3.25;
    let theta_0 = (share * y[0] + (1.0 - share) * mean, share + ((1.0 - share).powi(2)) / precision);
    let moments = [
        ("theta[0]", theta_0.0, theta_0.1),
        ("p", 9.0 / 14.0, 9.0 * 5.0 / (14.0 * 14.0 * 15.0)),
        ("rate", 3.0, 1.5),
    ];
    for (name, mean, variance) in moments {
        let column = drawn.column(name).unwrap();
        let error = (variance / 1_000.0).sqrt();
        assert!((column.mean() - mean).abs() < 4.0 * error, "{name}: {} {mean}", column.mean());
        assert!((column.sd() / variance.sqrt() - 1.0).abs() < 0.1, "{name}: {} {variance}", column.sd());
    }
    let pointwise = marginal.pointwise_log_likelihood(fit.draws()).unwrap();
    let mu = fit.draws().column("mu").unwrap().as_slice().to_vec();
    let of_first = pointwise.column("y[0]").unwrap().as_slice().to_vec();
    for (mu, value) in mu.iter().zip(of_first) {
        assert_relative_eq!(value, normal_density(y[0], *mu, 3.25_f64.sqrt()), max_relative = 1e-8);
    }
    let unknown = posterior.probabilities(p, fit.draws()).err().unwrap();
    assert!(matches!(unknown, Error::UnknownName { .. }), "{unknown}");
}
