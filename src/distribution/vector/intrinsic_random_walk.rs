//! intrinsic_random_walk(t, order, σ) over places t₁ < … < tₙ, at distances dᵢ = tᵢ₊₁ − tᵢ. For order one,
//! and for order two with hᵢ = (dᵢ₋₁ + dᵢ)/2,
//!
//! xᵀR x = Σᵢ (xᵢ₊₁ − xᵢ)²/dᵢ,   xᵀR x = Σᵢ ((xᵢ₊₁ − xᵢ)/dᵢ − (xᵢ − xᵢ₋₁)/dᵢ₋₁)²/hᵢ,
//!
//! with the ranks n − 1 and n − 2. *Scaled*, the default, it is multiplied by the geometric mean of the
//! marginal variances of R⁺. Rue and Held 2005, §3.3 and §3.4; Lindgren and Rue 2008.

use super::intrinsic::{ARGUMENTS, BoundIntrinsic};
use crate::contract::operation::{Operation, Setup, Sizes};
use crate::contract::transform::SupportKind;
use crate::distribution::Argument;
use crate::distribution::matrix::{DensityOf, WholeLaw};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::markov_field::{Structure, check_places};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Size, Vector};

/// The name in messages.
const NAME: &str = "intrinsic_random_walk";

/// The density of a walk without a level, as an operation on its values and the scale.
#[derive(Clone, Copy, Debug)]
pub struct IntrinsicWalk<'a> {
    places: &'a [f64],
    order: usize,
    is_scaled: bool,
}

/// A smooth curve over places without its level, and for order two without its trend: its values at
/// consecutive places differ little for order one, or its slopes do for order two (R-INLA's `rw1` and
/// `rw2`).
///
/// $$ p(x \\mid \\sigma) \\propto \\sigma^{-(n - \\text{order})} \\exp\\Bigl(-\\frac{1}{2\\sigma^2}
/// \\sum_i \\frac{(x_{i+1} - x_i)^2}{t_{i+1} - t_i}\\Bigr) \\quad\\text{of order one} $$
///
/// `places` ascend, at any distances; observations at one place read one element. Order two is the walk of
/// Lindgren and Rue (2008); for distances of 1 it penalises squared second differences.
///
/// It is the density on the subspace of the parameter's support: for order one
/// [`sum_to_zero(n)`](crate::support::sum_to_zero()), for order two
/// [`sum_to_zero(n).without_trend(&places)`](crate::support::Space::without_trend). So the law is proper and
/// can be drawn from; the level, and the trend, are separate terms of the model with their own priors. With
/// a flat prior of the slope of the trend it is R-INLA's `rw2` with its one constraint.
///
/// The structure is scaled: the geometric mean of the variances of the elements is `scale`², for any places
/// (Sørbye and Rue 2014). So `scale` is the typical deviation of a value from the level, or from the
/// straight line. [`.unscaled()`](WholeLaw::unscaled) uses the unscaled structure: for order one `scale`² is
/// then the variance of a step of length 1.
///
/// [`random_walk`](super::random_walk) is the alternative: a process that starts from a first value and
/// includes the level, drawn and forecast step by step.
///
/// ```
/// use monomorph::prelude::*;
///
/// let (t, y) = ([0.0, 1.0, 3.0, 3.5, 6.0], [0.3, 0.5, 1.9, 2.2, 1.0]);
/// params! { level: real(), sigma: positive(), f: sum_to_zero(5) }
/// let model = model! {
///     level |= normal(0.0, 5.0),
///     sigma |= exponential(1.0),
///     f     |= intrinsic_random_walk(&t, 1, sigma),
///     data(&y) |= normal(level + f, 0.5),
/// };
/// assert_eq!(model.compile()?.dimension(), 2 + 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Maps and graphs](crate::guide::maps_and_graphs) has a whole program.
pub fn intrinsic_random_walk<'a, Scale: IntoExpr>(
    places: &'a (impl AsRef<[f64]> + ?Sized),
    order: usize,
    scale: Scale,
) -> WholeLaw<IntrinsicWalk<'a>, (Stored<Scale::Node>,)> {
    let density = IntrinsicWalk { places: places.as_ref(), order, is_scaled: true };
    WholeLaw::new(density, (Stored::new(scale.into_expr().0),))
}

impl<Arguments> WholeLaw<IntrinsicWalk<'_>, Arguments> {
    /// Uses the unscaled structure: for order one `scale`² is the variance of a step of length 1, and for
    /// order two that of a change of slope at distances of 1.
    pub fn unscaled(self) -> Self {
        self.with(|density| IntrinsicWalk { is_scaled: false, ..density })
    }
}

impl<N: Dimension> DensityOf<Vector<N>> for IntrinsicWalk<'_> {
    const NAME: &'static str = NAME;
    const ARGUMENTS: &'static [Argument] = ARGUMENTS;
    const SUPPORT: Option<(SupportKind, &'static str)> = Some((
        SupportKind::ZeroSum,
        "follows intrinsic_random_walk, so all of it must stand on the left, and it must be declared with \
         sum_to_zero(n), or, of order two, with sum_to_zero(n).without_trend(&places)",
    ));
}

impl Sealed for IntrinsicWalk<'_> {}

impl Operation for IntrinsicWalk<'_> {
    type Bound = BoundIntrinsic<3>;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{NAME}(…, {}, {}).log_density({})", self.order, arguments[1], arguments[0])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self::Bound, Error> {
        let Self { places, order, is_scaled } = self;
        if !matches!(order, 1 | 2) {
            return Err(setup.refused(NAME, format!("its order is {order}, and must be 1 or 2")));
        }
        check_places(places, order).map_err(|reason| setup.refused(NAME, reason))?;
        let declared = match order {
            1 => "a sum that is 0: sum_to_zero(n)",
            _ => "a sum and a trend over these places that are 0: sum_to_zero(n).without_trend(&places)",
        };
        let structure = Structure::of_walk(places, order, is_scaled);
        BoundIntrinsic::bind(setup, structure, (NAME, "the places", declared))
    }
}
