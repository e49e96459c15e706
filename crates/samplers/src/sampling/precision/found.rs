//! A precision by the curvature −∇² log p at a point: its pattern, its values, and a ridge where it is
//! needed.

use super::curvature::Evaluate;
use super::{PrecisionMatrix, curvature, sparsity};
use crate::error::Error;
use crate::linalg::sparse::Pattern;

/// The size below which a value is rounding, in units of the deviations of its row and its column.
const NEGLIGIBLE: f64 = 1e-8;

impl PrecisionMatrix {
    /// Returns the precision by the curvature at a point. The pattern is found if it is not given.
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

/// Returns the pattern and the values without the places where the value is 0 within rounding.
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
