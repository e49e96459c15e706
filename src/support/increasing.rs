//! Increasing vectors: x₁ = q₁ or e^q₁, and xₖ = xₖ₋₁ + e^qₖ.
//!
//! log |det ∂x/∂q| is the sum of the qₖ to which the exponential function is applied. With the suffix sums
//! sₖ = Σⱼ≥ₖ x̄ⱼ
//!
//! q̄ₖ = sₖ e^qₖ + 1,   and q̄₁ = s₁ where x₁ = q₁.
//!
//! The transforms of the Stan Reference Manual, "Ordered vector" and "Positive ordered vector". The
//! exponentials are computed register by register and kept; the sums are sequential. If x overflows, the log
//! density is −∞.

use crate::compiler::Compiler;
use crate::contract::scope::Scope;
use crate::contract::sketch::{Range, SupportSketch};
use crate::contract::transform::{BoundSupport, Inside, Normals, Placement, SupportFacts, Totals};
use crate::error::Error;
use crate::frame::{Frame, Scratch};
use crate::math;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dimension, Vector};
use crate::simd::{Block, for_lanes};
use crate::support::{Support, SupportOf, add_or_reject};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The first element of an increasing vector.
pub trait Beginning: Sealed + Copy + Send + Sync + 'static {
    /// True for x₁ = e^q₁, false for x₁ = q₁.
    const IS_POSITIVE: bool;
}

/// The support of increasing vectors.
#[derive(Clone, Copy, Debug)]
pub struct Increasing<First> {
    /// e^qₖ
    steps: Scratch,
    first: PhantomData<fn() -> First>,
}

impl<First> Increasing<First> {
    pub(super) fn new() -> Self {
        Self { steps: Scratch::default(), first: PhantomData }
    }
}

impl<First: Beginning, N: Dimension> SupportOf<Vector<N>> for Increasing<First> {
    type Free = N;
}

impl<First: Beginning> Support for Increasing<First> {
    type Bound = Self;

    fn sketch(&self) -> SupportSketch {
        match First::IS_POSITIVE {
            true => SupportSketch::of_whole("positive_ordered", Range::between(0.0, f64::INFINITY), false)
                .ordered(),
            false => SupportSketch::of_whole("ordered", Range::REAL, false).ordered(),
        }
    }

    fn bind(mut self, compiler: &mut Compiler, length: usize, rows: usize) -> Result<Self, Error> {
        self.steps = compiler.scratch_of_rows(rows, length);
        Ok(self)
    }
}

#[inlined]
impl<First: Beginning> BoundSupport for Increasing<First> {
    const FACTS: SupportFacts =
        SupportFacts { inside: Inside::BySorting, may_be_empty: true, ..SupportFacts::NONE };

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let steps = self.steps.element(place.start());
        for_lanes!(lane in Block { simd, start: 0, end: place.length } => {
            let step = math::exp(frame.point(place.coordinate, lane));
            frame.set_scratch(steps.element(lane.index), step);
        });
        let (mut x, mut log_jacobian) = (0.0, 0.0);
        for k in 0..place.length {
            let q = frame.coordinate_number(place.coordinate + k);
            if k == 0 && !First::IS_POSITIVE {
                x = q;
            } else {
                x += frame.scratch_number(steps.element(k));
                log_jacobian += q;
            }
            frame.start_number(place.slot.element(k), x);
        }
        add_or_reject(simd, totals, log_jacobian, counts, x.is_finite());
    }

    fn pull_back<C: Scope, S: Simd>(&self, _: S, frame: &mut Frame<'_>, place: Placement, _: bool) {
        let steps = self.steps.element(place.start());
        let mut suffix = 0.0;
        for k in (0..place.length).rev() {
            suffix += frame.adjoint_number(place.slot.element(k));
            let gradient = if k == 0 && !First::IS_POSITIVE {
                suffix
            } else {
                suffix * frame.scratch_number(steps.element(k)) + 1.0
            };
            frame.set_gradient_number(place.coordinate + k, gradient);
        }
    }

    /// Separates drawn numbers that rounding has made equal. Before rounding, m such numbers were increasing
    /// with the probability 1/m!. With this probability they are moved to different values; otherwise they
    /// stay equal, which is outside the support.
    fn nudge_inside(&self, frame: &mut Frame<'_>, place: Placement, rng: &mut dyn rand::Rng) {
        use rand::RngExt;
        let start = if First::IS_POSITIVE { 0.0 } else { f64::NEG_INFINITY };
        let (mut before, mut drawn, mut equal) = (start, start, 0.0);
        for element in (0..place.length).map(|k| place.slot.element(k)) {
            let x = frame.number(element).clamp(-f64::MAX, f64::MAX);
            equal = if x == drawn { equal + 1.0 } else { 1.0 };
            if equal > 1.0 && rng.random::<f64>() * equal >= 1.0 {
                return;
            }
            let is_rounded = x >= drawn && x <= before;
            (drawn, before) = (x, if is_rounded { before.next_up() } else { x });
            frame.set_numbers(element, &[before]);
        }
    }

    /// Sorts the elements. Of elements that rounding has made equal, one is moved above the other, and a
    /// first element that rounding has made 0 is moved above 0; a first element below 0 stays outside.
    fn bring_inside(&self, frame: &mut Frame<'_>, place: Placement, _: Normals<'_>) -> bool {
        let mut x = place.values(frame);
        x.sort_by(f64::total_cmp);
        let start = if First::IS_POSITIVE { 0.0 } else { f64::NEG_INFINITY };
        let mut before = start;
        for x in &mut x {
            let is_rounded = (start..=before).contains(x) && *x < f64::MAX;
            *x = if is_rounded { before.next_up() } else { *x };
            before = *x;
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
        let mut before = if First::IS_POSITIVE { 0.0 } else { f64::NEG_INFINITY };
        for k in 0..place.length {
            let x = frame.number(place.slot.element(k));
            if !(x.is_finite() && x > before) {
                let rule = match (First::IS_POSITIVE, k) {
                    (true, 0) => "be finite and above 0",
                    (false, 0) => "be finite",
                    _ => "be finite and above the element before it",
                };
                return Err(Error::outside_support(name, Some(place.start() + k), x, rule));
            }
            let is_copied = k == 0 && !First::IS_POSITIVE;
            point[place.coordinate + k] = if is_copied { x } else { (x - before).ln() };
            before = x;
        }
        Ok(())
    }
}

sealed! {
    [First] Increasing<First>;
}
