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
    let none = MomentMatching { steps: 0, ..MomentMatching::default() };
    assert_eq!(model.loo_moment_match_with(&draws, none)?, plain);
    Ok(())
}
