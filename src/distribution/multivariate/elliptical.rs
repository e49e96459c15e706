//! Densities of a quadratic form, before they are bound. The maths is in `bound_elliptical.rs`.

use crate::contract::operation::{Operation, Setup, Side, Sizes};
use crate::covariance::Structure;
use crate::distribution::multivariate::arrangement::{Kept, Parts};
use crate::distribution::multivariate::bound_elliptical::{BoundElliptical, MEAN, SHAPE, Y};
use crate::distribution::multivariate::radial::{BoundGrouping, Grouping, Radial};
use crate::error::Error;
use crate::frame::PackedIndices;
use crate::sealed::Sealed;
use crate::shape::{Shape, Size};
use core::marker::PhantomData;

/// The density of `Y`, one or several observations, as an operation on `Y`, the mean, a shape, and the
/// arguments of `Covariance`.
#[derive(Clone, Copy, Debug)]
pub struct Elliptical<Kind, Covariance, Groups, Y, Mean, const PER_ROW: bool> {
    covariance: Covariance,
    groups: Groups,
    kind: PhantomData<fn() -> Kind>,
    shapes: PhantomData<fn() -> (Y, Mean)>,
}

/// The density as it runs.
type Bound<Kind, K, G, YShape, Mean, const PER_ROW: bool> =
    BoundElliptical<Kind, <K as Structure>::Bound, <G as Grouping>::Bound, YShape, Mean, PER_ROW>;

impl<Kind: Radial, K: Structure, G: Grouping, YShape: Shape, Mean: Shape, const PER_ROW: bool>
    Elliptical<Kind, K, G, YShape, Mean, PER_ROW>
{
    /// The place of the covariance's first argument.
    const FIRST: usize = Bound::<Kind, K, G, YShape, Mean, PER_ROW>::FIRST;

    /// True if rows share means.
    const IS_GROUPED: bool = <G::Bound as BoundGrouping>::IS_GROUPED;

    /// Returns the density with this covariance.
    pub(super) fn new(covariance: K, groups: G) -> Self {
        Self { covariance, groups, kind: PhantomData, shapes: PhantomData }
    }
}

impl<Kind, K, G, YShape, Mean, const PER_ROW: bool> Sealed for Elliptical<Kind, K, G, YShape, Mean, PER_ROW> {}

impl<Kind: Radial, K: Structure, G: Grouping, YShape: Shape, Mean: Shape, const PER_ROW: bool> Operation
    for Elliptical<Kind, K, G, YShape, Mean, PER_ROW>
{
    type Bound = Bound<Kind, K, G, YShape, Mean, PER_ROW>;

    fn describe(&self, arguments: &[String]) -> String {
        let covariance = self.covariance.describe(&arguments[Self::FIRST..]);
        let shape = if Kind::HAS_SHAPE { format!("{}, ", arguments[SHAPE]) } else { String::new() };
        format!("{}({shape}{}, {covariance}).log_density({})", Kind::NAME, arguments[MEAN], arguments[Y])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        let observations = Bound::<Kind, K, G, YShape, Mean, PER_ROW>::observations(sizes);
        Size::new(if PER_ROW { observations } else { 1 }, 1)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self::Bound, Error> {
        setup.check_not_empty(Y)?;
        let row = if YShape::IS_MATRIX { Side::Row } else { Side::Column };
        if Mean::IS_MATRIX {
            setup.check_same((Y, row), (MEAN, Side::Row))?;
        } else if !Mean::IS_SCALAR {
            setup.check_same((Y, row), (MEAN, Side::Column))?;
        }
        let mut packed = PackedIndices::default();
        if Self::IS_GROUPED {
            packed = self.groups.pack(setup, Y, MEAN)?;
        } else if Mean::IS_MATRIX {
            setup.check_same((Y, Side::Column), (MEAN, Side::Column))?;
        }
        if Kind::HAS_SHAPE && setup.size(SHAPE).rows > 1 {
            setup.check_same((Y, Side::Column), (SHAPE, Side::Column))?;
        }
        let has_own_means = Mean::IS_MATRIX && !Self::IS_GROUPED;
        let is_kept = Kind::IS_LINEAR && !PER_ROW && setup.rewrites() && setup.is_data(Y) && !has_own_means;
        let is_factored = (Self::FIRST..setup.count()).all(|place| setup.is_data(place));
        let task = Bound::<Kind, K, G, YShape, Mean, PER_ROW>::task_of(&setup.sizes(), is_kept);
        let (covariance, claim) = self.covariance.bind(setup, task)?;
        setup.claim_scratch(Parts::length(task, claim.memory));
        if is_kept {
            setup.claim_kept(Kept::length(task, claim.kept));
        }
        let (kind, shapes) = (PhantomData, PhantomData);
        Ok(BoundElliptical { covariance, packed, is_kept, is_factored, claim, kind, shapes })
    }
}
