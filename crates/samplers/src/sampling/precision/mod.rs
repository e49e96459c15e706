//! [`PrecisionMatrix`]: a sparse precision Q of the unconstrained coordinates, with its factor Q = Pᵀ L Lᵀ P.
//!
//! It defines coordinates z by q = Pᵀ L⁻ᵀ z. For a normal posterior with this precision they are
//! independent and have variance 1. [`scales`](super::nuts) describes how the sampler uses them.

mod curvature;
mod found;
mod operations;
mod ridge;
mod setting;
mod sparsity;
mod spectrum;
mod state;
#[cfg(test)]
mod tests;

use crate::checkpoint::Checksum;
use crate::density::Density;
use crate::error::Error;
use crate::linalg::sparse::{Pattern, SparseCholesky};
use crate::simd::InstructionSet;
pub(super) use operations::Triangle;
use operations::{Factorise, Solve};
pub(super) use state::Learned;

/// The cost of a column of a triangle in addition to its numbers, in units of the cost of a number.
const COLUMN: usize = 45;

/// A sparse precision matrix of a posterior's unconstrained coordinates, with its factor, for
/// [`Nuts::precision`](super::Nuts::precision). [`Metric::Sparse`](super::Metric::Sparse) finds such a
/// matrix during warmup.
///
/// Its pattern is the pattern of the log density's second derivatives, which has the pairs of coordinates
/// that meet in a term. These are neighbours in a field or in time, and pairs of any coordinate and a
/// coordinate on which all others depend, such as the scale of a field.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::sampling::PrecisionMatrix;
///
/// // A random walk under counts: neighbours meet, and the walk's scale, which is declared first, meets all.
/// let counts: Vec<u32> = (0..50).map(|t| 3 + t % 4).collect();
/// params! { sigma: positive(), x: vector(50) }
/// let model = model! {
///     sigma |= half_normal(1.0),
///     x     |= random_walk(normal(0.0, 2.0), sigma),
///     data(&counts) |= poisson_log(x),
/// };
/// let posterior = model.compile()?;
///
/// // The curvature at the mean of a short run.
/// let short = posterior.nuts().chains(1).warmup(100).draws(20).seed(1).run()?;
/// let coordinates = posterior.unconstrained(short.draws())?;
/// let point: Vec<f64> = coordinates.columns().map(|(_, column)| column.mean()).collect();
/// let precision = PrecisionMatrix::at(&posterior, &point)?;
/// // 51 numbers on the diagonal, 49 of neighbours, 50 of the scale with each element.
/// assert_eq!(precision.pattern().len(), 51 + 49 + 50);
/// let fit = posterior.nuts().precision(&precision).chains(2).warmup(200).draws(200).seed(1).run()?;
/// println!("{}", fit.summary());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PrecisionMatrix {
    pattern: Pattern,
    values: Vec<f64>,
    ridge: Vec<f64>,
    cholesky: SparseCholesky,
    factor: Vec<f64>,
}

/// Precisions with the same values at the same places are equal.
impl PartialEq for PrecisionMatrix {
    fn eq(&self, other: &Self) -> bool {
        self.pattern == other.pattern && self.values == other.values
    }
}

impl PrecisionMatrix {
    /// Makes the precision with these values at the places of a pattern, in the order of the pattern: the
    /// lower triangle, column by column.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] unless there is a value for each place; [`Error::NotFinite`];
    /// [`Error::Refused`] if the matrix is not positive definite; [`Error::TooLarge`].
    ///
    /// ```
    /// use monomorph::covariance::Pattern;
    /// use monomorph::sampling::PrecisionMatrix;
    ///
    /// let pattern = Pattern::new(2, [(1, 0)])?;
    /// assert!(PrecisionMatrix::new(&pattern, &[2.0, 1.0, 2.0]).is_ok());
    /// let error = PrecisionMatrix::new(&pattern, &[1.0, 2.0, 1.0]).unwrap_err();
    /// assert!(error.to_string().contains("the matrix is not positive definite"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(pattern: &Pattern, values: &[f64]) -> Result<Self, Error> {
        check_length("the places of the precision's pattern", pattern.len(), "its values", values.len())?;
        let finite = pattern.iter().zip(values).find(|(_, value)| !value.is_finite());
        if let Some(((row, column), &value)) = finite {
            let what = format!("the precision in row {row} and column {column}");
            return Err(Error::NotFinite { statement: String::new(), what, index: None, value });
        }
        let mut own = Self::without_factor(pattern, values.to_vec())?;
        if own.factorise().is_finite() {
            return Ok(own);
        }
        let reason = "the matrix is not positive definite".to_owned();
        Err(Error::Refused { statement: String::new(), function: "PrecisionMatrix::new", reason })
    }

    /// Computes the precision of a posterior by its curvature at a point, which is the negative second
    /// derivatives of the log density. Gradients find which second derivatives are nonzero: one gradient
    /// for each of up to 512 coordinates, or a few hundred gradients for more coordinates, unless most
    /// coordinates meet. The values are differences of gradients. One difference serves many coordinates
    /// that do not meet, so a lattice of any size takes about a hundred gradients.
    ///
    /// The mean of a short run is a good point. A draw is a worse point, because a field is rougher there
    /// than its mean. The mode of a field with its scale is a bad point, because the scale is far too small
    /// there.
    ///
    /// If the log density is not curved downwards at the point, the matrix is not positive definite, and
    /// the diagonal is raised until it is: see [`ridge`](Self::ridge). The scale of a field is usually such
    /// a coordinate, and warmup learns its variance.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if the length of the point is not the posterior's number of coordinates;
    /// [`Error::NotFinite`] if the log density is not finite at the point or beside it; [`Error::Refused`]
    /// if coordinates meet more than 200 others on average; [`Error::TooLarge`].
    pub fn at(density: &dyn Density, point: &[f64]) -> Result<Self, Error> {
        check_length(
            "the posterior's unconstrained point",
            density.dimension(),
            "the given point",
            point.len(),
        )?;
        let mut workspace = density.workspace();
        Self::found(None, point, &mut |q, slopes| density.log_density_and_gradient(q, slopes, &mut workspace))
    }

    /// Computes the precision of a posterior by its curvature at a point, as [`at`](Self::at) does, with a
    /// known pattern. Second derivatives at other places must be 0.
    ///
    /// # Errors
    ///
    /// The errors of [`at`](Self::at), and [`Error::LengthMismatch`] if the size of the pattern is not the
    /// posterior's number of coordinates.
    ///
    /// ```
    /// use monomorph::covariance::Pattern;
    /// use monomorph::prelude::*;
    /// use monomorph::sampling::PrecisionMatrix;
    ///
    /// params! { x: vector(20) }
    /// let posterior = model! { x |= random_walk(normal(0.0, 2.0), 1.0) }.compile()?;
    /// let neighbours = Pattern::new(20, (1..20).map(|t| (t, t - 1)))?;
    /// let precision = PrecisionMatrix::on_pattern(&posterior, &neighbours, &[0.0; 20])?;
    /// assert_eq!(precision.pattern(), PrecisionMatrix::at(&posterior, &[0.0; 20])?.pattern());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_pattern(density: &dyn Density, pattern: &Pattern, point: &[f64]) -> Result<Self, Error> {
        let dimension = density.dimension();
        check_length("the posterior's unconstrained point", dimension, "the precision", pattern.size())?;
        check_length("the posterior's unconstrained point", dimension, "the given point", point.len())?;
        let mut workspace = density.workspace();
        let mut evaluate =
            |q: &[f64], slopes: &mut [f64]| density.log_density_and_gradient(q, slopes, &mut workspace);
        Self::found(Some(pattern), point, &mut evaluate)
    }

    /// Returns the pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns the values at the places of the pattern, including the ridge.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the number that was added to the diagonal for each coordinate to make the matrix positive
    /// definite, or zeros if it was positive definite. Coordinates with the most neighbours are raised, one
    /// by one. If this takes more than 32 coordinates, the point is a bad one, and the whole diagonal is
    /// raised.
    pub fn ridge(&self) -> &[f64] {
        &self.ridge
    }

    fn without_factor(pattern: &Pattern, values: Vec<f64>) -> Result<Self, Error> {
        let what = "the precision's factor".to_owned();
        let too_large = |_| Error::TooLarge { statement: String::new(), what };
        let cholesky = SparseCholesky::new(pattern).map_err(too_large)?;
        let (ridge, factor) = (vec![0.0; pattern.size()], vec![0.0; cholesky.factor_length()]);
        Ok(Self { pattern: pattern.clone(), values, ridge, cholesky, factor })
    }

    /// Computes the factor. Returns NaN if there is no factor.
    fn factorise(&mut self) -> f64 {
        let Self { values, cholesky, factor, .. } = self;
        InstructionSet::best().dispatch(Factorise { cholesky, values, factor })
    }

    /// Returns the number of values and their checksum, which identify this precision.
    pub(super) fn fact(&self) -> String {
        let mut sum = Checksum::default();
        for (row, column) in self.pattern.iter() {
            [row, column].iter().for_each(|place| sum.add(&(*place as u64).to_le_bytes()));
        }
        sum.add_numbers(&self.values);
        format!("{} values ({:016x})", self.values.len(), sum.value())
    }

    /// Returns an error if the posterior has another number of coordinates.
    pub(super) fn check(&self, dimension: usize) -> Result<(), Error> {
        check_length("the posterior's unconstrained point", dimension, "the precision", self.pattern.size())
    }

    /// Returns the cost of both solutions of a leapfrog step, in units of the cost of a number of a
    /// gradient: the numbers that they read and write, and the time that they wait for columns. In a walk
    /// of 1 000 elements a step took 27 µs more with solutions, and a number of a gradient took about 0.3
    /// ns.
    pub(super) fn numbers(&self) -> usize {
        2 * (self.factor.len() + COLUMN * self.pattern.size())
    }

    /// Returns the size of the working memory of solutions.
    pub(super) fn solve_scratch(&self) -> usize {
        self.cholesky.solve_scratch(1)
    }

    /// Solves with the factor for the first numbers of a row, with working memory. The function is not
    /// generic, so programs that sample do not compile the solutions again.
    #[inline(never)]
    pub(super) fn solve(&self, triangle: Triangle, (row, scratch): (&mut [f64], &mut [f64])) {
        let (cholesky, factor) = (&self.cholesky, &self.factor[..]);
        InstructionSet::best().dispatch(Solve { cholesky, factor, triangle, row, scratch });
    }

    /// Replaces b by Q b, where b is the first numbers of a row.
    pub(super) fn multiply(&self, (row, scratch): (&mut [f64], &mut [f64])) {
        let size = self.pattern.size();
        scratch[..size].copy_from_slice(&row[..size]);
        row[..size].fill(0.0);
        self.pattern.add_product(row, &self.values, scratch);
    }
}

/// Returns an error if two lengths differ.
fn check_length(expected_by: &str, expected: usize, found_in: &str, found: usize) -> Result<(), Error> {
    let [expected_by, found_in] = [expected_by, found_in].map(str::to_owned);
    let error = Error::LengthMismatch { statement: String::new(), expected_by, expected, found_in, found };
    if expected == found { Ok(()) } else { Err(error) }
}
