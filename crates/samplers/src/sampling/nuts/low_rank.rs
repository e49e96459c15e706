//! Scales with a part of low rank: S = D (I + U (Λ^½ − I) Uᵀ), with D diagonal and Uᵀ U = I.
//!
//! D is the diagonal of [`Metric::Fisher`](super::Metric::Fisher). With draws x and gradients g of a window
//! minus their means, the points D⁻¹ x and the slopes D g span a space with the orthonormal basis Q. In it,
//! the covariances A of points and B of slopes have the geometric mean M with M B M = A, which minimises
//! the Fisher divergence between a normal distribution of covariance M and the draws. The eigenvectors of M
//! whose eigenvalue is above 2 or below ½ are the columns of Q⁻ᵀ U; the other directions are left to D. For
//! a normal distribution M is exact if there are more draws than dimensions.
//!
//! 10⁻⁵ I is added to A and B, so that both are positive definite even if the draws are fewer than the
//! dimensions.
//!
//! Seyboldt, Carlson and Carpenter 2026, "Preconditioning Hamiltonian Monte Carlo by minimizing Fisher
//! divergence" (arXiv 2603.18845).

use super::map::Map;
use super::window_draws::WindowDraws;
use crate::linalg::{Eigen, mean_with_inverse, product};
use crate::simd::{Aligned, MAX_LANES};
use faer::{Mat, MatRef, concat};

/// A direction is left to D if its variance in units of D² is between this number and its inverse.
const CUTOFF: f64 = 2.0;

/// The number that is added to the variance of all directions.
const FLOOR: f64 = 1e-5;

/// The directions U and their variances Λ.
pub(super) struct Directions {
    /// Λ, as variances in units of D².
    pub variances: Vec<f64>,
    /// The columns of U, one after the other; those whose variance is farthest from 1 come first.
    pub vectors: Vec<f64>,
    /// The least and the largest variance of all other directions.
    pub rest: [f64; 2],
}

impl Directions {
    /// Finds the directions of a window's draws, in units of the scales D. Returns `None` if rounding
    /// leaves none. The search is skipped if the [`distance`] between the correlations of points and of
    /// slopes is below `closest`.
    pub fn of(draws: &WindowDraws, scales: &[f64], closest: f64) -> Option<Self> {
        let n = scales.len();
        let points = centred(&draws.points, |i| scales[i].recip(), n);
        let slopes = centred(&draws.gradients, |i| scales[i], n);
        let [points, slopes] =
            [&points, &slopes].map(|all| MatRef::from_column_major_slice(all, n, all.len() / n));
        if 2 * draws.count() >= n {
            return Self::within(None, points, slopes, closest);
        }
        // Q is orthonormal even if vectors depend on each other, as centred vectors do. A column of Q
        // outside of their span has the variance of the floor in A and in B, so 1 in M.
        let basis = concat![[points, slopes]].qr().compute_thin_Q();
        let [points, slopes] = [points, slopes].map(|all| product(basis.transpose(), all));
        Self::within(Some(basis.as_ref()), points.as_ref(), slopes.as_ref(), closest)
    }

    /// Finds the directions in the space of a basis, in which the points and slopes are given.
    fn within(
        basis: Option<MatRef<'_, f64>>,
        points: MatRef<'_, f64>,
        slopes: MatRef<'_, f64>,
        closest: f64,
    ) -> Option<Self> {
        let (points, slopes) = (covariance(points), covariance(slopes));
        if distance(&points, &slopes) < closest {
            return Some(Self { variances: Vec::new(), vectors: Vec::new(), rest: [1.0; 2] });
        }
        let mean = mean_with_inverse(points.as_ref(), slopes.as_ref())?;
        let eigen = Eigen::of(mean.as_ref())?;
        let is_kept = |variance: f64| !(CUTOFF.recip()..=CUTOFF).contains(&variance);
        let (mut kept, others): (Vec<usize>, Vec<usize>) =
            (0..eigen.values.len()).partition(|&place| is_kept(eigen.values[place]));
        kept.sort_by(|&a, &b| eigen.values[b].ln().abs().total_cmp(&eigen.values[a].ln().abs()));
        let rest = others.iter().fold([1.0_f64; 2], |[least, largest], &place| {
            [least.min(eigen.values[place]), largest.max(eigen.values[place])]
        });
        let variances: Vec<f64> = kept.iter().map(|&place| eigen.values[place].clamp(1e-20, 1e20)).collect();
        let vectors = Mat::from_fn(eigen.vectors.nrows(), kept.len(), |i, k| eigen.vectors[(i, kept[k])]);
        let vectors = basis.map_or_else(|| vectors.clone(), |basis| product(basis, vectors.as_ref()));
        let vectors: Vec<f64> =
            vectors.col_iter().flat_map(|column| column.iter().copied().collect::<Vec<_>>()).collect();
        vectors.iter().all(|number| number.is_finite()).then_some(Self { variances, vectors, rest })
    }

    /// The ratio of the largest to the least variance if the first `count` directions have scales of their
    /// own.
    pub fn range_without(&self, count: usize) -> f64 {
        let [least, largest] = self.rest;
        let left = self.variances[count..].iter();
        let (least, largest) =
            left.fold((least, largest), |(a, b), &variance| (a.min(variance), b.max(variance)));
        largest / least
    }

    /// Keeps only the first `count` directions.
    pub fn truncate(&mut self, count: usize, dimension: usize) {
        self.variances.truncate(count);
        self.vectors.truncate(count * dimension);
    }

    /// Makes the map of these directions. Returns `None` if there is not enough memory.
    pub fn map(&self, dimension: usize) -> Option<Map> {
        if self.variances.is_empty() {
            return Some(Map::Identity);
        }
        let stride = dimension.next_multiple_of(MAX_LANES);
        let mut vectors = Aligned::zeros(self.variances.len() * stride)?;
        for (row, vector) in
            vectors.as_mut_slice().chunks_exact_mut(stride).zip(self.vectors.chunks_exact(dimension))
        {
            row[..dimension].copy_from_slice(vector);
        }
        let stretches = self.variances.iter().map(|variance| variance.sqrt() - 1.0).collect();
        Some(Map::LowRank { vectors, stretches })
    }
}

/// Subtracts the mean from vectors, and converts them to units.
fn centred(vectors: &[f64], unit: impl Fn(usize) -> f64, dimension: usize) -> Vec<f64> {
    let mut means = vec![0.0; dimension];
    for vector in vectors.chunks_exact(dimension) {
        means.iter_mut().zip(vector).for_each(|(mean, number)| *mean += number);
    }
    let count = (vectors.len() / dimension) as f64;
    means.iter_mut().for_each(|mean| *mean /= count);
    let mut centred = vectors.to_vec();
    for vector in centred.chunks_exact_mut(dimension) {
        for (i, number) in vector.iter_mut().enumerate() {
            *number = (*number - means[i]) * unit(i);
        }
    }
    centred
}

/// The covariance of the columns of a matrix with mean zero, plus the floor on its diagonal.
fn covariance(vectors: MatRef<'_, f64>) -> Mat<f64> {
    let sums = product(vectors, vectors.transpose());
    let count = vectors.ncols() as f64;
    Mat::from_fn(sums.nrows(), sums.nrows(), |i, j| sums[(i, j)] / count + if i == j { FLOOR } else { 0.0 })
}

/// The fourth root of the sum of the fourth powers of the eigenvalues of half the difference of two
/// matrices, both scaled to ones on their diagonals. It is no less than the largest eigenvalue, and far
/// less than their sum if the difference is noise.
///
/// If A and B have the same eigenvectors, the eigenvalues of (A − B)/2 are sinh ln λ, with the eigenvalues
/// λ of M, if the products of the eigenvalues of A and B are 1, as they are for a normal distribution.
fn distance(a: &Mat<f64>, b: &Mat<f64>) -> f64 {
    let size = a.nrows();
    let scales = |matrix: &Mat<f64>| (0..size).map(|i| matrix[(i, i)].sqrt().recip()).collect::<Vec<_>>();
    let (of_a, of_b) = (scales(a), scales(b));
    let entry = |i, j| 0.5 * (a[(i, j)] * of_a[i] * of_a[j] - b[(i, j)] * of_b[i] * of_b[j]);
    let difference = Mat::from_fn(size, size, entry);
    let square = product(difference.as_ref(), difference.as_ref());
    square.norm_l2().sqrt()
}
