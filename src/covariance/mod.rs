//! Covariance matrices as types: the type chooses the algorithm.
//!
//! | covariance of n variables | Σ | cost of a gradient |
//! |-|-|-|
//! | a matrix expression, or [`dense(sigma)`](dense()) | any | n³ |
//! | [`diagonal(v)`](diagonal()) | diag(v) | n an observation |
//! | [`scaled_identity(v)`](scaled_identity()) | v I | n an observation |
//! | [`low_rank(lambda, psi)`](low_rank()) | Λ Λᵀ + diag(ψ), Λ n × r | n r², and n r an observation |
//! | [`ar1(rho, v, &times)`](ar1()) | v ρ^\|t − t′\| | n an observation |
//! | [`kronecker(a, b)`](kronecker()) | A ⊗ B, of p and q variables | p³ + q³, and p q (p + q) an observation |
//! | [`kronecker(a, b).add_diagonal(s)`](Structured::add_diagonal) | A ⊗ B + s I | the same, and eigenvalues of A and B |
//! | [`kronecker_precision(a, b)`](kronecker_precision()) | (A ⊗ B)⁻¹ | as A ⊗ B |
//! | [`factored(l)`](factored()) | L Lᵀ | n² an observation |
//! | [`precision(omega)`](precision()) | Ω⁻¹ | n³ |
//! | [`sparse_precision(&pattern, values)`](sparse_precision()) | Ω⁻¹, Ω sparse | that of a sparse factor |
//! | [`car(&adjacency, alpha, tau)`](car()), [`leroux(&adjacency, rho, tau)`](leroux()) | of a graph | the same |
//! | [`spde(&matrices, kappa, tau)`](spde()) | Matérn's on a mesh | the same |
//! | [`coregionalization(rho, b, &times)`](coregionalization()) | (B ⊗ I) diag(R(ρ₁), …) (B ⊗ I)ᵀ | cubes of stretches between full times |
//!
//! They are used in the place of a covariance matrix: `multi_normal(mean, covariance)`,
//! `multi_student_t(nu, mean, covariance)`. With [`.observed(&mask)`](Structured::observed) they are the
//! covariance of some of the variables.
//!
//! Only a structure itself knows how Σ⁻¹ r and log |Σ| are computed, and how the derivative by Σ,
//!
//!   Σ̄ = ½ (Σₘ wₘ zₘ zₘᵀ − c Σ⁻¹),   zₘ = Σ⁻¹ rₘ,
//!
//! of the log density of residuals rₘ with weights wₘ that sum to c, is passed to its arguments. The
//! derivative is taken in this closed form and never through the steps of the solution. Many observations
//! with one mean are replaced by the triangular factor of their scatter, which `compile()` computes: the
//! cost of an evaluation does not depend on their number.
//!
//! The chapter [Correlated effects and matrices](crate::guide::correlated_effects_and_matrices) begins with a
//! whole program.

mod ar1;
mod compressed;
mod coregionalization;
mod dense;
mod diagonal;
mod factored;
mod kronecker;
mod kronecker_precision;
mod kronecker_rotations;
mod kronecker_with_noise;
mod logarithms;
mod low_rank;
mod mask;
mod precision;
mod rows;
mod scaled_identity;
mod selected;
mod sparse;
mod square_root;
mod stretches;
mod structured;
mod windows;

pub use crate::linalg::sparse::{Pattern, PatternError};
pub use ar1::ar1;
#[cfg_attr(doc, doc(hidden))]
pub use ar1::{Ar1, BoundAr1};
pub use coregionalization::coregionalization;
#[cfg_attr(doc, doc(hidden))]
pub use coregionalization::{BoundCoregionalization, Coregionalization};
#[cfg_attr(doc, doc(hidden))]
pub use dense::Dense;
pub use dense::dense;
pub use diagonal::diagonal;
#[cfg_attr(doc, doc(hidden))]
pub use diagonal::{BoundDiagonal, Diagonal};
#[cfg_attr(doc, doc(hidden))]
pub use factored::Factored;
pub use factored::factored;
#[cfg_attr(doc, doc(hidden))]
pub use kronecker::Kronecker;
pub use kronecker::kronecker;
#[cfg_attr(doc, doc(hidden))]
pub use kronecker_precision::KroneckerPrecision;
pub use kronecker_precision::kronecker_precision;
#[cfg_attr(doc, doc(hidden))]
pub use kronecker_with_noise::KroneckerWithNoise;
pub use low_rank::low_rank;
#[cfg_attr(doc, doc(hidden))]
pub use low_rank::{BoundLowRank, LowRank};
#[cfg_attr(doc, doc(hidden))]
pub use precision::Precision;
pub use precision::precision;
pub use scaled_identity::scaled_identity;
#[cfg_attr(doc, doc(hidden))]
pub use scaled_identity::{BoundScaledIdentity, ScaledIdentity};
#[cfg_attr(doc, doc(hidden))]
pub use selected::{BoundObserved, BoundSelected, Observed, Selected};
#[cfg_attr(doc, doc(hidden))]
pub use sparse::{Autoregressive, BoundSparsePrecision, SparsePrecision, Spde};
pub use sparse::{SpdeMatrices, car, leroux, sparse_precision, spde};
#[cfg_attr(doc, doc(hidden))]
pub use square_root::SquareRoot;
pub use structured::{IntoCovariance, Structured};
#[cfg_attr(doc, doc(hidden))]
pub use structured::{Observable, SquareShape, Two};

use crate::compiler::symmetry::Origin;
use crate::compiler::{Context, symmetry};
use crate::contract::conjugacy::Curve;
use crate::contract::operation::Setup;
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS};
use crate::sealed::Sealed;
use crate::shape::Size;
use pulp::Simd;

/// The numbers that a structure reads.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Given<'a> {
    /// The task of the structure.
    pub task: Task,
    /// The values of its arguments.
    pub values: &'a [&'a [f64]],
    /// The sizes of the values.
    pub sizes: &'a [Size],
    /// All packed indices.
    pub indices: &'a [u32],
    /// The numbers that [`keep`](BoundStructure::keep) has made of observations.
    pub kept: &'a [f64],
}

/// The numbers that a structure reads, with its memory.
#[non_exhaustive]
pub struct Site<'a> {
    /// The numbers that the structure reads.
    pub given: Given<'a>,
    /// The memory that the structure has claimed, which lives from `factor` to `pull_back`.
    pub memory: &'a mut [f64],
}

/// The task of a structure, with the place of its arguments.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Task {
    /// The place of the first argument among the arguments of the operation.
    pub first: usize,
    /// The number of variables.
    pub dimension: usize,
    /// The number of rows that are solved in every evaluation.
    pub rows: usize,
    /// The number of observations that are kept.
    pub observations: usize,
}

/// The amounts of memory that a structure claims.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Claim {
    /// Working memory, from `factor` to `pull_back`.
    pub memory: usize,
    /// The number of numbers that are kept of observations.
    pub kept: usize,
}

/// Residuals, row after row, with their solutions.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Residuals<'a> {
    /// The residuals rₘ.
    pub residuals: &'a [f64],
    /// The solutions Σ⁻¹ rₘ.
    pub solved: &'a [f64],
    /// The weights wₘ of the residuals.
    pub weights: &'a [f64],
    /// The weight of the kept rows of observations.
    pub weight: f64,
    /// The number of observations, each counted with its weight.
    pub count: f64,
}

/// A kind of covariance matrix, as it is written in a model.
pub trait Structure: Sealed + Copy + Send + Sync {
    /// The structure after binding.
    type Bound: BoundStructure;

    /// Returns the covariance as text for messages.
    fn describe(&self, arguments: &[String]) -> String;

    /// Returns the number of variables, if the arguments determine it.
    fn dimension(&self, sizes: &[Size]) -> Option<usize>;

    /// Checks the sizes of the arguments, and returns the bound structure with the memory that it claims.
    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self::Bound, Claim), Error>;
}

/// A bound kind of covariance matrix, with its factorisation. Nothing allocates and nothing panics after
/// `keep`.
pub trait BoundStructure: Sealed + Clone + Send + Sync + 'static {
    /// The form of a normal log density as a function of each argument, if conjugate updates support it.
    const CURVES: &'static [Curve] = &[];

    /// The arguments that must be symmetric matrices although only a triangle is read.
    const SYMMETRIC: &'static [usize] = &[];

    /// True if variables depend on each other.
    const TIES: bool = true;

    /// Stores the numbers of observed residuals that determine Σ rₘᵀ Σ⁻¹ rₘ for every Σ. `compile()` calls
    /// it.
    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]);

    /// Factorises Σ, and returns log |Σ|, or NaN if Σ is not positive definite.
    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64;

    /// Replaces each row rₘ by Σ⁻¹ rₘ if `is_gradient`, and stores rₘᵀ Σ⁻¹ rₘ in `squares`. Returns Σ rₘᵀ
    /// Σ⁻¹ rₘ of the kept observations.
    fn solve<S: Simd>(
        &self,
        simd: S,
        site: Site<'_>,
        rows: &mut [f64],
        squares: &mut [f64],
        is_gradient: bool,
    ) -> f64;

    /// Passes the adjoint Σ̄ of the covariance on to the arguments: adds to the adjoint of each argument.
    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>);

    /// Checks that the arguments that must be symmetric are symmetric. All arguments are data.
    fn check_symmetric(&self, context: &Context, given: Given<'_>) -> Result<(), Error> {
        let names = names_of_symmetric::<Self>(0);
        for &place in Self::SYMMETRIC {
            let name = names[place].unwrap_or_default();
            symmetry::check(context, name, given.sizes[place], given.values[place], Origin::Data)?;
        }
        Ok(())
    }

    /// Stores Σ itself, row by row, for draws and for tests of the other methods.
    fn dense(&self, given: Given<'_>, covariance: &mut [f64]);

    /// Returns a square root of Σ for draws, or `None` if Σ is not positive definite.
    fn square_root(&self, given: Given<'_>) -> Option<SquareRoot> {
        SquareRoot::of_dense(self, given)
    }
}

/// Returns the names in messages of the arguments that must be symmetric. `first` is the place of the
/// structure's first argument.
pub(crate) const fn names_of_symmetric<K: BoundStructure>(
    first: usize,
) -> [Option<&'static str>; MAX_ARGUMENTS] {
    let mut names = [None; MAX_ARGUMENTS];
    let mut number = 0;
    while number < K::SYMMETRIC.len() {
        let place = K::SYMMETRIC[number];
        names[first + place] = Some(match (K::SYMMETRIC.len(), place) {
            (1, _) => "the matrix",
            (_, 0) => "the matrix of rows",
            _ => "the matrix of columns",
        });
        number += 1;
    }
    names
}
