//! Stick breaking: w₁ = v₁, w₂ = v₂ (1 − v₁), …, and the rest wₖ₊₁ = Πⱼ (1 − vⱼ).
//!
//!   v̄ⱼ = rⱼ w̄ⱼ − Σ over i > j of w̄ᵢ wᵢ/(1 − vⱼ),   rⱼ = Π over i < j of (1 − vᵢ),
//!
//! where the sum is computed as rⱼ sⱼ, with sⱼ = w̄ⱼ₊₁ vⱼ₊₁ + (1 − vⱼ₊₁) sⱼ₊₁ from the end, so that there
//! is no division by 1 − vⱼ.
//!
//! Sethuraman 1994, "A constructive definition of Dirichlet priors".

use crate::contract::conjugacy::Link;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, Operands};
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The pieces of a stick of length 1 that is broken at k places: k + 1 numbers.
#[derive(Clone, Copy, Debug)]
pub struct StickBreaking;

impl Sealed for StickBreaking {}

impl Operation for StickBreaking {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.stick_breaking()", arguments[0])
    }

    fn size(&self, sizes: &Sizes) -> Size {
        Size::new(sizes[0].length().saturating_add(1), 1)
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.claim_scratch(setup.size(0).length());
        setup.check_not_empty(0)?;
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for StickBreaking {
    const FACTS: OperationFacts = OperationFacts { links: &[Link::Sticks], ..OperationFacts::NONE };

    fn forward<S: Simd>(&self, _: S, _: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let mut rest = 1.0;
        let (pieces, last) = operands.value.split_at_mut(operands.arguments[0].len());
        for ((piece, &part), before) in pieces.iter_mut().zip(operands.arguments[0]).zip(operands.scratch) {
            *before = rest;
            *piece = part * rest;
            rest *= 1.0 - part;
        }
        last[0] = rest;
    }

    fn backward<S: Simd>(
        &self,
        _: S,
        _: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let (parts, value) = (operands.arguments[0], adjoints.value);
        let Some(parts_adjoint) = adjoints.of(0) else { return };
        let mut later = value[parts.len()];
        for place in (0..parts.len()).rev() {
            parts_adjoint[place] += operands.scratch[place] * (value[place] - later);
            later = value[place] * parts[place] + (1.0 - parts[place]) * later;
        }
    }
}
