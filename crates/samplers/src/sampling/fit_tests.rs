//! Tests the warnings of a run.

use super::Nuts;
use crate::shape::Extent;
use crate::target::{CustomPosterior, CustomTarget};

/// A normal distribution around 0, and one around 100 with the weight e⁻⁵⁰⁰.
struct Far;

impl CustomTarget for Far {
    fn dimension(&self) -> usize {
        1
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        let (centre, log_weight) = if q[0] < 50.0 { (0.0, 0.0) } else { (100.0, -500.0) };
        gradient[0] = centre - q[0];
        log_weight - 0.5 * gradient[0] * gradient[0]
    }

    fn variables(&self) -> Vec<(String, Extent)> {
        vec![("x".to_owned(), Extent::Scalar)]
    }
}

#[test]
fn a_chain_with_a_far_lower_log_density_has_not_converged() {
    let posterior = CustomPosterior::new(Far).expect("one name");
    let starts = [0.0, 100.0, 0.0, 0.0].map(|start| vec![start]);
    let nuts = Nuts::new(&posterior).initial_points(starts).warmup(100).draws(100).seed(1).progress(false);
    let text = nuts.run().expect("a run").summary().to_string().replace('\n', " ");
    assert!(text.contains("Chain 1 has not converged: its log density is far below"), "{text}");
}
