//! The precision H = −∇² log p at a point, by central differences of gradients.
//!
//! A product H d, for a vector d that is nonzero only at the coordinates of one colour, determines all
//! elements of these coordinates: see [`Colouring`]. Coordinates differ in scale, but one step serves all
//! coordinates of a colour. So each coordinate has in d about one standard deviation by its own curvature,
//! which a first round finds.

use crate::differences;
use crate::error::Error;
use crate::linalg::sparse::{Colouring, Pattern};

/// Stores the gradient at a point, and returns the log density.
pub(super) type Evaluate<'a> = dyn FnMut(&[f64], &mut [f64]) -> f64 + 'a;

/// The number of rounds. The first round finds the lengths of steps.
const ROUNDS: usize = 2;

/// Returns an error if the log density at the point, or beside it, is not finite.
pub(super) fn is_finite(where_: &str, value: f64) -> Result<(), Error> {
    if value.is_finite() {
        return Ok(());
    }
    let what = format!("the log density, or its gradient, {where_} the point of the precision");
    Err(Error::NotFinite { statement: String::new(), what, index: None, value })
}

/// Returns the values at the places of a pattern, given the gradient at the point.
pub(super) fn of(
    pattern: &Pattern,
    point: &[f64],
    gradient: &[f64],
    evaluate: &mut Evaluate<'_>,
) -> Result<Vec<f64>, Error> {
    let (size, colouring) = (pattern.size(), Colouring::new(pattern));
    let mut units: Vec<f64> = point.iter().map(|coordinate| 1.0 + coordinate.abs()).collect();
    let mut values = vec![0.0; pattern.len()];
    let mut products = vec![0.0; colouring.count() * size];
    for _ in 0..ROUNDS {
        for (colour, product) in products.chunks_exact_mut(size.max(1)).enumerate() {
            let mut direction = vec![0.0; size];
            colouring.rows(colour).for_each(|row| direction[row] = units[row]);
            let found = differences::product(point, gradient, &direction, product, evaluate);
            is_finite("beside", if found.is_some() { 0.0 } else { f64::NAN })?;
        }
        for (value, (row, column)) in values.iter_mut().zip(pattern.iter()) {
            let (one, other) = colouring.place(row, column);
            *value = -products[colouring.of(one) * size + other] / units[one];
        }
        for (unit, place) in units.iter_mut().zip(pattern.diagonal()) {
            let deviation = values[place].sqrt().recip();
            // A curvature that is zero or upwards determines no scale.
            if deviation < *unit && deviation > 0.0 {
                *unit = deviation;
            }
        }
    }
    Ok(values)
}
