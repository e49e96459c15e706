//! Vectors that sum to zero: x = Vq with the orthonormal basis V of [`helmert`](crate::support::helmert),
//!
//! log |det ∂x/∂q| = 0,   q̄ = Vᵀx̄,
//!
//! where the density of x is a density on the hyperplane, on which V preserves volumes: |x| = |q|.
//!
//! The transform of the Stan Reference Manual, "Sum-to-zero vector".

use crate::compiler::Compiler;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{
    BoundSupport, Inside, Normals, Placement, SupportFacts, SupportKind, Totals,
};
use crate::error::Error;
use crate::frame::Frame;
use crate::markov_field::Subspace;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, IntoDimension, Predecessor, Vector};
use crate::support::helmert::{Elements, Helmert, Places};
use crate::support::{Space, Support, SupportOf, add_or_reject};
use monomorph_macros::inlined;
use pulp::Simd;

/// The largest distance of the sum from 0, for elements up to 1.
pub(super) const TOLERANCE: f64 = 1e-8;

/// The support of vectors that sum to zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct SumToZero {
    basis: Helmert,
}

/// A vector whose elements sum to zero, such as effects in addition to an intercept; its length is a
/// `usize`, or a `typenum` value. It has one unconstrained coordinate less than elements.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { effects: sum_to_zero(3) }
/// let posterior = model! { effects |= normal(0.0, 1.0) }.compile()?;
/// assert_eq!(posterior.dimension(), 2);
/// let q = posterior.unconstrain(&[1.0, 0.5, -1.5])?;
/// assert!((posterior.constrain(&q)?.get("effects")?[2] + 1.5).abs() < 1e-15);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn sum_to_zero<Length: IntoDimension>(length: Length) -> Space<Vector<Length::Dimension>, SumToZero>
where
    Length::Dimension: Predecessor,
{
    Space::vector(length, SumToZero::default())
}

/// The adjoints x̄ as the vector that is multiplied by Vᵀ.
pub(super) struct Adjoints;

impl<L: Places> Elements<L> for Adjoints {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn get(&self, frame: &Frame<'_>, line: L, k: usize) -> f64 {
        frame.adjoint_number(line.element(frame, k))
    }
}

impl<N: Dimension + Predecessor> SupportOf<Vector<N>> for SumToZero {
    type Free = N::Output;
}

impl Support for SumToZero {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::of_whole("sum_to_zero", Range::REAL, false).with_zero_sums(1)
    }

    fn bind(mut self, compiler: &mut Compiler, length: usize, _: usize) -> Result<Self, Error> {
        self.basis.bind(compiler, length);
        Ok(self)
    }
}

#[inlined]
impl BoundSupport for SumToZero {
    const FACTS: SupportFacts = SupportFacts {
        kind: SupportKind::ZeroSum,
        own_laws: Some("`zero_sum_normal`"),
        inside: Inside::ByProjection,
        ..SupportFacts::NONE
    };

    fn free(&self, length: usize) -> usize {
        length.saturating_sub(1)
    }

    fn subspace(&self, length: usize) -> Option<Subspace> {
        Some(Subspace::of_sums((0..length).map(|_| Some(0))))
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let largest = self.basis.expand(frame, place.line());
        add_or_reject(simd, totals, 0.0, counts, largest.is_finite());
    }

    fn pull_back<C: Scope, S: Simd>(&self, _: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        self.basis.pull_back(frame, place.line(), &Adjoints);
    }

    /// Replaces x by x − D 1 (1ᵀx)/(1ᵀD 1) with the variances D on the diagonal: x given that its sum is 0.
    fn bring_inside(&self, frame: &mut Frame<'_>, place: Placement, law: Normals<'_>) -> bool {
        let mut x = place.values(frame);
        let variances = law.relative_variances();
        let variance: f64 = variances.iter().sum();
        // The second pass removes the rounding error of the first, if the sum was large.
        for _ in 0..2 {
            let share = x.iter().sum::<f64>() / variance;
            x.iter_mut().zip(&variances).for_each(|(x, variance)| *x -= variance * share);
        }
        frame.set_numbers(place.slot, &x);
        true
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let x = place.values(frame);
        let mut scale = 1.0_f64;
        for (k, &x) in x.iter().enumerate() {
            if !x.is_finite() {
                return Err(Error::outside_support(name, Some(place.start() + k), x, "be finite"));
            }
            scale = scale.max(x.abs());
        }
        let sum: f64 = x.iter().sum();
        if sum.abs() > TOLERANCE * scale {
            return Err(place.outside("sum", name, sum, "be 0, up to 1e-8 of the largest element"));
        }
        self.basis.coordinates(&x, place.line(), point);
        Ok(())
    }
}

sealed! {
    [] SumToZero;
}
