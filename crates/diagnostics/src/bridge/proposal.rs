//! A normal distribution with the mean and the covariance of some draws, `x = m + L z`, and the density of
//! the posterior in the coordinate `z`.

use super::BridgeError;
use monomorph_numerics::linalg::{Triangle, cholesky, solve};
use pulp::Scalar;

/// The form of the posterior that is compared with the proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Warp {
    /// The posterior itself, in the coordinate `z`: its mean and covariance agree with the proposal.
    Normal,
    /// The posterior made symmetric, `(q(m + L z) + q(m − L z)) / 2`: the skewness agrees too. Each draw
    /// costs two evaluations.
    #[default]
    Three,
}

/// A normal distribution that is fitted to draws.
pub(super) struct Proposal {
    mean: Vec<f64>,
    /// The Cholesky factor U of the covariance UᵀU, row after row, with zeros below the diagonal: L is Uᵀ.
    factor: Vec<f64>,
    log_determinant: f64,
    warp: Warp,
}

impl Proposal {
    /// Fits the distribution to the mean and the covariance of draws.
    pub(super) fn fit(draws: &[&[f64]], warp: Warp) -> Result<Self, BridgeError> {
        let (dimension, count) = (draws[0].len(), draws.len() as f64);
        let mut mean = vec![0.0; dimension];
        for draw in draws {
            mean.iter_mut().zip(*draw).for_each(|(mean, x)| *mean += x / count);
        }
        let mut factor = vec![0.0; dimension * dimension];
        for draw in draws {
            for row in 0..dimension {
                let deviation = (draw[row] - mean[row]) / (count - 1.0);
                for column in row..dimension {
                    factor[row * dimension + column] += deviation * (draw[column] - mean[column]);
                }
            }
        }
        let variances: Vec<f64> = (0..dimension).map(|row| factor[row * dimension + row]).collect();
        if !cholesky(Scalar::new(), &mut factor, dimension) {
            return Err(BridgeError::Singular);
        }
        for row in 0..dimension {
            factor[row * dimension..][..row].fill(0.0);
            // The rest of a variance that other coordinates explain may be rounding error alone.
            let left = factor[row * dimension + row].powi(2);
            if left.is_nan() || left <= 1e-13 * variances[row] {
                return Err(BridgeError::Singular);
            }
        }
        let log_determinant = (0..dimension).map(|row| factor[row * dimension + row].ln()).sum();
        Ok(Self { mean, factor, log_determinant, warp })
    }

    /// Computes `z` of a point: L⁻¹ (x − m).
    pub(super) fn standardise(&self, point: &[f64]) -> Vec<f64> {
        let mut z: Vec<f64> = point.iter().zip(&self.mean).map(|(x, mean)| x - mean).collect();
        let factor = Triangle::upper(&self.factor, self.mean.len()).transpose();
        solve(Scalar::new(), factor, &mut z, 1);
        z
    }

    /// Computes the log ratio of the posterior density, in the coordinate `z`, to the standard normal
    /// density.
    pub(super) fn log_ratio(&self, z: &[f64], log_density: &mut impl FnMut(&[f64]) -> f64) -> f64 {
        let mut at = |sign: f64| {
            let value = log_density(&self.point(z, sign));
            if value.is_nan() { f64::NEG_INFINITY } else { value }
        };
        let log_posterior = match self.warp {
            Warp::Normal => at(1.0),
            Warp::Three => {
                let (a, b) = (at(1.0), at(-1.0));
                let larger = a.max(b);
                match larger == f64::NEG_INFINITY {
                    true => larger,
                    false => larger + ((a - larger).exp() + (b - larger).exp()).ln() - 2_f64.ln(),
                }
            }
        };
        let squares: f64 = z.iter().map(|z| z * z).sum();
        let log_normal = -0.5 * squares - 0.5 * (z.len() as f64) * std::f64::consts::TAU.ln();
        self.log_determinant + log_posterior - log_normal
    }

    /// Computes m ± L z.
    fn point(&self, z: &[f64], sign: f64) -> Vec<f64> {
        let mut point = self.mean.clone();
        for (z, row) in z.iter().zip(self.factor.chunks_exact(self.mean.len())) {
            point.iter_mut().zip(row).for_each(|(x, u)| *x += sign * z * u);
        }
        point
    }
}
