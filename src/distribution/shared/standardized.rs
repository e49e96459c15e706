//! z = (y − μ)/σ, and the derivatives of functions of z:
//!
//! ∂f/∂y = f′(z)/σ,  ∂f/∂μ = −f′(z)/σ,  ∂f/∂σ = −z f′(z)/σ.

use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::Simd;

/// A number measured from a location in units of a scale.
#[derive(Clone, Copy)]
pub(in crate::distribution) struct Standardized<S: Simd> {
    /// y − μ
    pub deviation: Pack<S>,
    /// (y − μ)/σ
    pub z: Pack<S>,
    /// 1/σ
    pub inverse: Pack<S>,
}

#[inlined(all)]
impl<S: Simd> Standardized<S> {
    /// (y − μ)/σ
    pub fn new(y: Pack<S>, location: Pack<S>, scale: Pack<S>) -> Self {
        Self::folded(y - location, scale)
    }

    /// y/σ
    pub fn folded(y: Pack<S>, scale: Pack<S>) -> Self {
        let inverse = scale.recip();
        Self { deviation: y, z: y * inverse, inverse }
    }

    /// Returns the partial derivatives by y, μ and σ of a function of z, given the derivative by z.
    pub fn partials(self, by_z: Pack<S>) -> [Pack<S>; 3] {
        let slope = by_z * self.inverse;
        [slope, -slope, -(self.z * slope)]
    }

    /// Returns the partial derivatives by y and σ.
    pub fn folded_partials(self, by_z: Pack<S>) -> [Pack<S>; 2] {
        let [by_y, _, by_scale] = self.partials(by_z);
        [by_y, by_scale]
    }
}
