//! What estimates of predictive densities have in common, so that any two can be compared.

#[cfg(doc)]
use super::CrossValidated;
use super::Estimate;

/// Log predictive densities of observations: of [`Loo`](super::Loo), [`Waic`](super::Waic) or
/// [`CrossValidated`].
pub trait Pointwise {
    /// The log predictive density of each observation.
    fn pointwise_elpd(&self) -> &[f64];

    /// The names of the observations.
    fn names(&self) -> &[String];

    /// The effective number of parameters, by observation, where it is known.
    fn pointwise_p(&self) -> Option<&[f64]> {
        None
    }

    /// The names of the observations whose log predictive density is not reliable.
    fn unreliable_names(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The observation whose likelihood the fewest effective draws tell, and how many they are, if they are
    /// fewer than 100: chains that stay where they began, for one. What such draws say of the observations,
    /// and of differences to other models, is not to be trusted.
    fn few_effective_draws(&self) -> Option<(&str, f64)> {
        None
    }

    /// What the numbers are not, such as those of a model whose increments tell of data; or nothing.
    fn remark(&self) -> &str;

    /// The sum of one number an observation, such as differences to another model, with its standard error:
    /// that of independent numbers, or of [folds](CrossValidated::by_fold) of which some share observations.
    fn sum(&self, pointwise: &[f64]) -> Estimate {
        Estimate::of(pointwise)
    }

    /// The expected log predictive density: the sum over observations.
    fn elpd(&self) -> Estimate {
        self.sum(self.pointwise_elpd())
    }
}
