//! Are the draws those of the density? The test that the two sets of a bridge make possible.
//!
//! With u = log q/g of the posterior's density q and the proposal's g, the densities of u under the two are
//! in the proportion eᵘ, up to the marginal likelihood. So the odds that a value of u is that of a draw and
//! not of the proposal are
//!
//! ```text
//! log odds(u) = a + b u,   b = 1,
//! ```
//!
//! whatever the posterior and the proposal are. The slope b of a logistic regression tells draws of something
//! else: of draws that the proposal resembles more than the density does it is near 0, and it is the better
//! known the more the density differs from where the draws are. Where it cannot be told from 1, u varies too
//! little for a difference to matter. (The regression is the one whose intercept is the estimate of Meng and
//! Wong where b is 1: Geyer 1994, *Estimating normalizing constants and reweighting mixtures*.)

/// The slope, and its standard error as if all values were independent; nothing where it is not finite:
/// values that do not vary, or that the sets have not in common.
pub(super) fn slope(at_draws: &[f64], at_proposals: &[f64]) -> Option<(f64, f64)> {
    let labelled = at_draws.iter().map(|u| (*u, 1.0)).chain(at_proposals.iter().map(|u| (*u, 0.0)));
    // Outside of the support there is no draw of any slope.
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
        // From 0 a step may be far too long.
        let shrink = (LONGEST / f64::max(step_a.abs(), step_b.abs())).min(1.0);
        (a, b) = (a + shrink * step_a, b + shrink * step_b);
        if step_a.abs() + step_b.abs() < 1e-9 {
            return Some((b / scale, (aa / determinant).sqrt() / scale));
        }
    }
    None
}

/// The steps of Newton's method, at most, and the longest of them.
const STEPS: usize = 100;
const LONGEST: f64 = 2.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uniform::uniform;

    fn normals(count: usize, mean: f64, state: &mut u64) -> Vec<f64> {
        (0..count).map(|_| (0..12).map(|_| uniform(state)).sum::<f64>() - 6.0 + mean).collect()
    }

    /// Of two normal laws, x to N(δ, 1) from N(0, 1), u is δ x − δ²/2.
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
