//! Sums over all values of discrete parameters, one value after the other.

use approx::assert_relative_eq;
use monomorph::prelude::*;

/// Returns a point that depends on the seed.
pub fn point(dimension: usize, seed: usize) -> Vec<f64> {
    (0..dimension).map(|place| ((seed * 7 + place * 3) as f64 * 1.7).sin() * 0.9).collect()
}

/// Checks that the log density and the gradient of `marginal` are a sum over vectors, by Fisher's identity.
/// The sum is over all vectors of `length` whole numbers, each one of `count` numbers from `lowest` on, and
/// adds the densities given the vector.
pub fn assert_enumerated(
    marginal: &dyn Density,
    (lowest, count, length): (i32, usize, usize),
    given: impl Fn(&[f64]) -> Option<Box<dyn Density>>,
) {
    let states = (0..count.pow(length as u32)).filter_map(|state| {
        let digit = |place: usize| f64::from(lowest) + (state / count.pow(place as u32) % count) as f64;
        given(&(0..length).map(digit).collect::<Vec<f64>>())
    });
    let states: Vec<_> = states.collect();
    let mut workspace = marginal.workspace();
    for seed in 0..3 {
        let q = point(marginal.dimension(), seed);
        let evaluated = states.iter().map(|state| {
            let mut gradient = vec![0.0; q.len()];
            (state.log_density_and_gradient(&q, &mut gradient, &mut state.workspace()), gradient)
        });
        let evaluated: Vec<(f64, Vec<f64>)> = evaluated.collect();
        let largest = evaluated.iter().map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = evaluated.iter().map(|(value, _)| (value - largest).exp()).sum();
        let expected = largest + sum.ln();
        assert!(expected.is_finite());
        let mut gradient = vec![0.0; q.len()];
        let value = marginal.log_density_and_gradient(&q, &mut gradient, &mut workspace);
        assert_relative_eq!(value, expected, max_relative = 1e-10);
        assert_relative_eq!(marginal.log_density(&q, &mut workspace), expected, max_relative = 1e-10);
        for (place, slope) in gradient.iter().enumerate() {
            let terms = evaluated.iter().map(|(value, gradient)| (value - expected).exp() * gradient[place]);
            assert_relative_eq!(*slope, terms.sum::<f64>(), max_relative = 1e-8, epsilon = 1e-9);
        }
    }
}

/// Makes the posterior of a model with a given value of a variable.
macro_rules! given {
    ($model:expr, $variable:expr) => {
        |value: &[f64]| -> Option<Box<dyn Density>> {
            Some(Box::new($model.condition($variable, value).compile().unwrap()))
        }
    };
}
pub(crate) use given;

/// Returns observations around three places.
pub fn observations(count: usize) -> Vec<f64> {
    (0..count).map(|i| [-2.0, 0.5, 3.0][i % 3] + (i as f64 * 0.7).sin()).collect()
}
