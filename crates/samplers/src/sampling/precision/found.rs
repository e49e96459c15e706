//! A precision by the curvature −∇² log p at a point: its pattern, its values, and a ridge where it needs
//! one.

use super::curvature::Evaluate;
use super::{PrecisionMatrix, curvature, sparsity};
use crate::error::Error;
use crate::linalg::sparse::Pattern;

/// A value that is smaller than this, in units of the deviations of its row and its column, is rounding.
const NEGLIGIBLE: f64 = 1e-8;

impl PrecisionMatrix {
    /// The precision by the curvature at a point, on a pattern that is found if it is not given.
    pub(in crate::sampling) fn found(
        pattern: Option<&Pattern>,
        point: &[f64],
        evaluate: &mut Evaluate<'_>,
    ) -> Result<Self, Error> {
        let mut gradient = vec![0.0; point.len()];
        curvature::is_finite("at", evaluate(point, &mut gradient))?;
        let mut own = match pattern {
            Some(pattern) => {
                let values = curvature::of(pattern, point, &gradient, evaluate)?;
                Self::without_factor(pattern, values)?
            }
            None => {
                let Some(pattern) = sparsity::of(point, &gradient, evaluate)? else {
                    let reason = "most coordinates meet in the log density, which is not sparse".to_owned();
                    return Err(Error::Refused {
                        statement: String::new(),
                        function: "PrecisionMatrix::at",
                        reason,
                    });
                };
                let values = curvature::of(&pattern, point, &gradient, evaluate)?;
                let (pattern, values) = without_zeros(&pattern, &values)?;
                Self::without_factor(&pattern, values)?
            }
        };
        own.raise()?;
        Ok(own)
    }
}

/// The places of a pattern whose values are not 0 but for rounding.
fn without_zeros(pattern: &Pattern, values: &[f64]) -> Result<(Pattern, Vec<f64>), Error> {
    let deviations: Vec<f64> = pattern.diagonal().map(|place| values[place].abs().sqrt()).collect();
    let is_kept = |row: usize, column: usize, value: f64| {
        row == column || value.abs() > NEGLIGIBLE * deviations[row] * deviations[column]
    };
    let all = pattern.iter().zip(values).filter(|((row, column), value)| is_kept(*row, *column, **value));
    let (places, values): (Vec<_>, Vec<f64>) = all.map(|(place, value)| (place, *value)).unzip();
    let pattern = Pattern::new(pattern.size(), places)
        .map_err(|_| Error::TooLarge { statement: String::new(), what: "the precision".to_owned() })?;
    Ok((pattern, values))
}
