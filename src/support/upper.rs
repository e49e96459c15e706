//! An upper bound b: x = b − e^q, log |∂x/∂q| = q, q̄ = −x̄ e^q + 1, and b̄ = x̄.
//!
//! The rounding error of the computed x̂ is (b − x̂) − e^q.
//!
//! The transform of the Stan Reference Manual, "Upper bounded scalar".

use crate::contract::node::Packs;
use crate::contract::transform::BoundRole;
use crate::frame::MAX_ARGUMENTS;
use crate::math;
use crate::sealed::Sealed;
use crate::simd::Pack;
use crate::support::{Elementwise, Transform};
use monomorph_macros::inlined;
use pulp::Simd;

/// The transform x = b − e^q to the numbers below a bound.
#[derive(Clone, Copy, Debug)]
pub struct Below;

/// The support of parameters below a bound.
pub type Upper<Bound> = Elementwise<Below, (Bound,)>;

impl Sealed for Below {}

#[inlined]
impl Transform for Below {
    const HAS_REST: bool = true;
    const BOUNDS: &[BoundRole] = &[BoundRole::Upper];

    fn broken_rule(_: &[f64; MAX_ARGUMENTS]) -> Option<(usize, &'static str)> {
        None
    }

    fn constrain<S: Simd>(q: Pack<S>, bounds: &Packs<S>) -> (Pack<S>, Pack<S>, Pack<S>) {
        let shortfall = math::exp(q);
        (bounds[0] - shortfall, q, shortfall)
    }

    fn rest<S: Simd>(_: Pack<S>, shortfall: Pack<S>, bounds: &Packs<S>, x: Pack<S>) -> Pack<S> {
        (bounds[0] - x) - shortfall
    }

    fn pull_back<S: Simd>(_: Pack<S>, shortfall: Pack<S>, _: &Packs<S>, adjoint: Pack<S>) -> Pack<S> {
        (-adjoint).mul_add(shortfall, 1.0)
    }

    fn to_bounds<S: Simd>(_: Pack<S>, _: Pack<S>, _: &Packs<S>, adjoint: Pack<S>) -> Packs<S> {
        [adjoint; MAX_ARGUMENTS]
    }

    fn nudge_inside(x: f64, bounds: &[f64; MAX_ARGUMENTS]) -> f64 {
        if x == bounds[0] { x.next_down() } else { x.clamp(-f64::MAX, f64::INFINITY) }
    }

    fn unconstrain(x: f64, bounds: &[f64; MAX_ARGUMENTS]) -> Result<f64, &'static str> {
        let inside = x < bounds[0] && x.is_finite();
        if inside { Ok((bounds[0] - x).ln()) } else { Err("be finite and below its upper bound") }
    }
}
