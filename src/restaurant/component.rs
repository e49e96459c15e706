//! Clusters whose parameters are integrated out.

use rand::Rng;

/// A family of clusters with a conjugate prior: what the members of a cluster say of one more observation.
pub trait Component: Sync {
    /// Sufficient statistics of the members; the default is no member.
    type Members: Clone + Default;

    /// Adds a member.
    fn add(&self, members: &mut Self::Members, observation: f64);

    /// Removes one of the members.
    fn remove(&self, members: &mut Self::Members, observation: f64);

    /// log ∫ p(x | φ) dG₀(φ | members)
    fn log_predictive(&self, members: &Self::Members, observation: f64) -> f64;

    /// A draw of φ given the members.
    fn parameter(&self, members: &Self::Members, rng: &mut dyn Rng) -> f64;
}
