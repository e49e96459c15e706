//! The matrices of log likelihoods, and the numbers of R and ArviZ for them.

use monomorph_diagnostics::loo::LogLikelihood;
use serde_json::Value;
use std::sync::LazyLock;

/// The number of chains of every matrix, and the number of draws of a chain.
pub const CHAINS: usize = 4;
pub const DRAWS: usize = 500;

pub static R: LazyLock<Value> = LazyLock::new(|| parse(include_str!("data/r_loo.json")));
pub static ARVIZ: LazyLock<Value> = LazyLock::new(|| parse(include_str!("data/arviz.json")));

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The numbers of an array.
pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

pub const NAMES: [&str; 3] = ["eight_schools", "poisson_outlier", "poisson_outlier_no_slope"];

/// The log likelihoods of a model: a column of all draws, chain after chain, for each observation.
pub fn columns(name: &str) -> Vec<Vec<f64>> {
    let column = |bytes: &[u8], width: usize, of: usize| -> Vec<f64> {
        let numbers = bytes.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes));
        numbers.skip(of).step_by(width).collect()
    };
    match name {
        "eight_schools" => {
            let bytes = include_bytes!("data/eight_schools.f64");
            (0..8).map(|school| column(bytes, 8, school)).collect()
        }
        "poisson_outlier" => {
            let bytes = include_bytes!("data/poisson_outlier.f64");
            poisson(&column(bytes, 2, 0), &column(bytes, 2, 1))
        }
        _ => poisson(
            &column(include_bytes!("data/poisson_outlier_no_slope.f64"), 1, 0),
            &[0.0; CHAINS * DRAWS],
        ),
    }
}

fn poisson(intercepts: &[f64], slopes: &[f64]) -> Vec<Vec<f64>> {
    let (x, y) = (numbers(&ARVIZ["data"]["x"]), numbers(&ARVIZ["data"]["y"]));
    let log_factorial = |y: f64| (1..=y as u32).map(|k| f64::from(k).ln()).sum::<f64>();
    x.iter()
        .zip(&y)
        .map(|(x, y)| {
            let density = |(intercept, slope): (&f64, &f64)| {
                let eta = intercept + slope * x;
                y * eta - eta.exp() - log_factorial(*y)
            };
            intercepts.iter().zip(slopes).map(density).collect()
        })
        .collect()
}

/// Fails if two lists differ by more than the tolerance at some place.
pub fn close(actual: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(actual.len(), expected.len(), "{what}");
    assert!(tolerance.is_finite(), "{what}: every number would be within {tolerance}");
    for (at, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        assert!((actual - expected).abs() <= tolerance, "{what}, element {at}: {actual}, not {expected}");
    }
}

/// The log likelihoods of a model in the form that estimates take.
pub fn log_likelihood(name: &str) -> LogLikelihood<'static> {
    LogLikelihood::new(columns(name).concat(), CHAINS, DRAWS).unwrap()
}
