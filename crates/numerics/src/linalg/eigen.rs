//! Eigenvalues of a symmetric matrix, and the geometric mean of two positive definite matrices.
//!
//!   A = V diag(w) Vᵀ with Vᵀ V = I;
//!   A # B⁻¹ = B^−½ (B^½ A B^½)^½ B^−½, the positive definite M with M B M = A.
//!
//! Bhatia 2007, "Positive Definite Matrices", chapter 4, for the mean. These functions allocate: they are
//! for the warmup of samplers, not for gradients. They use one thread, whatever the setting of faer, so
//! that results do not depend on it.

use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::linalg::matmul::matmul;
use faer::{Accum, Col, Mat, MatRef, Par, Spec};

/// The eigenvalues of a symmetric matrix in ascending order, and its eigenvectors, in columns.
pub struct Eigen {
    /// The eigenvalues, the smallest first.
    pub values: Vec<f64>,
    /// The eigenvectors, one per column, in the order of the values.
    pub vectors: Mat<f64>,
}

impl Eigen {
    /// Computes the eigenvalues and eigenvectors of a symmetric matrix, whose lower triangle is read.
    /// Returns `None` if they are not finite, or there is not enough memory.
    pub fn of(a: MatRef<'_, f64>) -> Option<Self> {
        let n = a.nrows();
        let (mut values, mut vectors) = (Col::<f64>::zeros(n), Mat::<f64>::zeros(n, n));
        let scratch = self_adjoint_evd_scratch::<f64>(n, ComputeEigenvectors::Yes, Par::Seq, Spec::default());
        let mut memory = MemBuffer::try_new(scratch).ok()?;
        let stack = MemStack::new(&mut memory);
        let diagonal: DiagMut<'_, f64> = values.as_diagonal_mut();
        self_adjoint_evd(a, diagonal, Some(vectors.as_mut()), Par::Seq, stack, Spec::default()).ok()?;
        let values: Vec<f64> = values.iter().copied().collect();
        values.iter().all(|value| value.is_finite()).then_some(Self { values, vectors })
    }

    /// Returns V diag(f(w)) Vᵀ.
    fn map(&self, f: impl Fn(f64) -> f64) -> Mat<f64> {
        let scaled = Mat::from_fn(self.vectors.nrows(), self.values.len(), |i, j| {
            self.vectors[(i, j)] * f(self.values[j])
        });
        product(scaled.as_ref(), self.vectors.transpose())
    }
}

/// Returns A B.
pub fn product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    let mut product = Mat::zeros(a.nrows(), b.ncols());
    matmul(product.as_mut(), Accum::Replace, a, b, 1.0, Par::Seq);
    product
}

/// Returns the geometric mean A # B⁻¹ of a positive definite matrix and the inverse of another one, or
/// `None` if rounding makes a matrix indefinite.
pub fn mean_with_inverse(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Option<Mat<f64>> {
    let b = Eigen::of(b)?;
    if b.values.first().is_some_and(|&least| least <= 0.0) {
        return None;
    }
    let (root, inverse_root) = (b.map(f64::sqrt), b.map(|value| value.sqrt().recip()));
    let between = |outer: &Mat<f64>, inner: MatRef<'_, f64>| {
        product(product(outer.as_ref(), inner).as_ref(), outer.as_ref())
    };
    let inner = Eigen::of(between(&root, a).as_ref())?.map(|value| value.max(0.0).sqrt());
    Some(between(&inverse_root, inner.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a positive definite matrix whose eigenvalues differ by a factor of about 10⁴.
    fn matrix(n: usize, seed: usize) -> Mat<f64> {
        let entry = |i: usize, j: usize| {
            ((7 * i + 13 * j + 5 * seed) as f64).sin() * 10.0_f64.powf(i as f64 / n as f64)
        };
        let half = Mat::from_fn(n, n, entry);
        let square = product(half.as_ref(), half.transpose());
        Mat::from_fn(n, n, |i, j| square[(i, j)] + if i == j { 0.01 } else { 0.0 })
    }

    fn largest(a: &Mat<f64>) -> f64 {
        a.col_iter()
            .flat_map(|column| column.iter().copied().collect::<Vec<_>>())
            .fold(0.0, |m, x| m.max(x.abs()))
    }

    #[test]
    fn a_mean_solves_its_equation() {
        for n in [1, 2, 5, 40] {
            let (a, b) = (matrix(n, 1), matrix(n, 2));
            let mean = mean_with_inverse(a.as_ref(), b.as_ref()).expect("a mean");
            let back = product(product(mean.as_ref(), b.as_ref()).as_ref(), mean.as_ref());
            assert!(largest(&(&back - &a)) < 1e-6 * largest(&a), "{n}: {}", largest(&(&back - &a)));
            assert!(largest(&(&mean - mean.transpose())) < 1e-8 * largest(&mean));
            assert!(Eigen::of(mean.as_ref()).is_some_and(|eigen| eigen.values[0] > 0.0));
        }
    }

    #[test]
    fn eigenvectors_make_the_matrix() {
        let a = matrix(30, 3);
        let eigen = Eigen::of(a.as_ref()).expect("eigenvalues");
        assert!(eigen.values.is_sorted());
        assert!(largest(&(&eigen.map(|value| value) - &a)) < 1e-12 * largest(&a));
        let unit = product(eigen.vectors.transpose(), eigen.vectors.as_ref());
        assert!(largest(&(&unit - &Mat::<f64>::identity(30, 30))) < 1e-12);
    }

    #[test]
    fn what_is_not_a_number_has_no_eigenvalues() {
        let a = Mat::from_fn(3, 3, |_, _| f64::NAN);
        assert!(Eigen::of(a.as_ref()).is_none());
    }
}
