//! The simplex: positive elements that sum to 1. Isometric log-ratios, with the basis V of [`helmert`](super::helmert):
//!
//! z = Vq,   x = softmax(z),   log |det ∂x/∂q| = ½ log n − n log Σₖ e^zₖ,
//!
//! in the coordinates x₁ … xₙ₋₁. Back,
//!
//! z̄ = x (x̄ − Σₖ xₖ x̄ₖ − n),   q̄ = Vᵀz̄,   and q = Vᵀ log x.
//!
//! The transform of the Stan Reference Manual since 2.37, "Simplex". The largest zₖ is subtracted before exponentials
//! are taken, so nothing overflows.

use super::helmert::{Elements, Helmert};
use super::{BoundSupport, Placement, Space, Support, SupportKind, SupportOf, add_or_reject};
use crate::binding::Compiler;
use crate::error::Error;
use crate::math;
use crate::scope::Scope;
use crate::shape::{Dimension, IntoDimension, Predecessor, Vector};
use crate::simd::{Block, Frame, Pack, for_lanes};
use crate::sketch::{Range, SupportSketch};
use crate::statement::Totals;
use crate::transform::{Line, outside};
use pulp::Simd;

/// How far from 1 the sum may be.
const TOLERANCE: f64 = 1e-8;

/// The support of positive vectors that sum to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simplex {
    basis: Helmert,
    half_log_length: f64,
}

/// A vector of positive elements that sum to 1, such as the weights of a mixture; its length is a `usize`, or a
/// `typenum` value. It has one unconstrained coordinate less than elements.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { weights: simplex(4) }
/// let posterior = model! { weights |= flat() }.compile()?;
/// assert_eq!(posterior.dimension(), 3);
/// assert_eq!(posterior.constrain(&[0.0; 3])?.get("weights")?, [0.25; 4]);
/// assert_eq!(
///     posterior.unconstrain(&[0.5; 4]).unwrap_err().to_string(),
///     "the sum of the parameter `weights` is 2, but must be 1, up to 1e-8"
/// );
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn simplex<Length: IntoDimension>(length: Length) -> Space<Vector<Length::Dimension>, Simplex>
where
    Length::Dimension: Predecessor,
{
    Space::vector(length, Simplex::default())
}

/// z̄, given Σₖ xₖ x̄ₖ + n.
pub(super) struct BeforeSoftmax(pub f64);

impl Elements for BeforeSoftmax {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn get(&self, frame: &Frame<'_>, line: Line, k: usize) -> f64 {
        let slot = line.element(k);
        frame.number(slot) * (frame.adjoint_number(slot) - self.0)
    }
}

impl<N: Dimension + Predecessor> SupportOf<Vector<N>> for Simplex {
    type Free = N::Output;
}

impl Support for Simplex {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::of_whole("simplex", Range::between(0.0, 1.0), true)
    }

    fn bind(mut self, compiler: &mut Compiler, length: usize, _: usize) -> Result<Self, Error> {
        self.basis.bind(compiler, length);
        self.half_log_length = 0.5 * (length as f64).ln();
        Ok(self)
    }
}

impl BoundSupport for Simplex {
    const KIND: SupportKind = SupportKind::Simplex;

    fn free(&self, length: usize) -> usize {
        length.saturating_sub(1)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let largest = self.basis.expand(frame, place.line());
        let mut lanes = Pack::zero(simd);
        for_lanes!(lane in Block { simd, start: 0, end: place.length } => {
            let power = math::exp(frame.values(place.slot, lane) - largest);
            frame.start_values(place.slot, lane, power);
            lanes = lane.accumulate(lanes, power);
        });
        let total = Pack::splat(simd, lanes.sum());
        let scale = total.recip();
        for_lanes!(lane in Block { simd, start: 0, end: place.length } => {
            frame.start_values(place.slot, lane, frame.values(place.slot, lane) * scale);
        });
        let log_total = largest + math::log(total).first();
        let log_jacobian = self.half_log_length - place.length as f64 * log_total;
        add_or_reject(simd, totals, log_jacobian, counts, log_jacobian.is_finite());
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        let mut lanes = Pack::zero(simd);
        for_lanes!(lane in Block { simd, start: 0, end: place.length } => {
            let product = frame.values(place.slot, lane) * frame.adjoints(place.slot, lane);
            lanes = lane.accumulate(lanes, product);
        });
        let before = BeforeSoftmax(lanes.sum() + place.length as f64);
        self.basis.pull_back(frame, place.line(), &before);
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let whole = place.described(name);
        unconstrain(&self.basis, (name, &whole), frame, (place.line(), place.start()), point)
    }
}

/// The coordinates of a simplex that is a part of a parameter, described in words, with its first element at `start`.
pub(super) fn unconstrain(
    basis: &Helmert,
    (name, part): (&str, &str),
    frame: &Frame<'_>,
    (line, start): (Line, usize),
    point: &mut [f64],
) -> Result<(), Error> {
    let mut x = line.values(frame);
    for (k, &x) in x.iter().enumerate() {
        if !(x.is_finite() && x > 0.0) {
            let index = Some(start + k * line.element_step);
            return Err(Error::outside_support(name, index, x, "be finite and above 0"));
        }
    }
    let sum: f64 = x.iter().sum();
    if (sum - 1.0).abs() > TOLERANCE {
        return Err(outside(format!("the sum of {part}"), sum, "be 1, up to 1e-8"));
    }
    x.iter_mut().for_each(|x| *x = x.ln());
    basis.coordinates(&x, line, point);
    Ok(())
}
