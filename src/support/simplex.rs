//! The simplex: positive elements that sum to 1. Isometric log-ratios, with the basis V of
//! [`helmert`](crate::support::helmert):
//!
//! z = Vq,   x = softmax(z),   log |det ∂x/∂q| = ½ log n − n log Σₖ e^zₖ,
//!
//! in the coordinates x₁ … xₙ₋₁. Backward,
//!
//! z̄ = x (x̄ − Σₖ xₖ x̄ₖ − n),   q̄ = Vᵀz̄,   and q = Vᵀ log x.
//!
//! If one element xₘ is close to 1, its adjoint is large if a node reads 1 − xₘ, and cancels in x̄ₘ − Σ. So
//! the adjoint of the largest element is subtracted from all adjoints, which does not change the result. The
//! rounding error of xₘ is (1 − x̂ₘ) − Σₖ₍ₖ≠ₘ₎ xₖ; the smaller elements are exact to their last places.
//!
//! The transform of the Stan Reference Manual since 2.37, "Simplex". The largest zₖ is subtracted before
//! exponentials are taken, so nothing overflows.

use crate::compiler::Compiler;
use crate::contract::node::Companion;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{BoundSupport, Line, Placement, SupportFacts, SupportKind, Totals, outside};
use crate::error::Error;
use crate::frame::Frame;
use crate::math;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, IntoDimension, Predecessor, Vector};
use crate::simd::{Block, MAX_LANES, Pack, for_lanes};
use crate::support::helmert::Helmert;
use crate::support::simplexes::{BeforeSoftmax, Simplexes, store_rests};
use crate::support::{Space, Support, SupportOf, add_or_reject};
use monomorph_macros::inlined;
use pulp::Simd;

/// The maximum length of rows that are transformed together.
const SHORT: usize = MAX_LANES;

/// The largest distance of the sum from 1.
const TOLERANCE: f64 = 1e-8;

/// The support of positive vectors that sum to 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simplex {
    lines: Simplexes,
}

/// A vector of positive elements that sum to 1, such as the weights of a mixture; its length is a `usize`, or
/// a `typenum` value. It has one unconstrained coordinate less than elements.
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

impl<N: Dimension + Predecessor> SupportOf<Vector<N>> for Simplex {
    type Free = N::Output;
}

impl Support for Simplex {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        SupportSketch::of_whole("simplex", Range::between(0.0, 1.0), true)
    }

    fn bind(self, compiler: &mut Compiler, length: usize, count: usize) -> Result<Self, Error> {
        Ok(Self { lines: Simplexes::bind(count, length, compiler) })
    }
}

#[inlined]
impl BoundSupport for Simplex {
    const FACTS: SupportFacts =
        SupportFacts { kind: SupportKind::Simplex, own_laws: Some("`dirichlet`"), ..SupportFacts::NONE };

    fn beside(&self) -> Option<Companion> {
        Some(Companion::Rest)
    }

    fn free(&self, length: usize) -> usize {
        length.saturating_sub(1)
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let largest = self.lines.basis.expand(frame, place.line());
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
        store_rests(frame, place.line());
        let log_total = largest + math::log(total).first();
        let log_jacobian = self.lines.half_log_length() - place.length as f64 * log_total;
        add_or_reject(simd, totals, log_jacobian, counts, log_jacobian.is_finite());
    }

    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        let mut lanes = Pack::zero(simd);
        let reference = frame.adjoint_number(place.line().largest(frame));
        for_lanes!(lane in Block { simd, start: 0, end: place.length } => {
            let product = frame.values(place.slot, lane) * (frame.adjoints(place.slot, lane) - reference);
            lanes = lane.accumulate(lanes, product);
        });
        let before = BeforeSoftmax { along: lanes.sum() + place.length as f64, reference };
        self.lines.basis.pull_back(frame, place.line(), &before);
    }

    fn constrain_rows<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (count, row): (usize, impl Fn(usize) -> Placement),
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        if row(0).length <= SHORT {
            self.lines.constrain(simd, frame, row(0).slot, |index| row(index).line(), counts, totals);
        } else {
            for place in (0..count).map(row) {
                self.constrain::<C, S>(simd, frame, place, counts, totals);
            }
        }
    }

    fn pull_back_rows<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (count, row): (usize, impl Fn(usize) -> Placement),
        writes: bool,
    ) {
        if row(0).length <= SHORT {
            self.lines.pull_back(frame, |index| row(index).line());
        } else {
            for place in (0..count).map(row) {
                self.pull_back::<C, S>(simd, frame, place, writes);
            }
        }
    }

    fn nudge_inside(&self, frame: &mut Frame<'_>, place: Placement, _: &mut dyn rand::Rng) {
        nudge_inside(frame, place.line());
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let whole = place.described(name);
        unconstrain(&self.lines.basis, (name, &whole), frame, (place.line(), place.start()), point)
    }
}

/// Replaces shares that have underflowed to 0 by the smallest positive number; this does not affect the
/// other shares and their sum.
pub(super) fn nudge_inside(frame: &mut Frame<'_>, line: Line) {
    for element in (0..line.length).map(|k| line.element(k)) {
        if frame.number(element) == 0.0 {
            frame.set_numbers(element, &[f64::from_bits(1)]);
        }
    }
}

/// Computes the coordinates of a simplex that is a part of a parameter; `part` describes it for messages,
/// and its first element is at `start`.
pub(super) fn unconstrain(
    basis: &Helmert,
    (name, part): (&str, &str),
    frame: &mut Frame<'_>,
    (line, start): (Line, usize),
    point: &mut [f64],
) -> Result<(), Error> {
    let mut x = line.values(frame);
    if let Some(beside) = line.beside {
        // Given values are meant exactly, so their rounding errors are 0.
        (0..line.length).for_each(|k| frame.set_number(beside.element(k * line.element_step), 0.0));
    }
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

sealed! {
    [] Simplex;
}
