//! A causal convolution: yᵢ = Σₖ wₖ xᵢ₋ₖ for k = 0, 1, …, for all k for which wₖ and xᵢ₋ₖ exist, with x̄ᵢ₋ₖ
//! += wₖ ȳᵢ and w̄ₖ += Σᵢ xᵢ₋ₖ ȳᵢ.
//!
//! A register of the value is a sum over the weights in registers. Elements before the first and after the
//! last count as 0: the forward pass reads a copy of x with zeros before it, the backward pass a copy of ȳ
//! with zeros after it.

use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::linalg::dot;
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::{MAX_LANES, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The convolution of a vector with weights.
#[derive(Clone, Copy, Debug)]
pub struct Convolve;

impl Sealed for Convolve {}

impl Operation for Convolve {
    type Bound = Self;
    const IS_CAUSAL: bool = true;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.convolve({})", arguments[0], arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].length(), 1)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_not_empty(0)?;
        setup.check_not_empty(1)?;
        setup.claim_scratch(setup.size(0).length().saturating_add(2 * MAX_LANES));
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for Convolve {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn forward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let Operands { arguments: [x, weights, ..], value, scratch, .. } = operands;
        let (before, copy) = scratch.split_at_mut(MAX_LANES);
        before.fill(0.0);
        copy[..size.rows].copy_from_slice(x);
        value.fill(0.0);
        for start in (0..size.rows).step_by(Pack::<S>::LANES) {
            // Lag k reads from the element `start − k` on, which is at most one register before the first
            // element.
            let count = (start + Pack::<S>::LANES).min(weights.len());
            let sum = sum_over(simd, &weights[..count], |lag| &scratch[MAX_LANES + start - lag..]);
            add(&mut value[start..], sum);
        }
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        _: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let Operands { arguments: [x, weights, ..], scratch, .. } = operands;
        let adjoint = adjoints.value;
        if let Some(of_x) = adjoints.of(0) {
            let (copy, behind) = scratch.split_at_mut(size.rows);
            copy.copy_from_slice(adjoint);
            behind.fill(0.0);
            for start in (0..size.rows).step_by(Pack::<S>::LANES) {
                let count = weights.len().min(size.rows - start);
                let sum = sum_over(simd, &weights[..count], |lag| &scratch[start + lag..]);
                add(&mut of_x[start..], sum);
            }
        }
        if let Some(of_weights) = adjoints.of(1) {
            for (lag, of_weight) in of_weights.iter_mut().take(size.rows).enumerate() {
                *of_weight += dot(simd, &x[..size.rows - lag], &adjoint[lag..]);
            }
        }
    }
}

/// The sum of registers, one for each weight, times the weights. Four partial sums are used, since
/// additions to a single sum would wait for each other.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn sum_over<'a, S: Simd>(simd: S, weights: &[f64], at: impl Fn(usize) -> &'a [f64]) -> Pack<S> {
    let mut sums = [Pack::zero(simd); 4];
    let (fours, rest) = weights.as_chunks::<4>();
    for (four, weights) in fours.iter().enumerate() {
        for place in 0..4 {
            sums[place] = load(simd, at(4 * four + place)).mul_add(weights[place], sums[place]);
        }
    }
    for (place, &weight) in rest.iter().enumerate() {
        sums[place] = load(simd, at(4 * fours.len() + place)).mul_add(weight, sums[place]);
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// The first register of a slice that is at least as long.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn load<S: Simd>(simd: S, numbers: &[f64]) -> Pack<S> {
    Pack::new(simd, S::as_simd_f64s(&numbers[..Pack::<S>::LANES]).0[0])
}

/// Adds the lanes of a register to the first numbers of a slice, which may be shorter.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add<S: Simd>(numbers: &mut [f64], terms: Pack<S>) {
    for (number, term) in numbers.iter_mut().zip(&terms.to_array()[..Pack::<S>::LANES]) {
        *number += term;
    }
}
