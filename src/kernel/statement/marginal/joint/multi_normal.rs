//! The integral over a vector whose elements have one multivariate normal distribution given everything else: coefficients of a linear predictor, say.
//!
//! Given everything else the log density of x is l(x) = l(m) − ½ (x − m)ᵀ P (x − m), whatever the statements are, so with d elements and P = Uᵀ U
//!
//!   log ∫ exp l(x) dx = l(m) + ½ d log 2π − Σᵢ log uᵢᵢ,   x | y ~ N(m, P⁻¹).
//!
//! **The slope tells m and P.** It is ∇l(x) = P (m − x). At a point x₀ and at x₀ + sⱼ eⱼ for each element, differences of slopes are the rows of P, and
//! m = x₀ + P⁻¹ ∇l(x₀). Where m is far from x₀ the differences lose digits, and a second round begins at m. A last slope, at m, adds what is left of ½ ∇lᵀ P⁻¹ ∇l.
//!
//! **The gradient takes d + 1 points.** By Fisher's identity ∂ log ∫ exp l dx/∂θ is the mean of ∂l/∂θ over N(m, P⁻¹). Since l is quadratic in x for every θ, so is
//! ∂l/∂θ, and its mean is that over any points with the mean m and the covariance P⁻¹: the corners of a simplex, m + U⁻¹ uₖ with the weight 1/(d + 1), where with
//! Helmert's contrasts (uₖ)ⱼ is √(d + 1)/√(j (j + 1)) for k < j, −j times that for k = j, and 0 for k > j, with j from 1 to d, and k from 0. For one element
//! they are the two points m ± P^−½ of an [integral over each element](super::super::integral).

use super::Marginal;
use crate::linalg::{Triangle, cholesky, log_determinant_of_factor, solve};
use crate::name::Name;
use crate::scope::Scope;
use crate::shape::Shape;
use crate::simd::Frame;
use crate::statement::BoundModel;
use pulp::Simd;

/// How far from where its round began the mean may be, in steps, before another round begins there.
const FAR: f64 = 256.0;

/// The most rounds.
const ROUNDS: usize = 2;

const HALF_LOG_TAU: f64 = 0.918_938_533_204_672_8;

/// How much working memory the integral takes.
pub(super) fn scratch(length: usize) -> usize {
    length.saturating_mul(length.saturating_add(3))
}

/// Where the elements stand, and what is known of their distribution.
pub(in super::super) struct Memory<'a> {
    /// The elements.
    values: &'a mut [f64],
    /// The slopes that the last evaluation has left.
    slopes: &'a [f64],
    pub mean: &'a mut [f64],
    /// The slope at the mean.
    slope: &'a mut [f64],
    work: &'a mut [f64],
    /// P, row after row, and then U.
    pub factor: &'a mut [f64],
}

impl Memory<'_> {
    /// Begins at the origin.
    fn begin(&mut self) {
        self.mean.fill(0.0);
        self.values.fill(0.0);
    }

    /// Keeps the slope at the mean.
    fn keep_slope(&mut self) {
        self.slope.copy_from_slice(self.slopes);
    }

    /// Moves an element away from the mean.
    fn move_element(&mut self, element: usize) {
        self.values[element] = self.mean[element] + step_from(self.mean[element]);
    }

    /// Makes a row of P of the slopes where an element has been moved, and moves it back.
    fn keep_row(&mut self, element: usize) {
        let step = self.values[element] - self.mean[element];
        let length = self.mean.len();
        let row = &mut self.factor[element * length..][..length];
        for ((entry, slope), moved) in row.iter_mut().zip(&*self.slope).zip(self.slopes) {
            *entry = (slope - moved) / step;
        }
        self.values[element] = self.mean[element];
    }

    /// Factors P and goes to the mean. Tells how far that was, in steps; nothing if P is not positive definite.
    fn find_mean<S: Simd>(&mut self, simd: S) -> Option<f64> {
        let length = self.mean.len();
        if !cholesky(simd, self.factor, length) {
            return None;
        }
        self.work.copy_from_slice(self.slope);
        let upper = Triangle::upper(self.factor, length);
        solve(simd, upper.transpose(), self.work, 1);
        solve(simd, upper, self.work, 1);
        let mut farthest = 0.0_f64;
        for ((mean, value), step) in self.mean.iter_mut().zip(&mut *self.values).zip(&*self.work) {
            farthest = farthest.max((step / step_from(*mean)).abs());
            *mean += step;
            *value = *mean;
        }
        Some(farthest)
    }

    /// The logarithm of the integral, the log density and its slope at the mean being known; improves the mean.
    fn integrate<S: Simd>(&mut self, simd: S, log_density: f64) -> f64 {
        let length = self.mean.len();
        self.work.copy_from_slice(self.slopes);
        let upper = Triangle::upper(self.factor, length);
        solve(simd, upper.transpose(), self.work, 1);
        let rest: f64 = self.work.iter().map(|entry| entry * entry).sum();
        solve(simd, upper, self.work, 1);
        self.mean.iter_mut().zip(&*self.work).for_each(|(mean, step)| *mean += step);
        log_density + 0.5 * rest + HALF_LOG_TAU * length as f64
            - log_determinant_of_factor(simd, self.factor, length)
    }

    /// Goes to a corner of the simplex.
    pub(super) fn go_to_corner<S: Simd>(&mut self, simd: S, corner: usize) {
        let length = self.mean.len();
        for (place, entry) in self.work.iter_mut().enumerate() {
            let number = place as f64 + 1.0;
            let contrast = ((length as f64 + 1.0) / (number * (number + 1.0))).sqrt();
            *entry = match corner.cmp(&(place + 1)) {
                core::cmp::Ordering::Less => contrast,
                core::cmp::Ordering::Equal => -number * contrast,
                core::cmp::Ordering::Greater => 0.0,
            };
        }
        solve(simd, Triangle::upper(self.factor, length), self.work, 1);
        for ((value, mean), step) in self.values.iter_mut().zip(&*self.mean).zip(&*self.work) {
            *value = mean + step;
        }
    }
}

/// How far an element is moved away from here.
fn step_from(mean: f64) -> f64 {
    1.0 + mean.abs()
}

impl<Var: Name, Sh: Shape, M: BoundModel> Marginal<Var, Sh, M> {
    /// The memory of the integral.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(in super::super) fn memory<'f>(&self, frame: &'f mut Frame<'_>) -> Memory<'f> {
        let (values, slopes, scratch) = self.elements(frame, scratch(self.table.length));
        let (mean, rest) = scratch.split_at_mut(values.len());
        let (slope, rest) = rest.split_at_mut(values.len());
        let (work, factor) = rest.split_at_mut(values.len());
        Memory { values, slopes, mean, slope, work, factor }
    }

    /// The logarithm of the integral of what the scope keeps; NaN if it is none. The mean and the factor of P stay in working memory.
    #[inline(always)]
    pub(super) fn find_multi_normal<Own: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> f64 {
        self.memory(frame).begin();
        // How many elements have been moved, one after the other. There is one place for all evaluations, since each is the whole of the statements.
        let (mut moved, mut rounds, mut is_known) = (0, 0, false);
        loop {
            let log_density = self.find_slope::<Own, S>(simd, frame);
            let mut memory = self.memory(frame);
            if is_known {
                return memory.integrate(simd, log_density);
            }
            match moved {
                0 => memory.keep_slope(),
                _ => memory.keep_row(moved - 1),
            }
            if moved < self.table.length {
                memory.move_element(moved);
                moved += 1;
                continue;
            }
            let Some(farthest) = memory.find_mean(simd) else { return f64::NAN };
            (moved, rounds) = (0, rounds + 1);
            is_known = farthest <= FAR || rounds == ROUNDS;
        }
    }
}
