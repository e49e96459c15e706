//! Log densities and their derivatives.

use super::{Kind, Served};
use monomorph::differences;
use monomorph::posterior::Workspace;

impl Served {
    /// Computes the log density at an unconstrained point, or −∞, and writes its gradient, which is zeros
    /// at −∞.
    #[inline]
    pub fn log_density_and_gradient(&self, kind: Kind, q: &[f64], gradient: &mut [f64]) -> f64 {
        self.lend(|model, memory| memory.log_density_and_gradient(model, kind, q, gradient))
    }

    /// Computes the log density at an unconstrained point, or −∞.
    pub fn log_density(&self, kind: Kind, q: &[f64]) -> f64 {
        self.lend(|model, memory| memory.log_density(model, kind, q))
    }

    /// Computes the log density that samplers use, and its gradient, in a workspace of the caller.
    #[inline]
    pub fn log_density_in(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
        self.model.log_density_and_gradient(Kind::SAMPLED.is_proportional, q, gradient, workspace)
    }

    /// Computes the log density, its gradient, and all second derivatives row after row by
    /// [differences](monomorph::differences) of gradients. Derivatives are zeros at −∞; a row is NaN if a
    /// gradient near the point does not exist.
    pub fn hessian(&self, kind: Kind, q: &[f64], gradient: &mut [f64], hessian: &mut [f64]) -> f64 {
        hessian.fill(0.0);
        self.lend(|model, memory| {
            let log_density = memory.log_density_and_gradient(model, kind, q, gradient);
            if log_density.is_finite() {
                let mut evaluate =
                    |q: &[f64], slopes: &mut [f64]| memory.log_density_and_gradient(model, kind, q, slopes);
                // After an error the rows that could not be computed are NaN.
                let _ = differences::hessian(q, gradient, hessian, &mut evaluate);
            }
            log_density
        })
    }

    /// Computes the log density, and the product of its second derivatives with a vector.
    pub fn hessian_product(&self, kind: Kind, q: &[f64], vector: &[f64], product: &mut [f64]) -> f64 {
        product.fill(0.0);
        let mut gradient = vec![0.0; q.len()];
        self.lend(|model, memory| {
            let log_density = memory.log_density_and_gradient(model, kind, q, &mut gradient);
            if log_density.is_finite() {
                let mut evaluate =
                    |q: &[f64], slopes: &mut [f64]| memory.log_density_and_gradient(model, kind, q, slopes);
                // After an error the product is NaN.
                let _ = differences::product(q, &gradient, vector, product, &mut evaluate);
            }
            log_density
        })
    }
}
