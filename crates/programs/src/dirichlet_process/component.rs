//! Families of clusters whose parameters are integrated out.

use rand::Rng;

/// A family of clusters with a conjugate prior: it gives the predictive distribution of one more
/// observation, given the members of a cluster.
pub trait Component: Sync {
    /// The sufficient statistics of the members; the default value is that of a cluster without members.
    type Members: Clone + Default;

    /// The predictive distribution of one more observation. It is computed when a cluster changes, and
    /// evaluated many times.
    type Predictive: Copy;

    /// Adds a member.
    fn add(&self, members: &mut Self::Members, observation: f64);

    /// Removes one of the members.
    fn remove(&self, members: &mut Self::Members, observation: f64);

    /// Computes the distribution ∫ p(x | φ) dG₀(φ | members) of one more observation x.
    fn predictive(&self, members: &Self::Members) -> Self::Predictive;

    /// Evaluates the log density of a predictive distribution at an observation.
    fn log_density(&self, predictive: Self::Predictive, observation: f64) -> f64;

    /// Draws φ given the members.
    fn parameter(&self, members: &Self::Members, rng: &mut dyn Rng) -> f64;
}
