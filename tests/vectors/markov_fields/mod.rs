//! `icar` and `intrinsic_random_walk` against dense matrices: eigenvalues for pseudo-determinants and
//! pseudo-inverses, and multivariate normal coordinates on the subspace.

mod graphs;
mod refused;
mod supports;
mod walks;

use crate::common::{check_against, normal::multi_normal};
use monomorph::faer::{Mat, Side};
use monomorph::prelude::*;

const HALF_LOG_TWO_PI: f64 = 0.918_938_533_204_672_8;

/// A structure, with its eigenvalues that are not 0 and its pseudo-inverse.
struct Dense {
    r: Mat<f64>,
    eigenvalues: Vec<f64>,
    inverse: Mat<f64>,
}

impl Dense {
    /// Σ c cᵀ over terms with coefficients of some elements.
    fn new(n: usize, terms: &[Vec<(usize, f64)>]) -> Self {
        let mut r = Mat::zeros(n, n);
        for term in terms {
            for (i, a) in term {
                term.iter().for_each(|(j, b)| r[(*i, *j)] += a * b);
            }
        }
        let found = r.self_adjoint_eigen(Side::Lower).unwrap();
        let (values, vectors) = (found.S().column_vector(), found.U());
        let largest = values[n - 1];
        let kept: Vec<usize> = (0..n).filter(|&k| values[k] > 1e-10 * largest).collect();
        let inverse = Mat::from_fn(n, n, |i, j| {
            kept.iter().map(|&k| vectors[(i, k)] * vectors[(j, k)] / values[k]).sum::<f64>()
        });
        Self { r, eigenvalues: kept.iter().map(|&k| values[k]).collect(), inverse }
    }

    /// The geometric mean of the marginal variances of some elements.
    fn spread(&self, elements: &[usize]) -> f64 {
        let logs: f64 = elements.iter().map(|&i| self.inverse[(i, i)].ln()).sum();
        (logs / elements.len() as f64).exp()
    }

    /// Returns the log density at x, by the formula of the law.
    fn log_density(&self, x: &[f64], scale: f64) -> f64 {
        let n = x.len();
        let square: f64 =
            (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| x[i] * self.r[(i, j)] * x[j]).sum();
        let r = self.eigenvalues.len() as f64;
        let logs: f64 = self.eigenvalues.iter().map(|value| value.ln()).sum();
        -0.5 * square / (scale * scale) - r * scale.ln() + 0.5 * logs - r * HALF_LOG_TWO_PI
    }
}

/// The log density of half_normal(1) at eᵗ, with the log Jacobian.
fn scale_prior(t: f64) -> f64 {
    -0.5 * (2.0 * t).exp() + 0.5 * (2.0 / std::f64::consts::PI).ln() + t
}

/// Some coordinates.
fn point(count: usize) -> Vec<f64> {
    (0..count).map(|k| ((3 * k + 1) as f64).sin() - 0.2).collect()
}

/// Compares a model of `tau`, a half-normal scale whose coordinate is the first, and of `x` with a dense
/// structure: its density, and that of coordinates with the covariance τ² Vᵀ R⁺ V.
fn check(model: impl Model, dense: &Dense) {
    let posterior = model.compile().unwrap();
    let x = |q: &[f64]| posterior.constrain(q).unwrap().get("x").unwrap().to_vec();
    let q = point(posterior.dimension());
    assert_eq!(q.len(), 1 + dense.eigenvalues.len(), "the rank is the number of coordinates");
    check_against(model, &q, |q| scale_prior(q[0]) + dense.log_density(&x(q), q[0].exp()));
    let rank = q.len() - 1;
    let column = |k: usize| {
        let mut unit = vec![0.0; rank + 1];
        unit[k + 1] = 1.0;
        x(&unit)
    };
    let basis: Vec<Vec<f64>> = (0..rank).map(column).collect();
    let n = basis[0].len();
    let scale = q[0].exp();
    let covariance = Mat::from_fn(rank, rank, |a, b| {
        let sum = |i: usize| (0..n).map(|j| basis[a][i] * dense.inverse[(i, j)] * basis[b][j]).sum::<f64>();
        scale * scale * (0..n).map(sum).sum::<f64>()
    });
    let want = multi_normal(&q[1..], &vec![0.0; rank], &|i, j| covariance[(i, j)]);
    let got = dense.log_density(&x(&q), scale);
    assert!((got - want).abs() < 1e-10 * want.abs().max(1.0), "{got} is not {want}");
}
