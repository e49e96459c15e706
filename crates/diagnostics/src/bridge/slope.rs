//! A test whether the draws come from the density, by the two sets of points of a bridge.
//!
//! With u = log q/g of the posterior's density q and the proposal's g, the densities of u under the
//! posterior and under the proposal have the ratio eᵘ, up to the marginal likelihood. So the odds that a
//! value of u belongs to a draw and not to a point of the proposal are
//!
//! ```text
//! log odds(u) = a + b u,   b = 1,
//! ```
//!
//! whatever the posterior and the proposal are. The slope b of a logistic regression shows whether the
//! draws come from another density: it is near 0 for draws that are closer to the proposal than to the
//! density, and its standard error is smaller the more the density differs from the distribution of the
//! draws. Where b cannot be distinguished from 1, u varies too little for a difference to matter. (The
//! intercept of the regression is the estimate of Meng and Wong if b is 1: Geyer 1994, *Estimating
//! normalizing constants and reweighting mixtures*.)

/// Returns the slope and its standard error for independent values; `None` if they are not finite, because
/// the values do not vary or the two sets do not overlap.
pub(super) fn slope(at_draws: &[f64], at_proposals: &[f64]) -> Option<(f64, f64)> {
    let labelled = at_draws.iter().map(|u| (*u, 1.0)).chain(at_proposals.iter().map(|u| (*u, 0.0)));
    // Points outside the support are excluded: no draw can be there.
    let labelled: Vec<(f64, f64)> = labelled.filter(|(u, _)| u.is_finite()).collect();
    let count = labelled.len() as f64;
    let mean = labelled.iter().map(|(u, _)| u).sum::<f64>() / count;
    let scale = (labelled.iter().map(|(u, _)| (u - mean).powi(2)).sum::<f64>() / count).sqrt();
    if scale.is_nan() || scale <= 0.0 {
        return None;
    }
    let (mut a, mut b) = (0.0, 0.0);
    for _ in 0..STEPS {
        let (mut by_a, mut by_b, mut aa, mut ab, mut bb) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (u, label) in &labelled {
            let x = (u - mean) / scale;
            let probability = 1.0 / (1.0 + (-(a + b * x)).exp());
            let (error, weight) = (label - probability, probability * (1.0 - probability));
            (by_a, by_b) = (by_a + error, by_b + error * x);
            (aa, ab, bb) = (aa + weight, ab + weight * x, bb + weight * x * x);
        }
        let determinant = aa * bb - ab * ab;
        if determinant.is_nan() || determinant <= 1e-12 * aa * bb {
            return None;
        }
        let (step_a, step_b) = ((bb * by_a - ab * by_b) / determinant, (aa * by_b - ab * by_a) / determinant);
        // The first steps may be far too long.
        let shrink = (LONGEST / f64::max(step_a.abs(), step_b.abs())).min(1.0);
        (a, b) = (a + shrink * step_a, b + shrink * step_b);
        if step_a.abs() + step_b.abs() < 1e-9 {
            return Some((b / scale, (aa / determinant).sqrt() / scale));
        }
    }
    None
}

/// The largest number of steps of Newton's method, and the largest length of a step.
const STEPS: usize = 100;
const LONGEST: f64 = 2.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uniform::uniform;

    fn normals(count: usize, mean: f64, state: &mut u64) -> Vec<f64> {
        (0..count).map(|_| (0..12).map(|_| uniform(state)).sum::<f64>() - 6.0 + mean).collect()
    }

    /// For the densities N(δ, 1) and N(0, 1) the log ratio is u = δ x − δ²/2.
    #[test]
    fn draws_of_the_density_have_the_slope_one() {
        let mut state = 3;
        for shift in [0.3, 1.0, 3.0] {
            let ratio = |x: &f64| shift * x - 0.5 * shift * shift;
            let of = |mean: f64, state: &mut u64| -> Vec<f64> {
                normals(4000, mean, state).iter().map(ratio).collect()
            };
            let (draws, proposals) = (of(shift, &mut state), of(0.0, &mut state));
            let (found, se) = slope(&draws, &proposals).unwrap();
            assert!((found - 1.0).abs() < 4.0 * se && se < 0.12, "{shift}: {found} ± {se}");
            let others = of(0.0, &mut state);
            let (found, se) = slope(&others, &proposals).unwrap();
            assert!(found.abs() < 4.0 * se, "{shift}: {found} ± {se}");
        }
    }

    #[test]
    fn what_does_not_vary_or_overlap_has_no_slope() {
        assert_eq!(slope(&[1.0; 50], &[1.0; 50]), None);
        assert_eq!(slope(&[5.0, 6.0, 7.0], &[1.0, 2.0, 3.0]), None);
        assert_eq!(slope(&[5.0, 6.0], &[f64::NEG_INFINITY; 3]), None);
    }
}
