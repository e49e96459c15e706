//! The integral over elements that have multivariate normal distributions given everything else: coefficients
//! of a linear predictor, missing cells of rows.
//!
//! Given everything else the log density of the d elements x of a
//! [group](crate::model::marginal::joint::groups) is l(x) = l(m) − ½ (x − m)ᵀ P (x − m), whatever the
//! statements are, so with P = Uᵀ U
//!
//!   log ∫ exp l(x) dx = l(m) + ½ d log 2π − Σᵢ log uᵢᵢ,   x | y ~ N(m, P⁻¹).
//!
//! **The slope determines m and P.** It is ∇l(x) = P (m − x). At a point x₀ and at x₀ + sⱼ eⱼ for each
//! element, differences of slopes are the rows of P, and m = x₀ + P⁻¹ ∇l(x₀). If m is far from x₀ the
//! differences lose digits, and a second round begins at m. The slope at the last m adds the remaining ½ ∇lᵀ
//! P⁻¹ ∇l. Elements of different groups do not depend on each other, so one element of each group is moved
//! at a time.
//!
//! **The gradient takes d + 1 points.** By Fisher's identity ∂ log ∫ exp l dx/∂θ is the mean of ∂l/∂θ over
//! N(m, P⁻¹). Since l is quadratic in x for every θ, so is ∂l/∂θ, and its mean over N(m, P⁻¹) is its mean
//! over any points with the mean m and the covariance P⁻¹: the corners of a simplex, m + U⁻¹ uₖ with the
//! weight 1/(d + 1), where with Helmert's contrasts (uₖ)ⱼ is √(d + 1)/√(j (j + 1)) for k < j, −j times that
//! for k = j, and 0 for k > j, with j from 1 to d, and k from 0. For one element they are the two points m ±
//! P^−½ of an [integral over each element](crate::model::marginal::integral). A group with fewer elements
//! than the largest one takes the first coordinates of its corners, which have the mean 0 and the covariance
//! 1 as well.

use super::BoundMarginal;
use super::groups::{ElementGroups, GroupMemory};
use crate::contract::scope::Scope;
use crate::frame::Frame;
use crate::linalg::{Triangle, cholesky, log_determinant_of_factor, solve};
use crate::model::statement::BoundModel;
use crate::name::Name;
use crate::shape::Shape;
use pulp::Simd;

/// The distance, in steps, between the mean and the point at which its round began, beyond which another
/// round begins at the mean.
const FAR: f64 = 256.0;

/// The maximum number of rounds.
const ROUNDS: usize = 2;

const HALF_LOG_TAU: f64 = 0.918_938_533_204_672_8;

/// The places of the elements, and the known facts about their distribution.
pub(crate) struct GroupsInPlace<'a> {
    groups: ElementGroups,
    indices: &'a [u32],
    /// The values of the variable.
    values: &'a mut [f64],
    /// The slopes that the last evaluation has computed.
    slopes: &'a [f64],
    scratch: &'a mut [f64],
}

/// One group of elements.
pub(crate) struct Group<'a> {
    /// The places of the elements.
    pub places: &'a [u32],
    pub mean: &'a mut [f64],
    /// The slope at the mean.
    slope: &'a mut [f64],
    work: &'a mut [f64],
    /// The rows of P, and later of U.
    pub factor: &'a mut [f64],
}

impl Group<'_> {
    /// Moves the elements to the origin.
    fn begin(&mut self, values: &mut [f64]) {
        self.mean.fill(0.0);
        self.go_to_mean(values);
    }

    fn go_to_mean(&self, values: &mut [f64]) {
        for (&place, mean) in self.places.iter().zip(&*self.mean) {
            values[place as usize] = *mean;
        }
    }

    /// Stores the slope at the mean.
    fn keep_slope(&mut self, slopes: &[f64]) {
        for (slope, &place) in self.slope.iter_mut().zip(self.places) {
            *slope = slopes[place as usize];
        }
    }

    /// Moves the element with this number away from the mean, if the group has such an element.
    fn move_element(&self, element: usize, values: &mut [f64]) {
        if let Some(&place) = self.places.get(element) {
            values[place as usize] = self.mean[element] + step_from(self.mean[element]);
        }
    }

    /// Computes a row of P from the slopes after an element has been moved, and moves the element back.
    fn keep_row(&mut self, element: usize, values: &mut [f64], slopes: &[f64]) {
        let Some(&place) = self.places.get(element) else { return };
        let step = values[place as usize] - self.mean[element];
        let length = self.places.len();
        let row = &mut self.factor[element * length..][..length];
        for ((entry, slope), &place) in row.iter_mut().zip(&*self.slope).zip(self.places) {
            *entry = (slope - slopes[place as usize]) / step;
        }
        values[place as usize] = self.mean[element];
    }

    /// Factors P and moves the elements to the mean. Returns the distance in steps, or `None` if P is not
    /// positive definite.
    fn find_mean<S: Simd>(&mut self, simd: S, values: &mut [f64]) -> Option<f64> {
        let length = self.places.len();
        if !cholesky(simd, self.factor, length) {
            return None;
        }
        self.work.copy_from_slice(self.slope);
        let upper = Triangle::upper(self.factor, length);
        solve(simd, upper.transpose(), self.work, 1);
        solve(simd, upper, self.work, 1);
        let mut farthest = 0.0_f64;
        for (mean, step) in self.mean.iter_mut().zip(&*self.work) {
            farthest = farthest.max((step / step_from(*mean)).abs());
            *mean += step;
        }
        self.go_to_mean(values);
        Some(farthest)
    }

    /// Improves the mean, at which the slope is known, and returns the contribution of the integral to the
    /// log density.
    fn integrate<S: Simd>(&mut self, simd: S, slopes: &[f64]) -> f64 {
        let length = self.places.len();
        for (entry, &place) in self.work.iter_mut().zip(self.places) {
            *entry = slopes[place as usize];
        }
        let upper = Triangle::upper(self.factor, length);
        solve(simd, upper.transpose(), self.work, 1);
        let rest: f64 = self.work.iter().map(|entry| entry * entry).sum();
        solve(simd, upper, self.work, 1);
        self.mean.iter_mut().zip(&*self.work).for_each(|(mean, step)| *mean += step);
        0.5 * rest + HALF_LOG_TAU * length as f64 - log_determinant_of_factor(simd, self.factor, length)
    }

    /// Moves the elements to a corner of the simplex in `dimensions` dimensions.
    fn go_to_corner<S: Simd>(&mut self, simd: S, dimensions: usize, corner: usize, values: &mut [f64]) {
        for (place, entry) in self.work.iter_mut().enumerate() {
            let number = place as f64 + 1.0;
            let contrast = ((dimensions as f64 + 1.0) / (number * (number + 1.0))).sqrt();
            *entry = match corner.cmp(&(place + 1)) {
                core::cmp::Ordering::Less => contrast,
                core::cmp::Ordering::Equal => -number * contrast,
                core::cmp::Ordering::Greater => 0.0,
            };
        }
        solve(simd, Triangle::upper(self.factor, self.places.len()), self.work, 1);
        for ((&place, mean), step) in self.places.iter().zip(&*self.mean).zip(&*self.work) {
            values[place as usize] = mean + step;
        }
    }
}

impl GroupsInPlace<'_> {
    /// Visits each group, with the values of the variable and the slopes that the last evaluation has
    /// computed.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn for_groups(&mut self, mut visit: impl FnMut(Group<'_>, &mut [f64], &[f64])) {
        let groups = self.groups;
        let memories = self.scratch.chunks_exact_mut(groups.memory().max(1));
        for (places, memory) in groups.of(self.indices).zip(memories) {
            let GroupMemory { mean, slope, work, matrix } = GroupMemory::divide(memory, places.len());
            visit(Group { places, mean, slope, work, factor: matrix }, self.values, self.slopes);
        }
    }

    /// Factors P of each group and moves the elements to the means. Returns the largest distance in steps,
    /// or `None` if one P is not positive definite.
    fn find_means<S: Simd>(&mut self, simd: S) -> Option<f64> {
        let mut farthest = Some(0.0_f64);
        self.for_groups(|mut group, values, _| {
            let distance = group.find_mean(simd, values);
            farthest = farthest.zip(distance).map(|(farthest, distance)| farthest.max(distance));
        });
        farthest
    }

    /// Moves the elements of each group to a corner of the group's simplex.
    pub(crate) fn go_to_corner<S: Simd>(&mut self, simd: S, corner: usize) {
        let dimensions = self.groups.size;
        self.for_groups(|mut group, values, _| group.go_to_corner(simd, dimensions, corner, values));
    }
}

/// Returns the distance by which an element is moved away from `mean`.
fn step_from(mean: f64) -> f64 {
    1.0 + mean.abs()
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    /// Returns the memory of the integral.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn memory<'f>(&self, frame: &'f mut Frame<'_>) -> GroupsInPlace<'f> {
        let groups = self.groups;
        let (values, slopes, scratch, indices) =
            self.elements(frame, groups.count.saturating_mul(groups.memory()));
        GroupsInPlace { groups, indices, values, slopes, scratch }
    }

    /// Returns the logarithm of the integral over the statements that the scope keeps; NaN if the integral
    /// is not finite. The means and the factors of P are kept in working memory.
    #[inline(always)]
    pub(crate) fn find_multi_normal<Own: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        _: bool,
    ) -> f64 {
        self.memory(frame).for_groups(|mut group, values, _| group.begin(values));
        // `moved` counts the elements that have been moved, one after the other. The statements are
        // evaluated at one place in the code, because each evaluation compiles all of them.
        let (mut moved, mut rounds, mut is_known) = (0, 0, false);
        loop {
            let log_density = self.find_slope::<Own, S>(simd, frame);
            let mut memory = self.memory(frame);
            if is_known {
                let mut integral = log_density;
                memory.for_groups(|mut group, _, slopes| integral += group.integrate(simd, slopes));
                return integral;
            }
            match moved {
                0 => memory.for_groups(|mut group, _, slopes| group.keep_slope(slopes)),
                _ => memory.for_groups(|mut group, values, slopes| group.keep_row(moved - 1, values, slopes)),
            }
            if moved < self.groups.size {
                memory.for_groups(|group, values, _| group.move_element(moved, values));
                moved += 1;
                continue;
            }
            let Some(farthest) = memory.find_means(simd) else { return f64::NAN };
            (moved, rounds) = (0, rounds + 1);
            is_known = farthest <= FAR || rounds == ROUNDS;
        }
    }
}
