//! What tells multivariate densities apart: h(q) of the quadratic form q, and which mean a row has.

use crate::expression::Index;
use crate::node::Datum;

/// h with what it depends on beside q: at most one more argument, a scalar or one number a row.
pub trait Radial: Copy + Send + Sync + 'static {
    /// The name in a model.
    const NAME: &'static str;

    /// True if there is one more argument, between the mean and the covariance.
    const HAS_SHAPE: bool;

    /// True if h is linear in q and the same for all rows, so that observations can be kept as their moments.
    const IS_LINEAR: bool;

    /// h(q), w = −2 h′(q) and ∂h/∂shape for n variables.
    fn evaluate(square: f64, dimension: f64, shape: f64) -> (f64, f64, f64);
}

/// Which mean a row has.
pub trait Grouping: Copy + Send + Sync {
    /// True if rows share means.
    const IS_GROUPED: bool;

    /// The group of each row.
    fn groups(&self) -> Vec<f64>;
}

/// Each row has its own mean, or all have the same.
#[derive(Clone, Copy, Debug)]
pub struct Ungrouped;

impl Grouping for Ungrouped {
    const IS_GROUPED: bool = false;
    fn groups(&self) -> Vec<f64> {
        Vec::new()
    }
}

/// Each row has the mean of its group.
#[derive(Clone, Copy, Debug)]
pub struct GroupedBy<'a, I>(pub(super) &'a [I]);

impl<I: Index> Grouping for GroupedBy<'_, I> {
    const IS_GROUPED: bool = true;
    fn groups(&self) -> Vec<f64> {
        self.0.iter().map(|&index| Datum::to_f64(index)).collect()
    }
}
