//! Supports: where a parameter lives, and the transform from the unconstrained line to there.
//!
//! The transforms, their order in the unconstrained point and their log Jacobians are Stan's, so that a point can be
//! compared with Stan's.

mod elementwise;
mod interval;
mod lower;
mod real;
mod space;
mod upper;

pub use elementwise::{Elementwise, Transform};
pub use interval::{Between, Interval};
pub use lower::{Above, Lower};
pub use real::{Identity, Real};
pub use space::{BetweenBounds, Space, interval, lower, parameter, positive, real, upper, vector};
pub use upper::{Below, Upper};

use crate::compile::Compiler;
use crate::error::Error;
use crate::model::{Scope, Totals};
use crate::sealed::Sealed;
use crate::simd::{Frame, Slot};
use pulp::Simd;

/// Where the parameter that a support belongs to stands.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The constrained value and its adjoint.
    pub slot: Slot,
    /// The first unconstrained coordinate.
    pub coordinate: usize,
    /// The number of elements.
    pub length: usize,
    /// True for a scalar.
    pub is_scalar: bool,
}

/// A set of values with a transform x = T(q) from the unconstrained line.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a support of a parameter")]
pub trait Support: Sealed + Copy + Send + Sync {
    /// Checks the support for a parameter of so many elements and claims memory.
    fn bind(&mut self, compiler: &mut Compiler, length: usize) -> Result<(), Error>;

    /// The number of unconstrained coordinates of so many elements.
    fn free(&self, length: usize) -> usize {
        length
    }

    /// Checks bounds that are data.
    fn fold(
        &self,
        compiler: &Compiler,
        name: &str,
        frame: &mut Frame<'_>,
        length: usize,
    ) -> Result<(), Error>;

    /// x = T(q); adds log |det ∂x/∂q| if it `counts`.
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    );

    /// q̄ = (∂x/∂q)ᵀ x̄ + ∂ log |det ∂x/∂q| / ∂q, stored in the gradient.
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement);

    /// q = T⁻¹(x), or an error that names the element outside the support.
    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error>;
}
