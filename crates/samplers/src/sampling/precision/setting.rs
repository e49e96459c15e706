//! The setting of a run with a given precision.

use super::PrecisionMatrix;
use crate::sampling::Nuts;
use std::sync::Arc;

impl Nuts<'_> {
    /// Samples in the coordinates that a sparse [precision](PrecisionMatrix) makes independent, and learns
    /// the [metric](Self::metric) in these coordinates. It is for fields and series of thousands of
    /// correlated elements with a known precision. [`Metric::Sparse`](crate::sampling::Metric::Sparse)
    /// finds the precision during warmup. Any metric except
    /// [`Metric::Dense`](crate::sampling::Metric::Dense) can be combined with a precision. A leapfrog step
    /// takes two solutions with the triangle of the precision's factor.
    ///
    /// Draws are right with any precision: an inaccurate precision only costs time.
    ///
    /// A run that is [resumed](Self::resume) must have the same precision. If the precision is computed
    /// again from a posterior, on a machine with other instructions, its last digits may differ, so save
    /// its [`values`](PrecisionMatrix::values).
    ///
    /// [`PrecisionMatrix`] has an example.
    pub fn precision(mut self, precision: &PrecisionMatrix) -> Self {
        self.settings.precision = Some(Arc::new(precision.clone()));
        self
    }
}
