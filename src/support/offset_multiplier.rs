//! An offset m and a multiplier c > 0: x = m + c q, log |∂x/∂q| = log c, q̄ = x̄ c, and m̄ = x̄, c̄ = x̄ q +
//! 1/c.
//!
//! The transform of the Stan Reference Manual, "Affinely transformed scalar". With m and c the location and
//! the scale of the parameter's own distribution it is the non-centred parameterisation of a hierarchy.

use crate::contract::node::Packs;
use crate::contract::transform::BoundRole;
use crate::frame::MAX_ARGUMENTS;
use crate::math;
use crate::sealed::Sealed;
use crate::simd::Pack;
use crate::support::{Elementwise, Transform};
use monomorph_macros::inlined;
use pulp::Simd;

/// The transform x = m + c q with an offset m and a multiplier c.
#[derive(Clone, Copy, Debug)]
pub struct Affine;

/// The support of parameters around an offset.
pub type OffsetMultiplier<Offset, Multiplier> = Elementwise<Affine, (Offset, Multiplier)>;

impl Sealed for Affine {}

#[inlined]
impl Transform for Affine {
    const KEEPS: bool = false;
    const HAS_SCALE: bool = true;
    const BOUNDS: &[BoundRole] = &[BoundRole::Offset, BoundRole::Multiplier];

    fn broken_rule(bounds: &[f64; MAX_ARGUMENTS]) -> Option<(usize, &'static str)> {
        if bounds[1] > 0.0 { None } else { Some((1, "be above 0")) }
    }

    fn log_scale<S: Simd>(bounds: &Packs<S>, logarithm: impl Fn(usize) -> Option<Pack<S>>) -> Pack<S> {
        match logarithm(1) {
            Some(known) => bounds[1].gt(0.0).select(known, f64::NAN),
            None => math::log(bounds[1]),
        }
    }

    fn constrain<S: Simd>(q: Pack<S>, bounds: &Packs<S>) -> (Pack<S>, Pack<S>, Pack<S>) {
        (bounds[1].mul_add(q, bounds[0]), Pack::zero(q.simd), q)
    }

    fn pull_back<S: Simd>(_: Pack<S>, _: Pack<S>, bounds: &Packs<S>, adjoint: Pack<S>) -> Pack<S> {
        adjoint * bounds[1]
    }

    fn to_bounds<S: Simd>(q: Pack<S>, _: Pack<S>, bounds: &Packs<S>, adjoint: Pack<S>) -> Packs<S> {
        let mut adjoints = [adjoint; MAX_ARGUMENTS];
        adjoints[1] = adjoint.mul_add(q, bounds[1].recip());
        adjoints
    }

    fn unconstrain(x: f64, bounds: &[f64; MAX_ARGUMENTS]) -> Result<f64, &'static str> {
        let q = (x - bounds[0]) / bounds[1];
        let is_inside = bounds[1] > 0.0 && q.is_finite();
        if is_inside { Ok(q) } else { Err("be finite, with a finite offset and a positive multiplier") }
    }
}
