//! The maps after which draws have the moments of the weighted draws.
//!
//! With means `m`, `m_w`, standard deviations `s`, `s_w` and covariances `Σ = Uᵀ U`, `Σ_w = U_wᵀ U_w`:
//!
//! ```text
//! means           x ↦ m_w + x − m
//! variances       x ↦ m_w + (s_w / s) (x − m), coordinate by coordinate
//! covariances     x ↦ m_w + U_wᵀ U⁻ᵀ (x − m)
//! ```
//!
//! Sums of squares under weights `w` are divided by `1 − Σ w²`, which is `(S − 1) / S` for equal weights.

use super::affine::Affine;
use monomorph_numerics::linalg::{Triangle, add_scaled, cholesky, solve};
use pulp::Scalar;

/// The moments that a map matches.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Means,
    Variances,
    Covariances,
}

/// Points with weights that sum to 1.
struct Weighted<'a> {
    points: &'a [f64],
    weights: &'a [f64],
    mean: Vec<f64>,
}

impl<'a> Weighted<'a> {
    fn new(points: &'a [f64], weights: &'a [f64]) -> Self {
        let mut mean = vec![0.0; points.len() / weights.len()];
        for (point, weight) in points.chunks_exact(mean.len()).zip(weights) {
            add_scaled(Scalar::new(), &mut mean, *weight, point);
        }
        Self { points, weights, mean }
    }

    /// Calls `f` for each point with its deviation from the mean, and with the factor of the deviation's
    /// squares in variances.
    fn deviations(&self, mut f: impl FnMut(&[f64], f64)) {
        let left = 1.0 - self.weights.iter().map(|weight| weight * weight).sum::<f64>();
        let mut deviations = self.mean.clone();
        for (point, weight) in self.points.chunks_exact(self.mean.len()).zip(self.weights) {
            let numbers = deviations.iter_mut().zip(point).zip(&self.mean);
            numbers.for_each(|((deviation, x), mean)| *deviation = x - mean);
            f(&deviations, weight / left);
        }
    }

    /// Computes the variances; 0 for a coordinate whose deviations are rounding errors.
    fn variances(&self) -> Vec<f64> {
        let mut variances = vec![0.0; self.mean.len()];
        self.deviations(|deviations, weight| {
            let numbers = variances.iter_mut().zip(deviations);
            numbers.for_each(|(variance, deviation)| *variance += weight * deviation * deviation);
        });
        for (variance, mean) in variances.iter_mut().zip(&self.mean) {
            *variance = if *variance > 1e-26 * mean * mean { *variance } else { 0.0 };
        }
        variances
    }

    /// Computes the upper triangular Cholesky factor `U` of the weighted covariance; `None` if the
    /// covariance is singular.
    fn factor(&self) -> Option<Vec<f64>> {
        let size = self.mean.len();
        let mut factor = vec![0.0; size * size];
        self.deviations(|deviations, weight| {
            for row in 0..size {
                let entries = &mut factor[row * size..][row..size];
                add_scaled(Scalar::new(), entries, weight * deviations[row], &deviations[row..]);
            }
        });
        let variances: Vec<f64> = factor.iter().step_by(size + 1).copied().collect();
        if !cholesky(Scalar::new(), &mut factor, size) {
            return None;
        }
        for row in 0..size {
            factor[row * size..][..row].fill(0.0);
        }
        // The rest of a variance that other coordinates explain may be rounding error alone.
        let left = factor.iter().step_by(size + 1).zip(&variances);
        let is_regular = { left }.all(|(left, variance)| left * left > 1e-13 * variance);
        is_regular.then_some(factor)
    }
}

/// Computes the map of a step; `None` if a variance is 0 or a covariance is singular.
pub(super) fn map(step: Step, points: &[f64], weights: &[f64]) -> Option<Affine> {
    let equal = vec![1.0 / weights.len() as f64; weights.len()];
    let (plain, weighted) = (Weighted::new(points, &equal), Weighted::new(points, weights));
    let (centre, image) = (plain.mean.clone(), weighted.mean.clone());
    let map = match step {
        Step::Means => Affine::shift(centre, image),
        Step::Variances => {
            let ratio = |(weighted, plain): (f64, &f64)| (weighted / plain).sqrt();
            let factors: Vec<f64> =
                weighted.variances().into_iter().zip(&plain.variances()).map(ratio).collect();
            Affine::scaling(centre, image, &factors)
        }
        Step::Covariances => {
            let (factor, mut upper) = (plain.factor()?, weighted.factor()?);
            solve(Scalar::new(), Triangle::upper(&factor, centre.len()), &mut upper, centre.len());
            Affine { centre, image, upper }
        }
    };
    let is_invertible = map.log_determinant().is_finite();
    (is_invertible && map.image.iter().all(|x| x.is_finite())).then_some(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a map the unweighted moments equal the weighted moments before it.
    #[test]
    fn moments_match() {
        let (draws, size) = (200_u32, 3);
        let points: Vec<f64> = (0..draws)
            .flat_map(|i| {
                let (a, b, c) = (f64::from(i) * 0.7, f64::from(i) * 1.3, f64::from(i) * 2.9);
                [a.sin(), 2.0 + a.sin() + 0.5 * b.cos(), 10.0 * c.sin() - 3.0 * b.cos()]
            })
            .collect();
        let raw: Vec<f64> = (0..draws).map(|i| (2.0 * (f64::from(i) * 0.7).sin()).exp()).collect();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / raw.iter().sum::<f64>()).collect();
        let equal = vec![1.0 / f64::from(draws); draws as usize];
        let wanted = Weighted::new(&points, &weights);
        for step in [Step::Means, Step::Variances, Step::Covariances] {
            let map = map(step, &points, &weights).unwrap();
            let mut moved = points.clone();
            for (point, moved) in points.chunks_exact(size).zip(moved.chunks_exact_mut(size)) {
                map.apply(point, moved);
            }
            let found = Weighted::new(&moved, &equal);
            let near = |found: &[f64], wanted: &[f64]| {
                found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-10)
            };
            assert!(near(&found.mean, &wanted.mean));
            let variances = near(&found.variances(), &wanted.variances());
            assert_eq!(variances, !matches!(step, Step::Means));
            let covariances = near(&found.factor().unwrap(), &wanted.factor().unwrap());
            assert_eq!(covariances, matches!(step, Step::Covariances));
        }
        // A constant coordinate, and a coordinate that equals another one.
        let still: Vec<f64> = points.chunks_exact(3).flat_map(|point| [point[0], 1.0]).collect();
        assert!(map(Step::Variances, &still, &weights).is_none());
        let twice: Vec<f64> = points.chunks_exact(3).flat_map(|point| [point[0], 2.0 * point[0]]).collect();
        assert!(map(Step::Variances, &twice, &weights).is_some());
        assert!(map(Step::Covariances, &twice, &weights).is_none());
        // All weight is on one draw, so the variance is 0.
        let mut one = vec![0.0; draws as usize];
        one[5] = 1.0;
        assert!(map(Step::Variances, &points, &one).is_none());
    }
}
