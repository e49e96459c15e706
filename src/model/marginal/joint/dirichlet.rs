//! The integral over probabilities whose posterior given everything else is a Dirichlet distribution, or one
//! Dirichlet distribution for each row of a matrix.
//!
//! Given everything else the log density of x, with K probabilities in a row, is l(x) = c + Σₖ aₖ log xₖ, so
//! with αₖ = aₖ + 1
//!
//!   log ∫ exp l(x) dx = c + Σₖ log Γ(αₖ) − log Γ(Σₖ αₖ),   x | y ~ Dirichlet(α).
//!
//! **One slope determines a and c**: aₖ = xₖ ∂l/∂xₖ, at xₖ = 1/K.
//!
//! **The gradient takes two points.** l is linear in log xₖ, whose posterior mean is log uₖ = ψ(αₖ) − ψ(Σⱼ
//! αⱼ), so the mean over any points with these means is exact. With u = u₀ and v = u₁ + … + u_{K−1}, where u
//! + v ≤ 1 by Jensen's inequality, and r² = (1 − (u + v)²) (1 − (u − v)²),
//!
//!   first:  x₀ = ½ (1 + u² − v² + r),            xₖ = uₖ/v · 2 v²/(1 − u² + v² + r),
//!   second: x₀ = 2 u²/(1 + u² − v² + r),         xₖ = uₖ/v · ½ (1 − u² + v² + r)
//!
//! have the sum 1 each, and their products are uₖ².

use super::BoundMarginal;
use crate::contract::scope::Scope;
use crate::frame::Frame;
use crate::math;
use crate::model::statement::BoundModel;
use crate::name::Name;
use crate::shape::Shape;
use crate::simd::Pack;
use pulp::{Scalar, Simd};

/// The number of points of the backward pass.
pub(crate) const POINTS: usize = 2;

/// log Γ(x)
fn lgamma(x: f64) -> f64 {
    math::lgamma(Pack::splat(Scalar::new(), x)).first()
}

/// ψ(x)
fn digamma(x: f64) -> f64 {
    math::digamma(Pack::splat(Scalar::new(), x)).first()
}

/// Returns exp of the mean of log xₖ, given αₖ and the sum of all αₖ.
fn typical(concentration: f64, sum: f64) -> f64 {
    (digamma(concentration) - digamma(sum)).exp()
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    /// Returns the number of probabilities in a row.
    pub(crate) fn columns(&self) -> usize {
        self.extent.columns().unwrap_or(self.table.length).max(1)
    }

    /// Returns the logarithm of the integral over the statements that the scope keeps; NaN if the integral
    /// is not finite. α is kept in working memory.
    #[inline(always)]
    pub(crate) fn find_dirichlet<Own: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, _: bool) -> f64 {
        let (columns, length) = (self.columns(), self.table.length);
        let share = 1.0 / columns as f64;
        self.elements(frame, length).0.fill(share);
        let mut integral = self.find_slope::<Own, S>(simd, frame);
        let (_, slopes, concentration, _) = self.elements(frame, length);
        for (concentration, slopes) in
            concentration.chunks_exact_mut(columns).zip(slopes.chunks_exact(columns))
        {
            let mut sum = 0.0;
            for (concentration, slope) in concentration.iter_mut().zip(slopes) {
                let exponent = slope * share;
                *concentration = exponent + 1.0;
                sum += *concentration;
                integral += lgamma(*concentration) - exponent * share.ln();
            }
            integral -= lgamma(sum);
            // With an exponent of −1 or less the integral is infinite, and if a typical probability
            // underflows there are no points.
            let is_proper = concentration.iter().all(|&own| own > 0.0 && typical(own, sum) > 0.0);
            if !is_proper {
                return f64::NAN;
            }
        }
        integral
    }

    /// Moves to a point; over the points, the logarithms have their posterior means.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn go_to_point<S: Simd>(&self, _: S, frame: &mut Frame<'_>, number: usize) {
        let columns = self.columns();
        let (values, _, concentration, _) = self.elements(frame, self.table.length);
        for (values, concentration) in
            values.chunks_exact_mut(columns).zip(concentration.chunks_exact(columns))
        {
            let sum = concentration.iter().sum();
            for (value, &own) in values.iter_mut().zip(concentration) {
                *value = typical(own, sum);
            }
            let (u, v) = (values[0], values[1..].iter().sum::<f64>());
            let square = (1.0 - (u + v) * (u + v)) * (1.0 - (u - v) * (u - v));
            let root = square.max(0.0).sqrt();
            let (of_first, of_others) = (1.0 + u * u - v * v + root, 1.0 - u * u + v * v + root);
            let (first, others) = match number {
                0 => (0.5 * of_first, 2.0 * v / of_others),
                _ => (2.0 * u * u / of_first, 0.5 * of_others / v),
            };
            values[0] = first;
            values[1..].iter_mut().for_each(|value| *value *= others);
        }
    }
}
