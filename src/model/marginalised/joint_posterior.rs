//! The distribution of all elements of a continuous variable together.

use crate::linalg::sparse::SparseCholesky;

/// The posterior of all elements, given everything else.
#[derive(Clone, Debug)]
pub(crate) enum JointPosterior {
    /// Normal distributions of groups of elements; the other elements are known.
    MultiNormal(Vec<NormalGroup>),
    /// A Dirichlet distribution, or one for each row of `columns` numbers.
    Dirichlet { concentration: Vec<f64>, columns: usize },
    /// The normal distribution at the mode, of all elements.
    Latent(LatentNormal),
}

/// A normal distribution with a sparse precision.
#[derive(Clone, Debug)]
pub(crate) struct LatentNormal {
    pub mean: Vec<f64>,
    /// The factor of the precision.
    pub factor: Vec<f64>,
    pub plan: SparseCholesky,
}

/// A normal distribution of some elements.
#[derive(Clone, Debug)]
pub(crate) struct NormalGroup {
    /// The places of the elements.
    pub places: Vec<u32>,
    pub mean: Vec<f64>,
    /// The factor U of the precision Uᵀ U, row after row.
    pub factor: Vec<f64>,
}
