//! Clusters whose parameters are integrated out.

use rand::Rng;

/// A family of clusters with a conjugate prior: what the members of a cluster say of one more observation.
pub trait Component: Sync {
    /// Sufficient statistics of the members; the default is no member.
    type Members: Clone + Default;

    /// The predictive distribution of one more observation: computed when a cluster changes, and asked many
    /// times.
    type Predictive: Copy;

    /// Adds a member.
    fn add(&self, members: &mut Self::Members, observation: f64);

    /// Removes one of the members.
    fn remove(&self, members: &mut Self::Members, observation: f64);

    /// The distribution ∫ p(x | φ) dG₀(φ | members) of one more observation x.
    fn predictive(&self, members: &Self::Members) -> Self::Predictive;

    /// The log density of the predictive distribution.
    fn log_density(&self, predictive: Self::Predictive, observation: f64) -> f64;

    /// A draw of φ given the members.
    fn parameter(&self, members: &Self::Members, rng: &mut dyn Rng) -> f64;
}
