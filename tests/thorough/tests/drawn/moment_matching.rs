//! Leave-one-out by draws that are moved, beside what is known of a fit without each observation.

use crate::common::assert_near;
use monomorph::comparison::{Fold, LeftOut, Loo, MomentMatching, Pointwise, reloo};
use monomorph::prelude::*;

const COUNTS: [u32; 6] = [2, 4, 3, 5, 1, 16];

fn poisson_counts(y: &[u32]) -> impl Model {
    params! { rate: positive() }
    model! { rate |= gamma(1.0, 0.1), data(y) |= poisson(rate) }
}

/// A gamma distribution of the rate makes the predictive one negative binomial.
fn exact_count(left_out: usize) -> f64 {
    let y = COUNTS[left_out];
    let (shape, rate) = (1 + COUNTS.iter().sum::<u32>() - y, 0.1 + COUNTS.len() as f64 - 1.0);
    let log_choose: f64 = (1..=y).map(|k| (f64::from(shape + k - 1) / f64::from(k)).ln()).sum();
    log_choose + f64::from(shape) * (rate / (rate + 1.0)).ln() - f64::from(y) * (rate + 1.0).ln()
}

/// A group that lies apart, beside a posterior without it. The exact log density of its three observations is
/// that of a multivariate normal distribution with the variance 1 + v on the diagonal and v off it.
#[test]
fn a_group_apart() -> Result<(), Error> {
    let y = [0.1, -0.3, 0.4, 0.2, -0.6, 0.5, 0.3, -0.2, 0.0, -0.4, 0.1, 0.6, 4.8, 5.1, 5.3];
    let labels = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 4, 4];
    params! { mu: real() }
    let model = model! { mu |= normal(0.0, 10.0), data(&y) |= normal(mu, 1.0) };
    let draws = model.compile()?.gibbs().draws(2000).seed(3).run()?;
    let plain = model.loo_by_group(&draws, &labels)?;
    let matched = model.loo_by_group_moment_match(&draws, &labels, MomentMatching::default())?;
    assert_eq!(plain.unreliable(), [4], "{plain}");
    assert!(matched.unreliable().is_empty(), "{matched}");
    let v = 1.0 / (12.0 + 0.01);
    let mean = v * y[..12].iter().sum::<f64>();
    let r: Vec<f64> = y[12..].iter().map(|y| y - mean).collect();
    let (sum, squares) = (r.iter().sum::<f64>(), r.iter().map(|r| r * r).sum::<f64>());
    // (I + v 1 1ᵀ)⁻¹ = I − v / (1 + 3 v) 1 1ᵀ
    let form = squares - v / (1.0 + 3.0 * v) * sum * sum;
    let exact = -0.5 * (3.0 * std::f64::consts::TAU.ln() + (1.0 + 3.0 * v).ln() + form);
    assert_near(matched.pointwise_elpd()[4], exact, 0.5, || format!("{matched}"));
    let off = |loo: &Loo| (loo.pointwise_elpd()[4] - exact).abs();
    assert!(off(&matched) < 0.5 * off(&plain), "{} {}", off(&matched), off(&plain));
    // Groups that were reliable are as they were.
    assert_eq!(matched.pointwise_elpd()[..4], plain.pointwise_elpd()[..4]);
    Ok(())
}

/// An outlier that one bounded parameter has to follow: its coordinate is a logarithm.
#[test]
fn an_outlier_of_counts() -> Result<(), Error> {
    let model = poisson_counts(&COUNTS);
    let draws = model.compile()?.gibbs().draws(1000).seed(1).run()?;
    let (plain, matched) = (model.loo(&draws)?, model.loo_moment_match(&draws)?);
    assert_eq!(plain.unreliable(), [5]);
    assert!(plain.quality()[5].pareto_k > 0.7, "{plain}");
    assert!(matched.unreliable().is_empty() && matched.quality()[5].pareto_k < 0.6, "{matched}");
    assert!(matched.to_string().contains("Moments were matched for 1."), "{matched}");
    assert_near(matched.pointwise_elpd()[5], exact_count(5), 0.2, || format!("{matched}"));
    // A fit without it says the same, and the weights of draws where they were do not.
    let mut refitted = plain.clone();
    reloo(&mut refitted, &LeftOut::Rows.folds(COUNTS.len())?, |fold: &Fold| {
        let draws = poisson_counts(&fold.training_of(&COUNTS)).compile()?.gibbs().draws(4000).run()?;
        poisson_counts(&fold.held_out_of(&COUNTS)).pointwise_log_likelihood(&draws)
    })?;
    let off = |loo: &Loo| {
        (loo.pointwise_elpd()[5] - refitted.pointwise_elpd()[5]).abs() //
    };
    assert!(off(&matched) < 0.3 * off(&plain), "{} {}", off(&matched), off(&plain));
    // Observations that were reliable are as they were.
    assert_eq!(matched.pointwise_elpd()[..5], plain.pointwise_elpd()[..5]);
    let none = MomentMatching::default().steps(0);
    assert_eq!(model.loo_moment_match_with(&draws, none)?, plain);
    Ok(())
}
