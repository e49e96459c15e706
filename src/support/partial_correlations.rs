//! Canonical partial correlations zᵢⱼ = tanh qᵢⱼ, j < i, and the Cholesky factor L of the corresponding
//! correlation matrix. Its rows have length 1: with sᵢⱼ = √(1 − zᵢⱼ²) = sech qᵢⱼ
//!
//! pᵢ₁ = 1,   Lᵢⱼ = zᵢⱼ pᵢⱼ,   pᵢⱼ₊₁ = sᵢⱼ pᵢⱼ,   Lᵢᵢ = pᵢᵢ.
//!
//! The log Jacobians are sums of log (1 − zᵢⱼ²) = 2 (log 2 − |q| − log(1 + e⁻²ˡqˡ)) with weights cᵢⱼ.
//! Backward, from the diagonal to the left,
//!
//! p̄ᵢᵢ = L̄ᵢᵢ,   q̄ᵢⱼ = pᵢⱼ sᵢⱼ (sᵢⱼ L̄ᵢⱼ − zᵢⱼ p̄ᵢⱼ₊₁) − 2 cᵢⱼ zᵢⱼ,   p̄ᵢⱼ = zᵢⱼ L̄ᵢⱼ + sᵢⱼ p̄ᵢⱼ₊₁,
//!
//! and q = arsinh(Lᵢⱼ / pᵢⱼ₊₁), where pᵢⱼ₊₁ is the length of the rest of the row: no digits are lost
//! where |z| is near 1.
//!
//! Lewandowski, Kurowicka and Joe (2009), "Generating random correlation matrices based on vines and extended
//! onion method"; the Stan Reference Manual, "Correlation matrices" and "Cholesky factors of correlation
//! matrices".

use crate::compiler::Compiler;
use crate::error::Error;
use crate::frame::{Frame, Packed, Scratch};
use crate::math;
use crate::sealed::Sealed;
use crate::shape::Dimension;
use crate::simd::{Block, Pack, for_lanes};
use core::f64::consts::LN_2;
use core::marker::PhantomData;
use pulp::Simd;

/// The largest distance of the length of a row from 1.
const TOLERANCE: f64 = 1e-8;

/// The order of the coordinates below the diagonal, and the log Jacobian of a transform with this order.
pub trait Order: Sealed + Copy + Send + Sync + 'static {
    /// Returns the place of the coordinate of an element, column < row, counted from 0.
    fn place(row: usize, column: usize, size: usize) -> usize;

    /// Returns the weight of log (1 − z²) in the log Jacobian.
    fn weight(row: usize, column: usize, size: usize) -> f64;
}

/// The numbers z, s, p and c of a matrix with `K` rows, in the order of the coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialCorrelations<Order, K> {
    size: usize,
    tanh: Scratch,
    sech: Scratch,
    products: Scratch,
    weights: Packed,
    types: PhantomData<fn() -> (Order, K)>,
}

impl<O: Order, K: Dimension> PartialCorrelations<O, K> {
    pub fn new(size: usize) -> Self {
        Self {
            size,
            tanh: Scratch::default(),
            sech: Scratch::default(),
            products: Scratch::default(),
            weights: Packed::default(),
            types: PhantomData,
        }
    }

    /// Returns the number of rows, as a constant if the type contains it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn size(&self) -> usize {
        const { K::SIZE }.unwrap_or(self.size)
    }

    /// The number of coordinates.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn free(&self) -> usize {
        below_diagonal(self.size())
    }

    pub fn bind(&mut self, compiler: &mut Compiler) {
        let (size, free) = (self.size(), self.free());
        [self.tanh, self.sech, self.products] = [free; 3].map(|free| compiler.scratch(free));
        let mut weights = vec![0.0; free];
        for (row, column) in (0..size).flat_map(|row| (0..row).map(move |column| (row, column))) {
            weights[O::place(row, column, size)] = O::weight(row, column, size);
        }
        self.weights = compiler.pack_numbers(weights);
    }

    /// Passes all elements of L to `set`, row by row, with the zeros on the right of the diagonal. Returns
    /// the log Jacobian.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn factor<S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        coordinate: usize,
        set: impl Fn(&mut Frame<'_>, (usize, usize), f64),
    ) -> f64 {
        let log_jacobian = self.start(simd, frame, coordinate);
        let size = self.size();
        for row in 0..size {
            let mut product = 1.0;
            for column in 0..row {
                let place = O::place(row, column, size);
                set(frame, (row, column), frame.scratch_number(self.tanh.element(place)) * product);
                frame.set_scratch_number(self.products.element(place), product);
                product *= frame.scratch_number(self.sech.element(place));
            }
            set(frame, (row, row), product);
            for column in row + 1..size {
                set(frame, (row, column), 0.0);
            }
        }
        log_jacobian
    }

    /// Stores q̄ of a row, from right to left. `adjoint` returns L̄ of the row's elements.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn pull_back_row(
        &self,
        frame: &mut Frame<'_>,
        coordinate: usize,
        row: usize,
        adjoint: impl Fn(&Frame<'_>, usize) -> f64,
    ) {
        let mut rest = adjoint(frame, row);
        for column in (0..row).rev() {
            let (place, adjoint) = (O::place(row, column, self.size()), adjoint(frame, column));
            let tanh = frame.scratch_number(self.tanh.element(place));
            let sech = frame.scratch_number(self.sech.element(place));
            let product = frame.scratch_number(self.products.element(place));
            let weight = frame.packed_number(self.weights.element(place));
            let along = product * sech * (sech * adjoint - tanh * rest);
            frame.set_gradient_number(coordinate + place, along - 2.0 * weight * tanh);
            rest = tanh * adjoint + sech * rest;
        }
    }

    /// Computes all z and s, and the log Jacobian.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn start<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, coordinate: usize) -> f64 {
        let mut lanes = Pack::zero(simd);
        for_lanes!(lane in Block { simd, start: 0, end: self.free() } => {
            let q = frame.point(coordinate, lane);
            let distance = q.abs();
            let decay = math::exp(-distance);
            let square = decay.square();
            frame.set_scratch(self.tanh.element(lane.index), math::tanh(q));
            frame.set_scratch(self.sech.element(lane.index), decay * 2.0 / (square + 1.0));
            let log_sech = Pack::splat(simd, LN_2) - distance - math::log1p(square);
            lanes = lane.accumulate(lanes, frame.packed(simd, self.weights.element(lane.index)) * log_sech);
        });
        2.0 * lanes.sum()
    }

    /// Computes the coordinates of a factor L with a positive diagonal, from all its elements.
    pub fn coordinates(&self, factor: &[f64], point: &mut [f64]) {
        let size = self.size();
        for row in 0..size {
            let elements = &factor[row * size..][..=row];
            let mut rest = elements[row];
            for column in (0..row).rev() {
                point[O::place(row, column, size)] = (elements[column] / rest).asinh();
                rest = rest.hypot(elements[column]);
            }
        }
    }
}

/// The number of elements below the diagonal.
pub(super) fn below_diagonal(size: usize) -> usize {
    size * size.saturating_sub(1) / 2
}

/// Returns an error if the length of a row is not 1.
pub(super) fn check_length_of_row(name: &str, row: usize, elements: &[f64]) -> Result<(), Error> {
    let norm = elements.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (norm - 1.0).abs() <= TOLERANCE {
        return Ok(());
    }
    let what = format!("the norm of row {row} of the parameter `{name}`");
    Err(crate::contract::transform::outside(what, norm, "be 1, up to 1e-8"))
}
