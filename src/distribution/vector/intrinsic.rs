//! The law of an intrinsic Gaussian Markov random field with the structure R of rank r and the scale σ > 0:
//!
//! log p(x) = −½ xᵀR x/σ² − r log σ + ½ log pdet R − r/2 log 2π,
//!
//! ∂/∂x = −R x/σ²,  ∂/∂σ = (xᵀR x/σ² − r)/σ,
//!
//! the density on the subspace Uᵀx = 0 for the null space U of R. It is N(0, σ² R⁺).

use crate::compiler::Context;
use crate::contract::conjugacy::Curve;
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, OperationFacts, Setup, Sizes};
use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::distribution::{Argument, Domain};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands};
use crate::markov_field::Structure;
use crate::random::normal;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;
use std::sync::Arc;

/// The largest distance of a sum of data from 0, for elements up to 1.
const TOLERANCE: f64 = 1e-8;

/// The variable and the arguments.
pub(super) const ARGUMENTS: &[Argument] =
    &[Argument { name: "y", domain: Domain::Real }, Argument { name: "scale", domain: Domain::Positive }];

/// The law of a field as it runs, with terms of some width.
#[derive(Clone, Debug)]
pub struct BoundIntrinsic<const WIDTH: usize> {
    structure: Arc<Structure<WIDTH>>,
    /// The law's name.
    law: &'static str,
}

impl<const WIDTH: usize> BoundIntrinsic<WIDTH> {
    /// Checks the variable and the scale; `declared` describes the declaration of a parameter with the right
    /// support.
    pub(super) fn bind(
        setup: &mut Setup<'_>,
        structure: Structure<WIDTH>,
        (law, places, declared): (&'static str, &str, &str),
    ) -> Result<Self, Error> {
        setup.check_count(
            places,
            structure.count,
            &format!("`{}`", setup.name(0)),
            setup.size(0).length(),
        )?;
        setup.check_scalar(1)?;
        if !structure.log_pdet.is_finite() {
            let reason = "its weights or distances differ too much: up to rounding the structure is singular";
            return Err(setup.refused(law, reason.to_owned()));
        }
        if setup.parameter().is_some_and(|found| found.subspace != Some(structure.subspace)) {
            let reason = format!("`{}` is not declared with {declared}", setup.name(0));
            return Err(setup.refused(law, reason));
        }
        setup.constrain(|| structure.constraints());
        setup.tie(|| structure.pairs());
        setup.claim_scratch(1 + structure.count);
        Ok(Self { structure: Arc::new(structure), law })
    }
}

#[inlined(all)]
impl<const WIDTH: usize> BoundIntrinsic<WIDTH> {
    fn rank(&self) -> f64 {
        self.structure.rank as f64
    }

    /// ½ log pdet R − r/2 log 2π
    fn constant(&self) -> f64 {
        0.5 * self.structure.log_pdet - self.rank() * HALF_LOG_TWO_PI
    }
}

impl<const WIDTH: usize> Sealed for BoundIntrinsic<WIDTH> {}

#[inlined]
impl<const WIDTH: usize> BoundOperation for BoundIntrinsic<WIDTH> {
    const FACTS: OperationFacts =
        OperationFacts { curves: &[(0, Curve::Gaussian), (1, Curve::Scale)], ..OperationFacts::NONE };

    fn precompute(
        &self,
        context: &Context,
        _: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        _: &mut [f64],
    ) -> Result<(), Error> {
        let [x, scale, ..] = operands.arguments;
        if is_data[1] && !Domain::Positive.contains(scale[0]) {
            let what = format!("the argument `scale` of {}", self.law);
            return Err(context.outside(what, None, scale[0], Domain::Positive.rule()));
        }
        if !is_data[0] {
            return Ok(());
        }
        let (place, column, sum) = self.structure.farthest(x);
        let limit = TOLERANCE * x.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()));
        if sum.abs() <= limit && x.iter().all(|x| x.is_finite()) {
            return Ok(());
        }
        let what = match (column, place) {
            (0, 0) => "the sum of the left side".to_owned(),
            (0, _) => format!("the sum of the left side over the component of place {place}"),
            _ => "the trend of the left side".to_owned(),
        };
        Err(context.outside(what, None, sum, "be 0, up to 1e-8 of the largest element"))
    }

    fn data_terms(&self, _: &Sizes, is_data: [bool; MAX_ARGUMENTS], operands: Operands<'_>) -> f64 {
        let [x, scale, ..] = operands.arguments;
        if !is_data[1] {
            return self.constant();
        }
        let square = if is_data[0] { self.structure.square(x, scale[0].recip(), None) } else { 0.0 };
        self.constant() - self.rank() * scale[0].ln() - 0.5 * square
    }

    fn forward<S: Simd>(&self, _: S, _: &Sizes, _: Size, is_gradient: bool, operands: Operands<'_>) {
        let ([x, scale, ..], scale_inverse) = (operands.arguments, operands.arguments[1][0].recip());
        let (square, slopes) = operands.scratch.split_at_mut(1);
        let slopes = if is_gradient {
            slopes.fill(0.0);
            Some(slopes)
        } else {
            None
        };
        // An invalid scale has no logarithm, except infinity.
        let is_scale = scale[0] < f64::INFINITY;
        let found = self.structure.square(x, scale_inverse, slopes);
        square[0] = if is_scale { found } else { f64::NAN };
        operands.value[0] = self.constant() - 0.5 * square[0] - self.rank() * scale[0].ln();
    }

    fn backward<S: Simd>(
        &self,
        _: S,
        _: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let inverse = operands.arguments[1][0].recip();
        let adjoint = adjoints.value[0];
        if let Some(slopes) = adjoints.of(0) {
            let own = slopes.iter_mut().zip(&operands.scratch[1..]);
            own.for_each(|(slope, found)| *slope -= adjoint * (found * inverse) * inverse);
        }
        if let Some(slopes) = adjoints.of(1) {
            slopes[0] += adjoint * (operands.scratch[0] - self.rank()) * inverse;
        }
    }

    fn draw(&self, _: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let scale = operands.arguments[1][0];
        let scale = if Domain::Positive.contains(scale) { scale } else { f64::NAN };
        self.structure.draw(|| normal(0.0, 1.0, to.rng), to.values);
        to.values.iter_mut().for_each(|x| *x *= scale);
        true
    }

    fn log_densities(&self, _: &Sizes, operands: Operands<'_>, each: &mut [f64]) -> bool {
        let [each] = each else { return false };
        *each = operands.value[0];
        true
    }
}
