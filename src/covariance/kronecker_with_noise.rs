//! Rows and columns of a matrix that vary together, and independent noise of each element: Σ = A ⊗ B + s I
//! with A of p rows and B of q columns. With A = P diag(α) Pᵀ and B = Q diag(β) Qᵀ, Σ has the eigenvectors
//! P ⊗ Q and the eigenvalues
//!
//!   λᵢⱼ = αᵢ βⱼ + s,   log |Σ| = Σᵢⱼ log λᵢⱼ.
//!
//! For a residual that is the matrix R, p × q, row after row, and W = Pᵀ R Q,
//!
//!   Vᵢⱼ = Wᵢⱼ/λᵢⱼ,   rᵀ Σ⁻¹ r = Σᵢⱼ Wᵢⱼ Vᵢⱼ,   Z = P V Qᵀ,
//!
//!   Ā = ½ P (Σₘ wₘ Vₘ diag(β) Vₘᵀ − c diagᵢ(Σⱼ βⱼ/λᵢⱼ)) Pᵀ,
//!   B̄ = ½ Q (Σₘ wₘ Vₘᵀ diag(α) Vₘ − c diagⱼ(Σᵢ αᵢ/λᵢⱼ)) Qᵀ,
//!   s̄ = ½ (Σₘ wₘ ‖Vₘ‖² − c Σᵢⱼ 1/λᵢⱼ).
//!
//! Eigenvalues may be 0 or equal: nothing is divided by them or by their differences, because the
//! derivative with respect to A is taken of Σ⁻¹ and |Σ|, not of the eigenvectors. Saatçi 2011, "Scalable
//! inference for structured Gaussian process models", chapter 5.

use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::compressed::{compress, count};
use crate::covariance::kronecker::{Kronecker, bind_sides, sides};
use crate::covariance::kronecker_rotations::{
    add_rotated, add_square_of_columns, add_square_of_rows, rotate, rotate_back,
};
use crate::covariance::logarithms::sum_of_logs;
use crate::covariance::selected::{BoundSelected, Observed, Selected};
use crate::covariance::structured::Observable;
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, scratch};
use crate::linalg::{add_scaled, dot, eigen_symmetric, eigen_symmetric_scratch};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Scalar, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// The structure of a Kronecker product with noise, whose arguments are A, B and s.
#[derive(Clone, Copy, Debug)]
pub struct KroneckerWithNoise;

impl<A, B> Structured<Kronecker, (A, B)> {
    /// The covariance A ⊗ B + s I: `variance` is the variance s of independent noise in each element.
    ///
    /// Only the sum has to be positive definite: A and B may be singular, as covariances of smooth
    /// processes are within rounding. For p rows and q columns, a gradient costs the eigenvalues of A and
    /// B, of the order p³ + q³, and p q (p + q) operations for each observation. With a mask the structure
    /// is lost, as for [`kronecker`](crate::covariance::kronecker()).
    ///
    /// ```
    /// use monomorph::covariance::kronecker;
    /// use monomorph::prelude::*;
    ///
    /// let (latitude, longitude) = ([0.0, 0.5, 1.0], [0.0, 0.4, 0.8, 1.2]);
    /// let y = [0.3, -0.2, 0.1, 1.1, 0.4, -0.6, 0.2, 0.9, 0.5, 0.1, -0.3, 0.7];
    /// params! { sigma: positive(), length: vector(2).positive(), noise: positive() }
    /// let model = model! {
    ///     sigma  |= exponential(1.0),
    ///     length |= inv_gamma(5.0, 1.0),
    ///     noise  |= exponential(1.0),
    ///     rows    = gp_exp_quad_cov(&latitude, sigma, length.at(0)),
    ///     columns = gp_exp_quad_cov(&longitude, 1.0, length.at(1)),
    ///     data(&y) |= multi_normal(0.0, kronecker(rows, columns).add_diagonal(noise.square())),
    /// };
    /// assert_eq!(model.compile()?.dimension(), 4);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn add_diagonal<V>(self, variance: V) -> Structured<KroneckerWithNoise, (A, B, Stored<V::Node>)>
    where
        V: IntoExpr,
        V::Node: Expression<Shape = Scalar>,
    {
        let (rows, columns) = self.arguments;
        Structured::new(KroneckerWithNoise, (rows, columns, Stored::new(variance.into_expr().0)))
    }
}

scratch! {
    struct NoiseScratch(
        task: Task, sides: (usize, usize);
        p = sides.0,
        q = sides.1,
        n = task.dimension,
        rows = task.rows,
        kept = count(task.observations, n),
        eigen = eigen_symmetric_scratch(sides.0.max(sides.1)),
    ) {
        /// The working memory for eigenvectors.
        eigen: eigen,
        /// Pᵀ and Qᵀ, α and β.
        of_rows: p * p,
        of_columns: q * q,
        alpha: p,
        beta: q,
        /// 1/λ
        inverse: n,
        /// V of each row, and of the kept rows.
        own: rows * n,
        kept: kept * n,
        /// Room for a matrix of the size of A, B or R, twice.
        room: (p * p).max(q * q).max(p * q),
        slopes: (p * p).max(q * q),
    }
}

/// Returns true if all λ are positive by more than the rounding of the largest λ, which is the error of
/// each. The extremes of αᵢ βⱼ are products of extremes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn is_definite(alpha: &[f64], beta: &[f64], noise: f64) -> bool {
    let (mut least, mut largest) = (f64::INFINITY, f64::NEG_INFINITY);
    for alpha in extremes(alpha) {
        for beta in extremes(beta) {
            least = least.min(alpha * beta + noise);
            largest = largest.max(alpha * beta + noise);
        }
    }
    least > f64::EPSILON * largest
}

/// Returns the smallest and the largest number.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn extremes(numbers: &[f64]) -> [f64; 2] {
    let mut extremes = [numbers[0]; 2];
    for &number in numbers {
        extremes = [extremes[0].min(number), extremes[1].max(number)];
    }
    extremes
}

impl Sealed for KroneckerWithNoise {}

impl Structure for KroneckerWithNoise {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("{}.add_diagonal({})", Kronecker.describe(arguments), arguments[2])
    }

    fn dimension(&self, sizes: &[Size]) -> Option<usize> {
        Kronecker.dimension(sizes)
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, Claim), Error> {
        let (sides, kept) = bind_sides(setup, task)?;
        Ok((self, Claim { memory: NoiseScratch::length(task, sides), kept }))
    }
}

#[inlined]
impl BoundStructure for KroneckerWithNoise {
    const SYMMETRIC: &'static [usize] = Kronecker::SYMMETRIC;

    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        compress(residuals, given.task.dimension, kept);
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory } = site;
        let sides @ (_, q) = sides(given.sizes);
        let memory = NoiseScratch::divide(memory, given.task, sides);
        let [a, b, noise, ..] = *given.values else { return f64::NAN };
        let rounding = f64::EPSILON;
        if !(eigen_symmetric(simd, a, rounding, memory.alpha, memory.of_rows, memory.eigen)
            && eigen_symmetric(simd, b, rounding, memory.beta, memory.of_columns, memory.eigen)
            && is_definite(memory.alpha, memory.beta, noise[0]))
        {
            return f64::NAN;
        }
        for (line, alpha) in memory.inverse.chunks_exact_mut(q).zip(&*memory.alpha) {
            for (eigenvalue, beta) in line.iter_mut().zip(&*memory.beta) {
                *eigenvalue = alpha * beta + noise[0];
            }
        }
        let log_determinant = sum_of_logs(simd, memory.inverse);
        for eigenvalue in memory.inverse.iter_mut() {
            *eigenvalue = 1.0 / *eigenvalue;
        }
        log_determinant
    }

    fn solve<S: Simd>(
        &self,
        simd: S,
        site: Site<'_>,
        rows: &mut [f64],
        squares: &mut [f64],
        is_gradient: bool,
    ) -> f64 {
        let Site { given, memory } = site;
        let sides @ (p, q) = sides(given.sizes);
        let memory = NoiseScratch::divide(memory, given.task, sides);
        let NoiseScratch { of_rows, of_columns, inverse, room, .. } = memory;
        let eigen = [&*of_rows, &*of_columns, &*inverse];
        let matrices = rows.chunks_exact_mut(p * q).zip(memory.own.chunks_exact_mut(p * q));
        for ((matrix, v), square) in matrices.zip(squares) {
            *square = rotate(simd, eigen, sides, matrix, room, v);
            if is_gradient {
                rotate_back(simd, eigen, sides, v, room, matrix);
            }
        }
        let mut total = 0.0;
        for (matrix, v) in given.kept.chunks_exact(p * q).zip(memory.kept.chunks_exact_mut(p * q)) {
            total += rotate(simd, eigen, sides, matrix, room, v);
        }
        total
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory } = site;
        let sides @ (p, q) = sides(given.sizes);
        let memory = NoiseScratch::divide(memory, given.task, sides);
        let NoiseScratch { alpha, beta, inverse, room, slopes, .. } = memory;
        let own = memory.own.chunks_exact(p * q).zip(rows.weights.iter().copied());
        let matrices = own.chain(memory.kept.chunks_exact(p * q).map(|v| (v, rows.weight)));
        if let Some(adjoint) = adjoints.of(0) {
            let m = &mut slopes[..p * p];
            m.fill(0.0);
            for (v, weight) in matrices.clone() {
                add_square_of_rows(simd, m, 0.5 * weight, v, beta, room);
            }
            for (row, inverse) in inverse.chunks_exact(q).enumerate() {
                m[row * (p + 1)] -= 0.5 * rows.count * dot(simd, inverse, beta);
            }
            add_rotated(simd, memory.of_rows, m, p, room, adjoint);
        }
        if let Some(adjoint) = adjoints.of(1) {
            let m = &mut slopes[..q * q];
            m.fill(0.0);
            for (v, weight) in matrices.clone() {
                add_square_of_columns(simd, m, 0.5 * weight, v, alpha, room);
            }
            let sums = &mut room[..q];
            sums.fill(0.0);
            for (inverse, alpha) in inverse.chunks_exact(q).zip(&*alpha) {
                add_scaled(simd, sums, *alpha, inverse);
            }
            for (column, sum) in sums.iter().enumerate() {
                m[column * (q + 1)] -= 0.5 * rows.count * sum;
            }
            add_rotated(simd, memory.of_columns, m, q, room, adjoint);
        }
        if let Some(adjoint) = adjoints.of(2) {
            let mut squares = 0.0;
            for (v, weight) in matrices {
                squares += weight * dot(simd, v, v);
            }
            adjoint[0] += 0.5 * (squares - rows.count * inverse.iter().sum::<f64>());
        }
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        Kronecker.dense(given, covariance);
        add_noise(given, given.task.dimension, covariance);
    }
}

/// Adds s to the diagonal of a matrix of n rows.
fn add_noise(given: Given<'_>, n: usize, covariance: &mut [f64]) {
    covariance.iter_mut().step_by(n + 1).for_each(|cell| *cell += given.values[2][0]);
}

impl Selected for KroneckerWithNoise {
    fn bind_selection(self, setup: &mut Setup<'_>, task: Task) -> Result<(Self, usize, usize), Error> {
        let (_, all, memory) = Kronecker.bind_selection(setup, task)?;
        Ok((self, all, memory))
    }
}

#[inlined]
impl BoundSelected for KroneckerWithNoise {
    fn select<S: Simd>(&self, simd: S, site: Site<'_>, places: &[u32], covariance: &mut [f64]) -> bool {
        let given = site.given;
        Kronecker.select(simd, site, places, covariance);
        add_noise(given, places.len(), covariance);
        true
    }

    fn pull_back_selection<S: Simd>(
        &self,
        simd: S,
        site: Site<'_>,
        places: &[u32],
        slopes: &[f64],
        adjoints: &mut Adjoints<'_>,
    ) {
        Kronecker.pull_back_selection(simd, site, places, slopes, adjoints);
        if let Some(adjoint) = adjoints.of(2) {
            adjoint[0] += slopes.iter().step_by(places.len() + 1).sum::<f64>();
        }
    }
}

impl<'a> Observable<'a> for KroneckerWithNoise {
    type Observed = Observed<'a, Self>;

    fn observed(self, mask: &'a [bool]) -> Observed<'a, Self> {
        Observed::new(self, mask)
    }
}
