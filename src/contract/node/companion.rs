//! Rests that rounding has taken off values: what is read of them, and what is made of them.

use crate::compiler::Companion;
use crate::simd::Pack;
use pulp::Simd;

/// A companion as a type, so that nodes compile no code for the others.
pub trait Beside: 'static {
    /// The companion.
    const COMPANION: Companion;
}

/// [`Companion::Logarithm`] as a type.
pub struct Logarithms;

/// [`Companion::Rest`] as a type.
pub struct Rests;

impl Beside for Logarithms {
    const COMPANION: Companion = Companion::Logarithm;
}

impl Beside for Rests {
    const COMPANION: Companion = Companion::Rest;
}

/// 1 − x, given a number and the rest that rounding has taken off it, if that is known.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn complement<S: Simd>(x: Pack<S>, rest: Option<Pack<S>>) -> Pack<S> {
    let complement = 1.0 - x;
    match rest {
        Some(rest) => complement - rest,
        None => complement,
    }
}

/// The rest that stands beside a value, where it can belong to it, else 0: whoever has set the value without
/// its transform means the number as it stands.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn rest_of<S: Simd>(value: Pack<S>, rest: Pack<S>) -> Pack<S> {
    rest.abs().le(value.abs() * f64::EPSILON).select(rest, 0.0)
}
