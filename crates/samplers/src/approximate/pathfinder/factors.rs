//! The normal distribution that a history of steps implies.
//!
//! The inverse Hessian of the newest pairs is H = diag(α) + B γ Bᵀ with B = (diag(α) Y, S), where
//!
//! R = upper triangle of SᵀY with its diagonal, D = its diagonal, P = R⁻¹,
//! γ = (0, −P; −Pᵀ, Pᵀ (D + Yᵀ diag(α) Y) P):
//!
//! theorem 2.2 of Byrd, Nocedal and Schnabel, Math. Programming 63 (1994), as algorithm 3 of Zhang,
//! Carpenter, Gelman and Vehtari, JMLR 23 (2022) has it. In units of √α it is I + B̃ γ B̃ᵀ. With B̃ = Q T, Q
//! orthonormal, and L Lᵀ = I + T γ Tᵀ, draws are
//!
//! φ = μ + √α (u + Q (L − I) Qᵀ u), u normal, and log |H| = Σ log α + 2 Σ log Lᵢᵢ.
//!
//! Where there are as many pairs as coordinates, H is a [matrix](inverse_hessian), and draws are φ = μ + L u
//! with L Lᵀ = H.

use crate::approximate::affine::Affine;
use crate::approximate::dense;
use crate::approximate::lbfgs::{History, add_scaled, dot, inverse_hessian};
use crate::approximate::weighted::Normal;
use core::f64::consts::TAU;

/// A column of B̃ adds nothing if the columns before it leave less than this share of it.
const DEPENDENT: f64 = 1e-10;

/// A normal distribution whose covariance is a diagonal plus a matrix of low rank.
#[derive(Clone, Debug, Default)]
pub struct Factors {
    mean: Vec<f64>,
    /// The distribution as a matrix, if H is one; all fields below are empty then.
    whole: Option<Affine>,
    /// √α
    scales: Vec<f64>,
    /// The columns of Q, one after the other.
    columns: Vec<f64>,
    /// L − I, row after row.
    lower: Vec<f64>,
    /// The number of rows of L.
    rank: usize,
    log_determinant: f64,
    work: Work,
}

/// Intermediate matrices of the factors.
#[derive(Clone, Debug, Default)]
struct Work {
    /// The columns of B̃: √α Y, then S / √α; and the rest of a column.
    scaled: Vec<f64>,
    /// The two halves of T, for Y and for S, column after column.
    of_y: Vec<f64>,
    of_s: Vec<f64>,
    /// R and D + Yᵀ diag(α) Y, row after row.
    r: Vec<f64>,
    m: Vec<f64>,
    /// T of S times Pᵀ, and that product times D + Yᵀ diag(α) Y, row after row.
    w: Vec<f64>,
    wm: Vec<f64>,
    /// I + T γ Tᵀ, row after row.
    k: Vec<f64>,
    inner: Vec<f64>,
}

impl Factors {
    /// Replaces this distribution by that of a history at a point x, where the log density has the gradient
    /// ∇. Its mean is x + H ∇, the end of a Newton step. Returns false if H is not positive definite in
    /// floating-point numbers.
    pub fn set(&mut self, (history, pairs): (&History, usize), [point, gradient, step]: [&[f64]; 3]) -> bool {
        self.mean.clear();
        self.mean.extend_from_slice(point);
        let is_set = if point.len() <= pairs {
            self.set_whole(inverse_hessian(history, pairs), gradient)
        } else {
            add_scaled(&mut self.mean, 1.0, step);
            self.set_low_rank(history, pairs)
        };
        is_set && self.log_determinant.is_finite() && self.mean.iter().all(|mean| mean.is_finite())
    }

    /// Factors H, whose upper triangle is 0, and adds L Lᵀ ∇ to the mean. Returns false if H is not
    /// positive definite.
    fn set_whole(&mut self, mut h: Vec<f64>, gradient: &[f64]) -> bool {
        let Self { mean, whole, log_determinant, .. } = self;
        let n = mean.len();
        if dense::factor(&mut h, n).is_err() {
            return false;
        }
        for column in 0..n {
            let part: f64 = (column..n).map(|row| h[row * n + column] * gradient[row]).sum();
            (column..n).for_each(|row| mean[row] += part * h[row * n + column]);
        }
        *log_determinant = 2.0 * (0..n).map(|i| h[i * n + i].ln()).sum::<f64>();
        whole.get_or_insert_with(Affine::new).set(mean, *log_determinant, |row, column| h[row * n + column]);
        true
    }

    fn set_low_rank(&mut self, history: &History, pairs: usize) -> bool {
        let (n, m) = (self.mean.len(), history.newest(pairs).len());
        self.scales.clear();
        self.scales.extend(history.diagonal().iter().map(|alpha| alpha.sqrt()));
        self.rank = 2 * m;
        self.scale(history, m);
        self.orthogonalise(n, m);
        self.solve(history, m);
        if !self.factor() {
            return false;
        }
        self.log_determinant = 2.0 * self.scales.iter().map(|scale| scale.ln()).sum::<f64>()
            + 2.0 * (0..self.rank).map(|i| self.lower[i * self.rank + i].ln_1p()).sum::<f64>();
        true
    }

    /// Computes the columns of B̃: √α Y, then S / √α.
    fn scale(&mut self, history: &History, m: usize) {
        let Self { scales, work, .. } = self;
        work.scaled.clear();
        for pair in history.newest(m) {
            work.scaled.extend(pair.difference.iter().zip(&*scales).map(|(y, scale)| y * scale));
        }
        for pair in history.newest(m) {
            work.scaled.extend(pair.step.iter().zip(&*scales).map(|(s, scale)| s / scale));
        }
    }

    /// Computes Q and T by modified Gram–Schmidt, each column twice (Giraud, Langou and Rozložník 2005).
    fn orthogonalise(&mut self, n: usize, m: usize) {
        let Self { columns, rank, work, .. } = self;
        let (rank, Work { scaled, of_y, of_s, .. }) = (*rank, work);
        columns.clear();
        of_y.clear();
        of_s.clear();
        of_y.resize(rank * m, 0.0);
        of_s.resize(rank * m, 0.0);
        for column in 0..2 * m {
            let vector = &mut scaled[column * n..][..n];
            let t = if column < m { &mut of_y[column * rank..] } else { &mut of_s[(column - m) * rank..] };
            let length = dot(vector, vector).sqrt();
            for _ in 0..2 {
                for (before, q) in columns.chunks_exact(n).enumerate() {
                    let part = dot(q, vector);
                    t[before] += part;
                    add_scaled(vector, -part, q);
                }
            }
            let left = dot(vector, vector).sqrt();
            let is_new = left > DEPENDENT * length;
            t[column] = if is_new { left } else { 0.0 };
            columns.extend(vector.iter().map(|v| if is_new { v / left } else { 0.0 }));
        }
    }

    /// Computes K = I + T γ Tᵀ = I − T₁ Wᵀ − W T₁ᵀ + W M Wᵀ with W = T₂ Pᵀ, so that W Rᵀ = T₂, and
    /// M = D + T₁ᵀ T₁.
    fn solve(&mut self, history: &History, m: usize) {
        let Self { rank, work, .. } = self;
        let (rank, Work { of_y, of_s, r, m: inner, w, wm, k, .. }) = (*rank, work);
        r.clear();
        r.resize(m * m, 0.0);
        inner.clear();
        inner.resize(m * m, 0.0);
        for (i, own) in history.newest(m).enumerate() {
            for (j, other) in history.newest(m).enumerate() {
                if j >= i {
                    r[i * m + j] = dot(&own.step, &other.difference);
                }
                inner[i * m + j] = dot(&of_y[i * rank..][..rank], &of_y[j * rank..][..rank]);
            }
            inner[i * m + i] += r[i * m + i];
        }
        w.clear();
        w.resize(rank * m, 0.0);
        wm.clear();
        wm.resize(rank * m, 0.0);
        for row in 0..rank {
            let w = &mut w[row * m..][..m];
            // Solves R w = the row of T₂, from the last row to the first.
            for i in (0..m).rev() {
                let known: f64 = (i + 1..m).map(|j| r[i * m + j] * w[j]).sum();
                w[i] = (of_s[i * rank + row] - known) / r[i * m + i];
            }
            for (j, wm) in wm[row * m..][..m].iter_mut().enumerate() {
                *wm = (0..m).map(|i| w[i] * inner[i * m + j]).sum();
            }
        }
        k.clear();
        k.resize(rank * rank, 0.0);
        for i in 0..rank {
            for j in 0..=i {
                let sum: f64 = (0..m)
                    .map(|a| {
                        wm[i * m + a] * w[j * m + a]
                            - of_y[a * rank + i] * w[j * m + a]
                            - w[i * m + a] * of_y[a * rank + j]
                    })
                    .sum();
                k[i * rank + j] = if i == j { sum + 1.0 } else { sum };
            }
        }
    }

    /// Computes L − I from the lower triangle of K. Returns false if K is not positive definite.
    fn factor(&mut self) -> bool {
        let Self { rank, lower, work, .. } = self;
        let n = *rank;
        if dense::factor(&mut work.k, n).is_err() {
            return false;
        }
        lower.clear();
        lower.extend_from_slice(&work.k);
        (0..n).for_each(|i| lower[i * n + i] -= 1.0);
        true
    }

    /// x := x + Q (L − I) Qᵀ x
    fn transform(&mut self, x: &mut [f64]) {
        let Self { columns, lower, rank, work: Work { inner, .. }, .. } = self;
        inner.clear();
        inner.extend(columns.chunks_exact(x.len()).map(|q| dot(q, x)));
        for row in (0..*rank).rev() {
            inner[row] = dot(&lower[row * *rank..][..=row], &inner[..=row]);
        }
        for (q, part) in columns.chunks_exact(x.len()).zip(&*inner) {
            add_scaled(x, *part, q);
        }
    }
}

impl Normal for Factors {
    fn draw(&mut self, numbers: &[f64], points: &mut [f64], log_densities: &mut [f64]) {
        if let Some(whole) = &mut self.whole {
            whole.draw(numbers, points, log_densities);
            return;
        }
        let n = self.mean.len();
        let constant = self.log_determinant + n as f64 * TAU.ln();
        points.copy_from_slice(numbers);
        for (point, log_density) in points.chunks_exact_mut(n).zip(log_densities) {
            *log_density = -0.5 * (constant + dot(point, point));
            self.transform(point);
            for ((draw, scale), mean) in point.iter_mut().zip(&self.scales).zip(&self.mean) {
                *draw = mean + scale * *draw;
            }
        }
    }
}
