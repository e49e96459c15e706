//! The differences between multivariate densities: h(q) of the quadratic form q, and the mean of a row.

use crate::compiler::Index;
use crate::contract::conjugacy::Curve;
use crate::contract::operation::{Setup, Side};
use crate::error::Error;
use crate::frame::PackedIndices;
use crate::sealed::Sealed;

/// The function h, which depends on q and on at most one more argument, a scalar or one number for each row.
pub trait Radial: Sealed + Copy + Send + Sync + 'static {
    /// The name in a model.
    const NAME: &'static str;

    /// True if there is a further argument, between the mean and the covariance.
    const HAS_SHAPE: bool;

    /// True if h is linear in q and the same for all rows, so that observations can be stored as their
    /// moments.
    const IS_LINEAR: bool;

    /// True if h is linear in q for every row.
    const IS_NORMAL: bool;

    /// The curve of the log density as a function of the further argument.
    const SHAPE: Curve = Curve::Unknown;

    /// Returns h(q), w = −2 h′(q) and ∂h/∂shape for n variables.
    fn evaluate(square: f64, dimension: f64, shape: f64) -> (f64, f64, f64);

    /// Returns the factor by which a normal vector is scaled; NaN if the shape is outside its domain.
    fn draw_scale<R: rand::Rng + ?Sized>(shape: f64, rng: &mut R) -> f64;
}

/// The choice of the mean of a row, before it is bound.
pub trait Grouping: Sealed + Copy + Send + Sync {
    /// The choice of the mean of a row, after the groups are packed.
    type Bound: BoundGrouping;

    /// Checks and packs the group of each row of the argument `y`, which is the index of a row of the
    /// argument `means`.
    fn pack(&self, setup: &mut Setup<'_>, y: usize, means: usize) -> Result<PackedIndices, Error>;
}

/// The choice of the mean of a row, with packed groups.
pub trait BoundGrouping: Sealed + Copy + Send + Sync + 'static {
    /// True if rows share means.
    const IS_GROUPED: bool;
}

/// Each row has its own mean, or all have the same.
#[derive(Clone, Copy, Debug)]
pub struct Ungrouped;

impl Sealed for Ungrouped {}

impl BoundGrouping for Ungrouped {
    const IS_GROUPED: bool = false;
}

impl Grouping for Ungrouped {
    type Bound = Self;

    fn pack(&self, _: &mut Setup<'_>, _: usize, _: usize) -> Result<PackedIndices, Error> {
        Ok(PackedIndices::default())
    }
}

/// Each row has the mean of its group.
#[derive(Clone, Copy, Debug)]
pub struct GroupedBy<'a, I>(pub(super) &'a [I]);

/// Each row has the mean of the group that is given by a packed index.
#[derive(Clone, Copy, Debug)]
pub struct BoundGroupedBy;

impl<I: Index> Sealed for GroupedBy<'_, I> {}
impl Sealed for BoundGroupedBy {}

impl BoundGrouping for BoundGroupedBy {
    const IS_GROUPED: bool = true;
}

impl<I: Index> Grouping for GroupedBy<'_, I> {
    type Bound = BoundGroupedBy;

    fn pack(&self, setup: &mut Setup<'_>, y: usize, means: usize) -> Result<PackedIndices, Error> {
        setup.check_slice((y, Side::Column), "the slice of groups", self.0.len())?;
        let what = format!("the groups of `{}`", setup.name(means));
        setup.pack_checked_indices(&what, self.0, setup.size(means).rows)
    }
}
