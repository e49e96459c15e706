//! Rests: the parts of values that rounding has removed, and the complements that are computed from them.

use crate::compiler::Companion;
use crate::simd::Pack;
use pulp::Simd;

/// A companion as a type, so that nodes compile no code for other companions.
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

/// 1 − x, given x as rounded and, if it is known, the rest that rounding has removed.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn complement<S: Simd>(x: Pack<S>, rest: Option<Pack<S>>) -> Pack<S> {
    let complement = 1.0 - x;
    match rest {
        Some(rest) => complement - rest,
        None => complement,
    }
}

/// The rest that is stored beside a value if it is small enough to belong to the value, otherwise 0. A
/// value that was set without its transform has no rest.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn rest_of<S: Simd>(value: Pack<S>, rest: Pack<S>) -> Pack<S> {
    rest.abs().le(value.abs() * f64::EPSILON).select(rest, 0.0)
}
