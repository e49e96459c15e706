//! A convolution that looks backward: yᵢ = Σₖ wₖ xᵢ₋ₖ for k = 0, 1, …, as far as there are weights and elements, with
//! x̄ᵢ₋ₖ += wₖ ȳᵢ and w̄ₖ += Σᵢ xᵢ₋ₖ ȳᵢ.
//!
//! Each weight is one pass over the vector.

use super::{BoundOperation, Operation, Setup, Sizes};
use crate::error::Error;
use crate::linalg::{add_scaled, dot};
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::{Adjoints, Operands};
use pulp::Simd;

/// The convolution of a vector with weights.
#[derive(Clone, Copy, Debug)]
pub struct Convolve;

impl Sealed for Convolve {}

impl Operation for Convolve {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.convolve({})", arguments[0], arguments[1])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].length(), 1)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.check_not_empty(0)?;
        setup.check_not_empty(1)?;
        Ok(self)
    }
}

impl BoundOperation for Convolve {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<S: Simd>(&self, simd: S, _: &Sizes, size: Size, _: bool, operands: Operands<'_>) {
        let [x, weights] = [0, 1].map(|place| operands.arguments[place]);
        operands.value.fill(0.0);
        for (lag, &weight) in weights.iter().take(size.rows).enumerate() {
            add_scaled(simd, &mut operands.value[lag..], weight, &x[..size.rows - lag]);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<S: Simd>(
        &self,
        simd: S,
        _: &Sizes,
        size: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let [x, weights] = [0, 1].map(|place| operands.arguments[place]);
        let adjoint = adjoints.value;
        if let Some(of_x) = adjoints.of(0) {
            for (lag, &weight) in weights.iter().take(size.rows).enumerate() {
                add_scaled(simd, &mut of_x[..size.rows - lag], weight, &adjoint[lag..]);
            }
        }
        if let Some(of_weights) = adjoints.of(1) {
            for (lag, of_weight) in of_weights.iter_mut().take(size.rows).enumerate() {
                *of_weight += dot(simd, &x[..size.rows - lag], &adjoint[lag..]);
            }
        }
    }
}
