//! The setting of a run that has a precision of one's own.

use super::PrecisionMatrix;
use crate::sampling::Nuts;
use std::sync::Arc;

impl Nuts<'_> {
    /// Samples in the coordinates that a sparse [precision](PrecisionMatrix) makes independent, in which the
    /// [metric](Self::metric) is learned: for fields and series of thousands of correlated elements, where
    /// the precision is known. [`Metric::Sparse`](crate::sampling::Metric::Sparse) finds the precision during
    /// warmup. Any metric but [`Metric::Dense`](crate::sampling::Metric::Dense) can be set beside a
    /// precision. A leapfrog step takes two solutions with the triangle of the precision's factor.
    ///
    /// A precision that is somewhat off costs time alone, since draws are right with any.
    ///
    /// A run that is [resumed](Self::resume) must have the same precision: where one was made of a posterior
    /// on a machine with other instructions its last digits may differ, so
    /// [`values`](PrecisionMatrix::values) are what to keep.
    ///
    /// [`PrecisionMatrix`] has an example.
    pub fn precision(mut self, precision: &PrecisionMatrix) -> Self {
        self.settings.precision = Some(Arc::new(precision.clone()));
        self
    }
}
