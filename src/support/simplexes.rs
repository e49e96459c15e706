//! Simplexes that are the lines of a matrix, each transformed as a [`simplex`](crate::support::simplex()):
//!
//! zₗ = Vqₗ,   xₗ = softmax(zₗ),   log |det ∂x/∂q| = Σₗ (½ log n − n log Σₖ e^zₗₖ),
//!
//! z̄ₗ = xₗ (x̄ₗ − Σₖ xₗₖ x̄ₗₖ − n),   q̄ₗ = Vᵀz̄ₗ.
//!
//! All exponentials are computed together, and all logarithms of their sums, because lines may be short: a
//! register over one line would wait for numbers that were just stored one by one, for each line again.

use crate::compiler::Compiler;
use crate::contract::transform::{Line, Totals};
use crate::frame::{Frame, Scratch, Slot};
use crate::math;
use crate::simd::{Block, Pack, for_lanes};
use crate::support::add_or_reject;
use crate::support::helmert::{Elements, Helmert};
use pulp::Simd;

/// Lines of one length.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Simplexes {
    pub basis: Helmert,
    half_log_length: f64,
    count: usize,
    length: usize,
    sums: Scratch,
}

/// The vector z̄, given Σₖ xₖ x̄ₖ + n.
pub(super) struct BeforeSoftmax {
    /// Σₖ xₖ (x̄ₖ − x̄ₘ) + n
    pub along: f64,
    /// The adjoint of the largest element, x̄ₘ.
    pub reference: f64,
}

impl Elements for BeforeSoftmax {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn get(&self, frame: &Frame<'_>, line: Line, k: usize) -> f64 {
        let slot = line.element(k);
        frame.number(slot) * ((frame.adjoint_number(slot) - self.reference) - self.along)
    }
}

/// Stores the rounding errors of the elements of a simplex, if a node reads them.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn store_rests(frame: &mut Frame<'_>, line: Line) {
    let Some(beside) = line.beside else { return };
    let (largest, mut others) = (line.largest(frame), 0.0);
    for k in 0..line.length {
        if line.element(k) != largest {
            others += frame.number(line.element(k));
        }
        frame.set_number(beside.element(k * line.element_step), 0.0);
    }
    let rest = (1.0 - frame.number(largest)) - others;
    frame.set_number(beside.element(largest.0 - line.slot.0), rest);
}

impl Simplexes {
    /// Returns `count` lines of `length` elements.
    pub fn bind(count: usize, length: usize, compiler: &mut Compiler) -> Self {
        let mut basis = Helmert::default();
        basis.bind(compiler, length);
        let half_log_length = 0.5 * (length as f64).ln();
        Self { basis, half_log_length, count, length, sums: compiler.scratch(count) }
    }

    /// Returns the part of the log Jacobian of each line that does not depend on q.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn half_log_length(&self) -> f64 {
        self.half_log_length
    }

    /// Computes x of the lines of the matrix in `slot`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn constrain<S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        slot: Slot,
        line: impl Fn(usize) -> Line,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let (count, length) = (self.count, self.length);
        let mut log_sums = 0.0;
        for line in (0..count).map(&line) {
            let largest = self.basis.expand(frame, line);
            for k in 0..length {
                frame.start_number(line.element(k), frame.number(line.element(k)) - largest);
            }
            log_sums += largest;
        }
        for_lanes!(lane in Block { simd, start: 0, end: count * length } => {
            frame.start_values(slot, lane, math::exp(frame.values(slot, lane)));
        });
        for (index, line) in (0..count).map(|index| (index, line(index))) {
            let mut sum = 0.0;
            for k in 0..length {
                sum += frame.number(line.element(k));
            }
            let scale = sum.recip();
            for k in 0..length {
                frame.start_number(line.element(k), frame.number(line.element(k)) * scale);
            }
            store_rests(frame, line);
            frame.set_scratch_number(self.sums.element(index), sum);
        }
        let mut lanes = Pack::zero(simd);
        for_lanes!(lane in Block { simd, start: 0, end: count } => {
            lanes = lane.accumulate(lanes, math::log(frame.scratch(simd, self.sums.element(lane.index))));
        });
        log_sums += lanes.sum();
        let log_jacobian = count as f64 * self.half_log_length - length as f64 * log_sums;
        add_or_reject(simd, totals, log_jacobian, counts, log_jacobian.is_finite());
    }

    /// Computes q̄ of the lines.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn pull_back(&self, frame: &mut Frame<'_>, line: impl Fn(usize) -> Line) {
        for line in (0..self.count).map(line) {
            let reference = frame.adjoint_number(line.largest(frame));
            let mut along = self.length as f64;
            for k in 0..self.length {
                let adjoint = frame.adjoint_number(line.element(k)) - reference;
                along += frame.number(line.element(k)) * adjoint;
            }
            self.basis.pull_back(frame, line, &BeforeSoftmax { along, reference });
        }
    }
}
