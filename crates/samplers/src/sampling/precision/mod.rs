//! [`PrecisionMatrix`]: a sparse precision Q of the unconstrained coordinates, with its factor Q = Pᵀ L Lᵀ P.
//!
//! It makes coordinates z of q = Pᵀ L⁻ᵀ z, of which those of a normal posterior with this precision are
//! independent and of variance 1. [`scales`](super::nuts) has what the sampler does with it.

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

/// What a column of a triangle takes beside its numbers, in numbers.
const COLUMN: usize = 45;

/// A sparse precision matrix of a posterior's unconstrained coordinates, factored, for
/// [`Nuts::precision`](super::Nuts::precision). [`Metric::Sparse`](super::Metric::Sparse) finds one by
/// itself.
///
/// Its pattern is that of the log density's second derivatives: which coordinates meet in a term. Those are
/// neighbours in a field or in time, and what all others depend on, such as a field's scale, with each of the
/// others.
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
    /// The precision with these values at the places of a pattern, in their order: the lower triangle, column
    /// after column.
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

    /// The precision of a posterior by its curvature at a point: the second derivatives of the log density
    /// with the other sign. Which of them are not 0 is found by gradients: of up to 512 coordinates as many,
    /// of more a few hundred, unless most coordinates meet. Their values are differences of gradients, of
    /// which a few serve all coordinates that do not meet: of a lattice of any size about a hundred are
    /// taken.
    ///
    /// The mean of a short run is a good point. A draw is a worse one, since a field is rougher there than
    /// its mean, and the mode of a field with its scale is none, since the scale is far too small there.
    ///
    /// A log density that is not curved downwards at the point has no precision there, and the diagonal is
    /// raised until it has one: see [`ridge`](Self::ridge). The scale of a field is such a coordinate, as a
    /// rule, and warmup finds how far it goes.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if the point has another length than the posterior has coordinates;
    /// [`Error::NotFinite`] if the log density is not finite at the point and beside it; [`Error::Refused`]
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

    /// The precision of a posterior by its curvature at a point, as [`at`](Self::at) finds it, where the
    /// pattern is known. Second derivatives at other places must be 0.
    ///
    /// # Errors
    ///
    /// Those of [`at`](Self::at), and [`Error::LengthMismatch`] if the pattern has another size than the
    /// posterior has coordinates.
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

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The values at the places of the pattern, with the ridge.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The number that was added to the diagonal for each coordinate, where the matrix was not positive
    /// definite: zeros elsewhere. Coordinates with the most neighbours are raised, one by one; where that
    /// takes more than 32 of them, the point is a bad one, and the whole diagonal is.
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

    /// Makes the factor; NaN if there is none.
    fn factorise(&mut self) -> f64 {
        let Self { values, cholesky, factor, .. } = self;
        InstructionSet::best().dispatch(Factorise { cholesky, values, factor })
    }

    /// The number of values and their checksum: what tells this precision from others.
    pub(super) fn fact(&self) -> String {
        let mut sum = Checksum::default();
        for (row, column) in self.pattern.iter() {
            [row, column].iter().for_each(|place| sum.add(&(*place as u64).to_le_bytes()));
        }
        sum.add_numbers(&self.values);
        format!("{} values ({:016x})", self.values.len(), sum.value())
    }

    /// An error if the posterior has another number of coordinates.
    pub(super) fn check(&self, dimension: usize) -> Result<(), Error> {
        check_length("the posterior's unconstrained point", dimension, "the precision", self.pattern.size())
    }

    /// The numbers that both solutions of a leapfrog step read and write, and what they wait for columns, in
    /// numbers: a step of a walk of 1 000 elements took 27 µs more with solutions, a number of a gradient
    /// about 0.3 ns.
    pub(super) fn numbers(&self) -> usize {
        2 * (self.factor.len() + COLUMN * self.pattern.size())
    }

    /// The memory of solutions.
    pub(super) fn solve_scratch(&self) -> usize {
        self.cholesky.solve_scratch(1)
    }

    /// Solves with the factor for the first numbers of a row, with memory beside it. The function is not
    /// generic, so that programs that sample do not compile solutions anew.
    #[inline(never)]
    pub(super) fn solve(&self, triangle: Triangle, (row, scratch): (&mut [f64], &mut [f64])) {
        let (cholesky, factor) = (&self.cholesky, &self.factor[..]);
        InstructionSet::best().dispatch(Solve { cholesky, factor, triangle, row, scratch });
    }

    /// b := Q b, of the first numbers of a row.
    pub(super) fn multiply(&self, (row, scratch): (&mut [f64], &mut [f64])) {
        let size = self.pattern.size();
        scratch[..size].copy_from_slice(&row[..size]);
        row[..size].fill(0.0);
        self.pattern.add_product(row, &self.values, scratch);
    }
}

/// An error if two lengths differ.
fn check_length(expected_by: &str, expected: usize, found_in: &str, found: usize) -> Result<(), Error> {
    let [expected_by, found_in] = [expected_by, found_in].map(str::to_owned);
    let error = Error::LengthMismatch { statement: String::new(), expected_by, expected, found_in, found };
    if expected == found { Ok(()) } else { Err(error) }
}
