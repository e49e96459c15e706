//! The call of a sum of squares from kernels: a function of the library, not compiled with each model,
//! since triangles would be a tenth of the code of a small model.

use crate::compiler::rewrite::quadratic::Quadratic;
use crate::frame::Lent;
use crate::simd::InstructionSet;
use pulp::{Simd, WithSimd};

impl Quadratic {
    /// The sum of squares at the loaded coefficients. With a gradient, the adjoints that are unloaded are
    /// `scale` times half of its gradient.
    #[inline(never)]
    pub fn evaluate(&self, set: InstructionSet, numbers: Lent<'_>, scale: f64, gradient: bool) -> f64 {
        set.dispatch(Evaluation { quadratic: self, numbers, scale, gradient })
    }
}

/// The arguments of [`Quadratic::evaluate`].
struct Evaluation<'a, 'n> {
    quadratic: &'a Quadratic,
    numbers: Lent<'n>,
    scale: f64,
    gradient: bool,
}

impl WithSimd for Evaluation<'_, '_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let Self { quadratic, mut numbers, scale, gradient } = self;
        if gradient {
            quadratic.squares::<true, S>(simd, &mut numbers, scale)
        } else {
            quadratic.squares::<false, S>(simd, &mut numbers, scale)
        }
    }
}
