//! A gradient against the number of observations.

use crate::chart::{Chart, Series};
use crate::clock;
use crate::logistic::{self, Way};
use crate::regression::Data;
use monomorph::prelude::*;
use std::error::Error;

const COLUMNS: usize = 10;
const SIZES: [usize; 9] = [100, 316, 1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000];

pub fn run() -> Result<(), Box<dyn Error>> {
    let mut chart = Chart {
        file: "rows.svg",
        title: "A gradient against the number of observations",
        axis: "observations",
        timed: "a gradient",
        series: [
            "logistic regression, 10 columns",
            "linear regression, 10 columns, rewritten",
            "normal plate, one mean each",
            "Poisson regression, 10 columns, 50 intercepts",
        ]
        .map(Series::new)
        .into(),
    };
    for size in (0..clock::TURNS).flat_map(|_| SIZES) {
        let data = Data::new(size, COLUMNS);
        let times = [logistic(&data)?, linear(&data)?, plate(&data)?, poisson_regression(&data)?];
        chart.push(size, &times);
    }
    chart.finish()
}

/// Not rewritten: every row is read in every gradient.
pub fn logistic(observed: &Data) -> Result<f64, monomorph::Error> {
    Ok(clock::gradient(&logistic::posterior(observed, Way::With(Options::default()))?))
}

/// Linear regression: `compile()` replaces the rows by orthogonal factors, one row for each column.
pub fn linear(observed: &Data) -> Result<f64, monomorph::Error> {
    let x = data(observed.predictors());
    params! { alpha: real(), beta: vector(observed.predictors().ncols()), sigma: positive() }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        sigma |= exponential(1.0),
        data(&observed.measured) |= normal(alpha + x.dot(beta), sigma),
    };
    Ok(clock::gradient(&model.compile()?))
}

/// As many parameters as observations.
fn plate(observed: &Data) -> Result<f64, monomorph::Error> {
    let y = &observed.measured;
    params! { mu: real(), tau: positive(), theta: vector(y.len()) }
    let model = model! {
        mu    |= normal(0.0, 5.0),
        tau   |= half_cauchy(5.0),
        theta |= normal(mu, tau),
        data(y) |= normal(theta, 0.8),
    };
    Ok(clock::gradient(&model.compile()?))
}

/// An intercept for each group.
fn poisson_regression(observed: &Data) -> Result<f64, monomorph::Error> {
    let x = data(observed.predictors());
    params! { mu: real(), tau: positive(), alpha: vector(Data::GROUPS), beta: vector(COLUMNS) }
    let model = model! {
        mu    |= normal(0.0, 5.0),
        tau   |= half_normal(1.0),
        alpha |= normal(mu, tau),
        beta  |= normal(0.0, 1.0),
        data(&observed.counts) |= poisson_log(alpha.at(&observed.group) + x.dot(beta)),
    };
    Ok(clock::gradient(&model.compile()?))
}
