//! Mixtures of two normal distributions, the component of each observation summed over.
//!
//! The crate has no word for mixtures yet: log(θ eᵃ + (1 − θ) eᵇ) = log(1 − θ) + b + log(1 + e^(logit θ + a − b)).

use crate::*;

#[test]
fn normal_mixture() {
    let Some(case) = Case::open("normal_2-normal_mixture") else { return };
    let y = case.vector("y");
    let y = data(&y);
    let log_scale = -0.5 * std::f64::consts::TAU.ln();
    params! { theta: interval(0.0, 1.0), mu: vector(2) }
    let first = -0.5 * (y - mu.at(0)).square();
    let second = -0.5 * (y - mu.at(1)).square();
    case.compare(model! {
        theta |= uniform(0.0, 1.0),
        mu    |= normal(0.0, 10.0),
        increment((-theta).log1p() + second + (theta.logit() + (first - second)).log1p_exp() + log_scale),
    });
}

#[test]
fn low_dim_gauss_mix_collapse() {
    let Some(case) = Case::open("low_dim_gauss_mix_collapse-low_dim_gauss_mix_collapse") else { return };
    let y = case.vector("y");
    let y = data(&y);
    let log_scale = -0.5 * std::f64::consts::TAU.ln();
    params! { mu: vector(2), sigma: vector(2).positive(), theta: interval(0.0, 1.0) }
    let first = -0.5 * ((y - mu.at(0)) / sigma.at(0)).square() - sigma.at(0).log();
    let second = -0.5 * ((y - mu.at(1)) / sigma.at(1)).square() - sigma.at(1).log();
    case.compare(model! {
        sigma |= normal(0.0, 2.0),
        mu    |= normal(0.0, 2.0),
        theta |= beta(5.0, 5.0),
        increment((-theta).log1p() + second + (theta.logit() + (first - second)).log1p_exp() + log_scale),
    });
}
