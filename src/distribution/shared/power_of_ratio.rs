//! x = α log(y/σ), the logarithm of a power of a ratio, and the derivatives of functions of it:
//!
//! ∂f/∂y = α f′(x)/y,  ∂f/∂α = log(y/σ) f′(x),  ∂f/∂σ = −α f′(x)/σ.
//!
//! The logarithm is that of the quotient; if the quotient overflows or underflows, it is a difference of
//! logarithms, and if a large α needs more digits, log1p of (y − σ)/σ.

use crate::distribution::shared::large_shapes::{LARGE, log_of_quotient};
use crate::distribution::shared::rare::unless_rare;
use crate::math;
use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::Simd;

/// The logarithm of (y/σ)^α.
#[derive(Clone, Copy)]
pub(in crate::distribution) struct PowerOfRatio<S: Simd> {
    y: Pack<S>,
    shape: Pack<S>,
    scale: Pack<S>,
    /// log(y/σ)
    pub log: Pack<S>,
    /// α log(y/σ)
    pub x: Pack<S>,
}

#[inlined(all)]
impl<S: Simd> PowerOfRatio<S> {
    /// Computes α log(y/σ).
    pub fn new(y: Pack<S>, shape: Pack<S>, scale: Pack<S>) -> Self {
        let usual = math::log(y / scale);
        let rare = shape.ge(LARGE) | usual.abs().ge(690.0);
        let [log] = unless_rare(rare, [y, scale], [usual], log_of_quotient);
        Self { y, shape, scale, log, x: shape * log }
    }

    /// Returns the partial derivatives by y, α and σ of a function of x, given the derivative by x.
    pub fn partials(self, by_x: Pack<S>) -> [Pack<S>; 3] {
        let slope = self.shape * by_x;
        [slope / self.y, self.log * by_x, -(slope / self.scale)]
    }

    /// Returns the partial derivative by α of a function of x, given the derivative by x. At y = 0 the
    /// density jumps from ∞ to 0 as a function of α: the slope there counts as 0.
    pub fn by_shape(self, by_x: Pack<S>) -> Pack<S> {
        self.y.eq(0.0).select(0.0, self.log * by_x)
    }

    /// Returns (α − 1) log(y/σ) and its derivative by y; at y = 0 and α = 1 it is 0, not 0 · ∞.
    pub fn rise(self) -> (Pack<S>, Pack<S>) {
        let power = self.shape - 1.0;
        let flat = power.eq(0.0);
        (flat.select(0.0, power * self.log), flat.select(0.0, power / self.y))
    }
}
