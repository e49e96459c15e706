//! The common interface of estimates of predictive densities, so that any two can be compared.

#[cfg(doc)]
use super::CrossValidated;
use super::Estimate;

/// Log predictive densities of observations: a [`Loo`](super::Loo), [`Waic`](super::Waic) or
/// [`CrossValidated`].
pub trait Pointwise {
    /// The log predictive density of each observation.
    fn pointwise_elpd(&self) -> &[f64];

    /// The names of the observations.
    fn names(&self) -> &[String];

    /// The effective number of parameters, by observation, if it is known.
    fn pointwise_p(&self) -> Option<&[f64]> {
        None
    }

    /// The names of the observations whose log predictive density is not reliable.
    fn unreliable_names(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The observation whose likelihood has the fewest effective draws, and their number, if it is below
    /// 100: for example if chains stay where they began. Estimates from such draws, and differences to
    /// other models, are not reliable.
    fn few_effective_draws(&self) -> Option<(&str, f64)> {
        None
    }

    /// A remark about the meaning of the numbers, for example for a model whose increments depend on data;
    /// empty if there is none.
    fn remark(&self) -> &str;

    /// Sums one number for each observation, such as a difference to another model, and computes the
    /// standard error: that of independent numbers, or of [folds](CrossValidated::by_fold) that share
    /// observations.
    fn sum(&self, pointwise: &[f64]) -> Estimate {
        Estimate::of(pointwise)
    }

    /// The expected log predictive density: the sum over observations.
    fn elpd(&self) -> Estimate {
        self.sum(self.pointwise_elpd())
    }
}
