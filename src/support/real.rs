//! The real line: x = q, log |∂x/∂q| = 0, q̄ = x̄.

use crate::contract::node::Packs;
use crate::contract::transform::{BoundRole, SupportKind};
use crate::frame::MAX_ARGUMENTS;
use crate::sealed::Sealed;
use crate::simd::Pack;
use crate::support::{Elementwise, Transform};
use monomorph_macros::inlined;
use pulp::Simd;

/// The transform x = q to all real numbers.
#[derive(Clone, Copy, Debug)]
pub struct Identity;

/// The support of unconstrained parameters.
pub type Real = Elementwise<Identity, ()>;

impl Sealed for Identity {}

#[inlined]
impl Transform for Identity {
    const KIND: SupportKind = SupportKind::Real;

    const KEEPS: bool = false;
    const BOUNDS: &[BoundRole] = &[];

    fn broken_rule(_: &[f64; MAX_ARGUMENTS]) -> Option<(usize, &'static str)> {
        None
    }

    fn constrain<S: Simd>(q: Pack<S>, _: &Packs<S>) -> (Pack<S>, Pack<S>, Pack<S>) {
        (q, q.constant(0.0), q)
    }

    fn pull_back<S: Simd>(_: Pack<S>, _: Pack<S>, _: &Packs<S>, adjoint: Pack<S>) -> Pack<S> {
        adjoint
    }

    fn to_bounds<S: Simd>(_: Pack<S>, _: Pack<S>, _: &Packs<S>, adjoint: Pack<S>) -> Packs<S> {
        [adjoint; MAX_ARGUMENTS]
    }

    fn unconstrain(x: f64, _: &[f64; MAX_ARGUMENTS]) -> Result<f64, &'static str> {
        if x.is_finite() { Ok(x) } else { Err("be finite") }
    }
}
