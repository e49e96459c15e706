//! The direct calls into faer.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt;
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place};
use faer::{Accum, Col, Mat, Par, Spec};
use std::hint::black_box;

/// C = A B, Ā = C̄ Bᵀ and B̄ = Aᵀ C̄.
pub fn product(n: usize) -> impl FnMut() {
    let matrix = |phase: f64| Mat::from_fn(n, n, |i, j| (phase + (i * n + j) as f64).cos());
    let (a, b, adjoint) = (matrix(0.0), matrix(1.0), matrix(2.0));
    let mut results = [Mat::zeros(n, n), Mat::zeros(n, n), Mat::zeros(n, n)];
    move || {
        let [c, a_adjoint, b_adjoint] = &mut results;
        matmul(c.as_mut(), Accum::Replace, a.as_ref(), b.as_ref(), 1.0, Par::Seq);
        matmul(a_adjoint.as_mut(), Accum::Replace, adjoint.as_ref(), b.transpose(), 1.0, Par::Seq);
        matmul(b_adjoint.as_mut(), Accum::Replace, a.transpose(), adjoint.as_ref(), 1.0, Par::Seq);
        black_box(&mut results);
    }
}

/// A copy of Σ, its factor, and the memory for both.
struct Factor {
    sigma: Mat<f64>,
    factor: Mat<f64>,
    memory: MemBuffer,
}

impl Factor {
    fn new(sigma: &Mat<f64>) -> Self {
        let n = sigma.nrows();
        let factoring = llt::factor::cholesky_in_place_scratch::<f64>(n, Par::Seq, Spec::default());
        let inverting = llt::inverse::inverse_scratch::<f64>(n, Par::Seq);
        let memory = MemBuffer::new(factoring.or(inverting));
        Self { sigma: sigma.clone(), factor: sigma.clone(), memory }
    }

    fn compute(&mut self) {
        self.factor.copy_from(&self.sigma);
        let stack = MemStack::new(&mut self.memory);
        let factor = self.factor.as_mut();
        llt::factor::cholesky_in_place(factor, Default::default(), Par::Seq, stack, Spec::default())
            .expect("the matrix is positive definite");
    }
}

/// L, and L⁻ᵀ Φ L⁻¹.
pub fn cholesky(sigma: &Mat<f64>) -> impl FnMut() {
    let mut factor = Factor::new(sigma);
    let mut adjoint = Mat::<f64>::zeros(sigma.nrows(), sigma.ncols());
    move || {
        factor.compute();
        adjoint.fill(0.0);
        for i in 0..adjoint.nrows() {
            adjoint[(i, i)] = 1.0;
        }
        let l = factor.factor.as_ref();
        solve_upper_triangular_in_place(l.transpose(), adjoint.as_mut(), Par::Seq);
        solve_upper_triangular_in_place(l.transpose(), adjoint.transpose_mut(), Par::Seq);
        black_box(&mut adjoint);
    }
}

/// L, Σ⁻¹ y and Σ⁻¹.
pub fn multi_normal(sigma: &Mat<f64>, y: &[f64]) -> impl FnMut() {
    let mut factor = Factor::new(sigma);
    let mut inverse = Mat::<f64>::zeros(sigma.nrows(), sigma.ncols());
    let y = Mat::from_fn(y.len(), 1, |i, _| y[i]);
    let mut z = y.clone();
    move || {
        factor.compute();
        z.copy_from(&y);
        let l = factor.factor.as_ref();
        solve_lower_triangular_in_place(l, z.as_mut(), Par::Seq);
        solve_upper_triangular_in_place(l.transpose(), z.as_mut(), Par::Seq);
        let stack = MemStack::new(&mut factor.memory);
        llt::inverse::inverse(inverse.as_mut(), l, Par::Seq, stack);
        black_box((&mut inverse, &mut z));
    }
}

/// The eigenvectors of both sides, and ten products with them.
pub fn kronecker_with_noise(sides: [Mat<f64>; 2]) -> impl FnMut() {
    let n = sides[0].nrows();
    let wanted = self_adjoint_evd_scratch::<f64>(n, ComputeEigenvectors::Yes, Par::Seq, Spec::default());
    let mut memory = MemBuffer::new(wanted);
    let (mut values, mut vectors) = (Col::<f64>::zeros(n), sides.clone());
    let mut product = Mat::<f64>::zeros(n, n);
    move || {
        for (side, vectors) in sides.iter().zip(&mut vectors) {
            let (stack, vectors) = (MemStack::new(&mut memory), Some(vectors.as_mut()));
            let diagonal = values.as_diagonal_mut();
            self_adjoint_evd(side.as_ref(), diagonal, vectors, Par::Seq, stack, Spec::default())
                .expect("the matrix is finite");
            black_box(&mut values);
        }
        let [one, other] = &vectors;
        for _ in 0..10 {
            matmul(product.as_mut(), Accum::Replace, one.as_ref(), other.as_ref(), 1.0, Par::Seq);
            black_box(&mut product);
        }
    }
}
