//! Comparisons of solutions of equations with closed forms.

use crate::common::{assert_gradient, assert_near, differences, evaluate, largest};
use monomorph::prelude::*;

/// The allowed errors.
pub struct Allowed {
    /// The error of a value, relative to the value or to `least`.
    pub value: f64,
    /// The size below which values have the absolute error of a value of this size.
    pub least: f64,
    /// The error of a slope, relative to the largest slope or to 1.
    pub slope: f64,
}

/// Compares values that are defined in the model, and its gradient with differences.
pub fn assert_solved<M: BoundModel>(
    posterior: &Posterior<M>,
    q: &[f64],
    expected: &[(&str, Vec<f64>)],
    what: &str,
    Allowed { value, least, slope }: Allowed,
) {
    let values = posterior.constrain(q).unwrap();
    for (name, expected) in expected {
        let got = values.get(*name).unwrap();
        assert_eq!(got.len(), expected.len(), "{name}");
        for (got, expected) in got.iter().zip(expected) {
            assert_near(*got, *expected, value * expected.abs().max(least), || format!("{name}, {what}"));
        }
    }
    let gradient = evaluate(posterior, q).1;
    let differences = differences(posterior, q);
    assert_gradient(&gradient, &differences, slope * largest(&differences).max(1.0), || what.to_owned());
}
