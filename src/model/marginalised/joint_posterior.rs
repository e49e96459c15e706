//! The distribution of all elements of a continuous variable together.

use super::constraints::Constraints;
use crate::linalg::sparse::SparseCholesky;
use pulp::Scalar;

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
    pub symbolic: SparseCholesky,
    pub constraints: Constraints,
    /// T and U of the constraints.
    pub spread: Vec<f64>,
    pub upper: Vec<f64>,
    /// The elements with given values, and these values.
    pub known: Vec<(u32, f64)>,
}

impl LatentNormal {
    /// Transforms independent standard normal numbers into a draw.
    pub fn draw(&self, mut numbers: Vec<f64>) -> Vec<f64> {
        let mut work = vec![0.0; self.symbolic.solve_scratch(1)];
        self.symbolic.solve_upper(Scalar::new(), &self.factor, &mut numbers, 1, &mut work);
        if self.constraints.count() > 0 {
            self.constraints.project((&self.spread, &self.upper), &mut numbers);
        }
        numbers.iter_mut().zip(&self.mean).for_each(|(drawn, mean)| *drawn += mean);
        self.known.iter().for_each(|&(element, value)| numbers[element as usize] = value);
        numbers
    }
}

/// A normal distribution of some elements.
#[derive(Clone, Debug)]
pub(crate) struct NormalGroup {
    /// The places of the elements.
    pub places: Vec<u32>,
    pub mean: Vec<f64>,
    /// The rows of the factor U of the precision Uᵀ U.
    pub factor: Vec<f64>,
}
