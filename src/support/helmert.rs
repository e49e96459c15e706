//! The orthonormal basis V of the vectors that sum to zero, with one column less than rows. Column i is
//!
//! cᵢ (1, …, 1, −i, 0, …, 0)   with i ones and cᵢ = 1 / √(i (i + 1)).
//!
//! Vq and Vᵀx take one pass each: with wᵢ = cᵢ qᵢ
//!
//! (Vq)ₖ = Σᵢ≥ₖ wᵢ − (k − 1) wₖ₋₁,   (Vᵀx)ᵢ = cᵢ (Σₖ≤ᵢ xₖ − i xᵢ₊₁).
//!
//! A Helmert matrix without its constant row; the basis of the Stan Reference Manual, "Sum-to-zero
//! transforms".

use crate::compiler::Compiler;
use crate::contract::transform::Line;
use crate::frame::{Frame, Packed, Slot};

/// The basis V, given by its packed weights cᵢ.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Helmert {
    weights: Packed,
}

/// Returns cᵢ, for i from 1.
pub(super) fn weight(i: usize) -> f64 {
    (i as f64 * (i as f64 + 1.0)).sqrt().recip()
}

/// The places of a vector's elements and coordinates.
pub(super) trait Places: Copy {
    /// The number of elements.
    fn length(self) -> usize;

    /// Returns the place of an element, and of its adjoint.
    fn element(self, frame: &Frame<'_>, k: usize) -> Slot;

    /// Returns the place of a coordinate.
    fn coordinate(self, k: usize) -> usize;
}

impl Places for Line {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn length(self) -> usize {
        self.length
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn element(self, _: &Frame<'_>, k: usize) -> Slot {
        Line::element(&self, k)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn coordinate(self, k: usize) -> usize {
        Line::coordinate(&self, k)
    }
}

/// The vector that is multiplied by Vᵀ, one element after the other.
pub(super) trait Elements<L = Line> {
    /// The element k, from 0.
    fn get(&self, frame: &Frame<'_>, line: L, k: usize) -> f64;
}

impl Helmert {
    pub fn bind(&mut self, compiler: &mut Compiler, length: usize) {
        self.weights = compiler.pack_numbers((1..length).map(weight));
    }

    /// Stores Vq as the value, and returns its largest element; NaN if an element is not finite.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn expand(&self, frame: &mut Frame<'_>, line: impl Places) -> f64 {
        let (mut sum, mut largest, mut magnitude) = (0.0, f64::NEG_INFINITY, 0.0_f64);
        for i in (1..line.length()).rev() {
            let weight = frame.packed_number(self.weights.element(i - 1));
            let w = weight * frame.coordinate_number(line.coordinate(i - 1));
            let z: f64 = sum - i as f64 * w;
            frame.start_number(line.element(frame, i), z);
            largest = largest.max(z);
            magnitude = magnitude.max(z.abs());
            sum += w;
        }
        frame.start_number(line.element(frame, 0), sum);
        // `max` ignores NaN, but if an element is NaN, so is the sum.
        if magnitude.is_finite() && sum.is_finite() { largest.max(sum) } else { f64::NAN }
    }

    /// Stores Vᵀx as the gradient.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn pull_back<L: Places>(&self, frame: &mut Frame<'_>, line: L, x: &impl Elements<L>) {
        let mut prefix = x.get(frame, line, 0);
        for i in 1..line.length() {
            let next = x.get(frame, line, i);
            let weight = frame.packed_number(self.weights.element(i - 1));
            frame.set_gradient_number(line.coordinate(i - 1), weight * (prefix - i as f64 * next));
            prefix += next;
        }
    }

    /// Computes q = Vᵀx, for x with any sum.
    pub fn coordinates(&self, x: &[f64], line: impl Places, point: &mut [f64]) {
        let mut prefix = x.first().copied().unwrap_or(0.0);
        for (i, &next) in x.iter().enumerate().skip(1) {
            point[line.coordinate(i - 1)] = weight(i) * (prefix - i as f64 * next);
            prefix += next;
        }
    }
}
