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
//! With at least as many columns as coordinates Q is I.

use crate::approximate::dense;
use crate::approximate::lbfgs::{History, add_scaled, dot};
use core::f64::consts::TAU;

/// A column of B̃ of which less than this is left beside the columns before it adds nothing.
const DEPENDENT: f64 = 1e-10;

/// A normal distribution with a covariance of low rank beside a diagonal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Factors {
    pub mean: Vec<f64>,
    /// √α
    pub scales: Vec<f64>,
    /// The columns of Q, one after the other; empty if it is I.
    columns: Vec<f64>,
    /// L − I, row after row.
    lower: Vec<f64>,
    /// The number of rows of L.
    rank: usize,
    log_determinant: f64,
    work: Work,
}

/// Numbers on the way to the factors.
#[derive(Clone, Debug, Default)]
struct Work {
    /// B̃ Y and B̃ S, column after column, and what is left of a column.
    scaled: Vec<f64>,
    /// T of both halves, column after column.
    of_y: Vec<f64>,
    of_s: Vec<f64>,
    /// R and D + Yᵀ diag(α) Y, row after row.
    r: Vec<f64>,
    m: Vec<f64>,
    /// T of S times Pᵀ, and that times the latter matrix, row after row.
    w: Vec<f64>,
    wm: Vec<f64>,
    /// I + T γ Tᵀ, row after row.
    k: Vec<f64>,
    inner: Vec<f64>,
}

impl Factors {
    /// Becomes the distribution at a point where the log density has a gradient. False if the inverse Hessian
    /// is not positive definite in the numbers that there are.
    pub fn set(&mut self, history: &History, point: &[f64], gradient: &[f64]) -> bool {
        let (n, m) = (point.len(), history.len());
        self.scales.clear();
        self.scales.extend(history.diagonal().iter().map(|alpha| alpha.sqrt()));
        self.rank = n.min(2 * m);
        self.scale(history);
        self.orthogonalise(n, m);
        self.solve(history, m);
        if !self.factor() {
            return false;
        }
        self.log_determinant = 2.0 * self.scales.iter().map(|scale| scale.ln()).sum::<f64>()
            + 2.0 * (0..self.rank).map(|i| self.lower[i * self.rank + i].ln_1p()).sum::<f64>();
        self.move_to(point, gradient);
        self.log_determinant.is_finite() && self.mean.iter().all(|mean| mean.is_finite())
    }

    /// Computes the columns of B̃: √α Y, then S / √α.
    fn scale(&mut self, history: &History) {
        let Self { scales, work, .. } = self;
        work.scaled.clear();
        for age in 0..history.len() {
            work.scaled.extend(history.pair(age).1.iter().zip(&*scales).map(|(y, scale)| y * scale));
        }
        for age in 0..history.len() {
            work.scaled.extend(history.pair(age).0.iter().zip(&*scales).map(|(s, scale)| s / scale));
        }
    }

    /// Computes Q and T by modified Gram–Schmidt, each column twice (Giraud, Langou and Rozložník 2005).
    fn orthogonalise(&mut self, n: usize, m: usize) {
        let Self { columns, rank, work, .. } = self;
        let (rank, Work { scaled, of_y, of_s, .. }) = (*rank, work);
        columns.clear();
        of_y.clear();
        of_s.clear();
        if rank == n {
            of_y.extend_from_slice(&scaled[..n * m]);
            of_s.extend_from_slice(&scaled[n * m..]);
            return;
        }
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
        for i in 0..m {
            for j in 0..m {
                if j >= i {
                    r[i * m + j] = dot(history.pair(i).0, history.pair(j).1);
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
            // R w = the row of T₂, from the last one on.
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

    /// Computes L − I of the lower triangle of K.
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

    /// x := x + Q (L − I) Qᵀ x, or with (L − I)ᵀ.
    fn transform(&mut self, x: &mut [f64], transposed: bool) {
        let Self { columns, lower, rank, work, .. } = self;
        let (rank, inner) = (*rank, &mut work.inner);
        inner.clear();
        if columns.is_empty() {
            inner.extend_from_slice(x);
        } else {
            inner.extend(columns.chunks_exact(x.len()).map(|q| dot(q, x)));
        }
        if transposed {
            for row in 0..rank {
                inner[row] = (row..rank).map(|below| lower[below * rank + row] * inner[below]).sum();
            }
        } else {
            for row in (0..rank).rev() {
                inner[row] = dot(&lower[row * rank..][..=row], &inner[..=row]);
            }
        }
        if columns.is_empty() {
            add_scaled(x, 1.0, inner);
        } else {
            for (q, part) in columns.chunks_exact(x.len()).zip(&*inner) {
                add_scaled(x, *part, q);
            }
        }
    }

    /// The mean is the point of a Newton step: μ = x + H ∇.
    fn move_to(&mut self, point: &[f64], gradient: &[f64]) {
        let mut step: Vec<f64> =
            gradient.iter().zip(&self.scales).map(|(slope, scale)| slope * scale).collect();
        self.transform(&mut step, true);
        self.transform(&mut step, false);
        self.mean.clear();
        let step = step.iter().zip(&self.scales).map(|(step, scale)| step * scale);
        self.mean.extend(point.iter().zip(step).map(|(point, step)| point + step));
    }

    /// Turns standard normal numbers into a draw. Returns its log density.
    pub fn draw(&mut self, normals: &mut [f64]) -> f64 {
        let n = normals.len() as f64;
        let log_density = -0.5 * (self.log_determinant + dot(normals, normals) + n * TAU.ln());
        self.transform(normals, false);
        for ((draw, scale), mean) in normals.iter_mut().zip(&self.scales).zip(&self.mean) {
            *draw = mean + scale * *draw;
        }
        log_density
    }
}
