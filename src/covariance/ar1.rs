//! A stationary autoregressive process of order one at n times: with the times in order, lags Δᵢ = tᵢ − tᵢ₋₁,
//! aᵢ = ρ^Δᵢ and dᵢ = 1 − aᵢ²,
//!
//!   Σᵢⱼ = v ρ^|tᵢ − tⱼ|,   log |Σ| = n log v + Σᵢ log dᵢ.
//!
//! It is a Markov process, whose density is a product of conditional ones. With u₀ = r₀ and uᵢ = (rᵢ − aᵢ
//! rᵢ₋₁)/dᵢ
//!
//!   v rᵀ Σ⁻¹ r = r₀² + Σᵢ dᵢ uᵢ²,   v zᵢ = uᵢ − aᵢ₊₁ uᵢ₊₁,
//!
//!   ρ̄ = 1/ρ Σᵢ Δᵢ aᵢ [1/v Σₘ wₘ uₘᵢ (rₘ,ᵢ₋₁ − aᵢ uₘᵢ) + c aᵢ/dᵢ],   v̄ = ½/v (Σₘ wₘ rₘᵀ Σ⁻¹ rₘ − c n).
//!
//! Where aᵢ is almost 1 nothing cancels: bᵢ = 1 − aᵢ and dᵢ = bᵢ (1 + aᵢ) come from expm1, and rᵢ − aᵢ rᵢ₋₁
//! is δᵢ + bᵢ rᵢ₋₁ with the step δᵢ = rᵢ − rᵢ₋₁. Of observations Σₘ r₀², and for every step Σₘ rᵢ₋₁², Σₘ rᵢ₋₁
//! δᵢ and Σₘ δᵢ² are kept. Rue and Held 2005, "Gaussian Markov Random Fields", §1.1.1.

use crate::contract::conjugacy::Curve;
use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::logarithms::sum_of_logs;
use crate::covariance::mask::Mask;
use crate::covariance::structured::{Observable, Two};
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, PackedIndices, scratch};
use crate::math::{exp, expm1};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Scalar, Size};
use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::Simd;
use std::sync::Arc;

/// The structure of an autoregressive process, whose arguments are ρ and v.
#[derive(Clone, Copy, Debug)]
pub struct Ar1<'a> {
    times: &'a [f64],
    mask: Mask<'a>,
}

/// The structure of an autoregressive process as it runs.
#[derive(Clone, Debug)]
pub struct BoundAr1 {
    times: Arc<[f64]>,
    /// The variables in the order of their times, each by its place among all times.
    order: PackedIndices,
}

/// The covariance `variance` · `correlation`^|t − t′| of an autoregressive process of order one at the times
/// `times`.
///
/// `correlation` is the correlation of two values at distance 1, a scalar between 0 and 1; `variance`, a
/// positive scalar, is the variance of each value. The times may be at any distances and in any order, but
/// must differ. A gradient costs n operations for each observation, or n in all if the observations are
/// data with one mean.
///
/// ```
/// use monomorph::covariance::ar1;
/// use monomorph::prelude::*;
///
/// let times = [0.0, 1.0, 2.5, 7.0];
/// let y = [0.3, 0.1, -0.6, 0.8];
/// params! { mu: real(), rho: interval(0.0, 1.0), sigma: positive() }
/// let model = model! {
///     mu    |= normal(0.0, 10.0),
///     rho   |= beta(2.0, 2.0),
///     sigma |= exponential(1.0),
///     data(&y) |= multi_normal(mu, ar1(rho, sigma * sigma, &times)),
/// };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn ar1<'a, Correlation, Variance>(
    correlation: Correlation,
    variance: Variance,
    times: &'a (impl AsRef<[f64]> + ?Sized),
) -> Structured<Ar1<'a>, Two<Correlation, Variance>>
where
    Correlation: IntoExpr,
    Variance: IntoExpr,
    Correlation::Node: Expression<Shape = Scalar>,
    Variance::Node: Expression<Shape = Scalar>,
{
    let arguments = (Stored::new(correlation.into_expr().0), Stored::new(variance.into_expr().0));
    Structured::new(Ar1 { times: times.as_ref(), mask: Mask::default() }, arguments)
}

impl<'a> Observable<'a> for Ar1<'a> {
    type Observed = Self;

    fn observed(self, mask: &'a [bool]) -> Self {
        Self { mask: Mask::new(mask), ..self }
    }
}

scratch! {
    /// aᵢ, bᵢ and dᵢ of each step, and u of one row.
    struct Ar1Scratch(n: usize; steps = n - 1) {
        a: steps,
        b: steps,
        d: steps,
        u: steps + 1,
    }
}

/// The sums that are kept for a step: Σ rᵢ₋₁², Σ rᵢ₋₁ δᵢ and Σ δᵢ².
#[derive(Clone, Copy)]
struct Moments {
    before: f64,
    product: f64,
    step: f64,
}

#[inlined(all)]
impl Moments {
    /// Returns the moments of a step of one observation, from the residual `before` to the residual `after`.
    fn new(before: f64, after: f64) -> Self {
        let step = after - before;
        Self { before: before * before, product: before * step, step: step * step }
    }

    /// Returns the moments of each step from the numbers that [`keep`](BoundStructure::keep) has stored.
    fn of(kept: &[f64]) -> impl Iterator<Item = Self> {
        let steps = kept.get(1..).unwrap_or(&[]).chunks_exact(3);
        steps.map(|numbers| Self { before: numbers[0], product: numbers[1], step: numbers[2] })
    }

    /// Returns Σ (dᵢ uᵢ)² over the observations, for one step.
    fn square(self, b: f64) -> f64 {
        self.step + b * (2.0 * self.product + b * self.before)
    }

    /// Returns Σ uᵢ (rᵢ₋₁ − aᵢ uᵢ) over the observations, for one step.
    fn slope(self, a: f64, b: f64, d: f64) -> f64 {
        (self.product + b * self.before - a * self.square(b) / d) / d
    }
}

#[inlined(all)]
impl BoundAr1 {
    /// Returns the places of a row's elements in the order of their times.
    fn order<'i>(&self, indices: &'i [u32], n: usize) -> impl Iterator<Item = usize> + Clone + use<'i> {
        indices[self.order.0..][..2 * n].chunks_exact(2).map(|pair| pair[0] as usize)
    }

    /// Returns the lags between consecutive times.
    fn lags(&self, indices: &[u32], n: usize) -> impl Iterator<Item = f64> {
        let times = &*self.times;
        let time = move |pair: &[u32]| times[pair[1] as usize];
        let pairs = &indices[self.order.0..][..2 * n];
        pairs.chunks_exact(2).zip(pairs[2..].chunks_exact(2)).map(move |(one, other)| time(other) - time(one))
    }
}

impl Sealed for Ar1<'_> {}
impl Sealed for BoundAr1 {}

impl Structure for Ar1<'_> {
    type Bound = BoundAr1;

    fn describe(&self, arguments: &[String]) -> String {
        format!("ar1({}, {}, times){}", arguments[0], arguments[1], self.mask.describe())
    }

    fn dimension(&self, _: &[Size]) -> Option<usize> {
        Some(self.mask.count(self.times.len()))
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(BoundAr1, Claim), Error> {
        setup.check_finite("the times of ar1", self.times)?;
        self.mask.check(setup, task, "the slice of times", self.times.len())?;
        let mut order: Vec<(usize, usize)> = self.mask.places(self.times.len()).enumerate().collect();
        order.sort_by(|one, other| self.times[one.1].total_cmp(&self.times[other.1]));
        let time = |variable: (usize, usize)| self.times[variable.1];
        if let Some(pair) = order.windows(2).find(|pair| time(pair[0]) == time(pair[1])) {
            return Err(setup.broken("a time of ar1", time(pair[0]), "occur only once among the times"));
        }
        let order = setup.pack_indices(order.into_iter().flat_map(|(place, time)| [place, time]));
        let n = task.dimension;
        let kept = if task.observations == 0 { 0 } else { 3 * n - 2 };
        Ok((BoundAr1 { times: self.times.into(), order }, Claim { memory: Ar1Scratch::length(n), kept }))
    }
}

#[inlined]
impl BoundStructure for BoundAr1 {
    const CURVES: &'static [Curve] = &[Curve::Unknown, Curve::InverseGamma];

    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        let n = given.task.dimension;
        kept.fill(0.0);
        for row in residuals.chunks_exact(n) {
            let mut sorted = self.order(given.indices, n).map(|place| row[place]);
            let mut before = sorted.next().unwrap_or(0.0);
            kept[0] += before * before;
            for (numbers, after) in kept[1..].chunks_exact_mut(3).zip(sorted) {
                let Moments { before: square, product, step } = Moments::new(before, after);
                numbers.iter_mut().zip([square, product, step]).for_each(|(sum, number)| *sum += number);
                before = after;
            }
        }
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory, .. } = site;
        let n = given.task.dimension;
        let [rho, variance] = [given.values[0][0], given.values[1][0]];
        if !(rho > 0.0 && rho < 1.0) {
            return f64::NAN;
        }
        let Ar1Scratch { a, b, d, .. } = Ar1Scratch::divide(memory, n);
        let log = rho.ln();
        a.iter_mut().zip(self.lags(given.indices, n)).for_each(|(number, lag)| *number = lag * log);
        powers(simd, a, b);
        for (d, (a, b)) in d.iter_mut().zip(a.iter().zip(&*b)) {
            *d = b * (1.0 + a);
        }
        n as f64 * variance.ln() + sum_of_logs(simd, d)
    }

    fn solve<S: Simd>(
        &self,
        _: S,
        site: Site<'_>,
        rows: &mut [f64],
        squares: &mut [f64],
        is_gradient: bool,
    ) -> f64 {
        let Site { given, memory, .. } = site;
        let n = given.task.dimension;
        let inverse = 1.0 / given.values[1][0];
        let Ar1Scratch { a, b, d, u } = Ar1Scratch::divide(memory, n);
        for (row, square) in rows.chunks_exact_mut(n).zip(squares) {
            let mut before = 0.0;
            let mut sum = 0.0;
            for (step, place) in self.order(given.indices, n).enumerate() {
                let after = row[place];
                if step == 0 {
                    u[0] = after;
                    sum += after * after;
                } else {
                    let innovation = (after - before) + b[step - 1] * before;
                    u[step] = innovation / d[step - 1];
                    sum += innovation * u[step];
                }
                before = after;
            }
            *square = inverse * sum;
            if is_gradient {
                for (step, place) in self.order(given.indices, n).enumerate() {
                    let next = if step + 1 < n { a[step] * u[step + 1] } else { 0.0 };
                    row[place] = inverse * (u[step] - next);
                }
            }
        }
        let first = given.kept.first().unwrap_or(&0.0);
        let steps = Moments::of(given.kept).zip(b.iter().zip(&*d));
        inverse * (first + steps.map(|(moments, (b, d))| moments.square(*b) / d).sum::<f64>())
    }

    fn pull_back<S: Simd>(&self, _: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory, .. } = site;
        let n = given.task.dimension;
        let [rho, variance] = [given.values[0][0], given.values[1][0]];
        let Ar1Scratch { a, b, d, .. } = Ar1Scratch::divide(memory, n);
        if let Some(adjoint) = adjoints.of(1) {
            let products = rows.residuals.chunks_exact(n).zip(rows.solved.chunks_exact(n)).zip(rows.weights);
            let square = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(r, z)| r * z).sum::<f64>();
            let own: f64 = products.map(|((r, z), weight)| weight * square(r, z)).sum();
            let first = given.kept.first().unwrap_or(&0.0);
            let steps = Moments::of(given.kept).zip(b.iter().zip(&*d));
            let kept = first + steps.map(|(moments, (b, d))| moments.square(*b) / d).sum::<f64>();
            let squares = own + rows.weight * kept / variance;
            adjoint[0] += 0.5 / variance * (squares - rows.count * n as f64);
        }
        if let Some(adjoint) = adjoints.of(0) {
            let mut sum = 0.0;
            let mut kept = Moments::of(given.kept);
            let places = self.order(given.indices, n);
            let steps = places.clone().zip(places.skip(1)).zip(self.lags(given.indices, n)).enumerate();
            for (step, ((one, other), lag)) in steps {
                let (a, b, d) = (a[step], b[step], d[step]);
                let slope = |moments: Moments| moments.slope(a, b, d);
                let of_rows = rows.residuals.chunks_exact(n).zip(rows.weights);
                let own = of_rows.map(|(row, weight)| weight * slope(Moments::new(row[one], row[other])));
                let of_kept = rows.weight * kept.next().map_or(0.0, slope);
                sum += lag * a * ((own.sum::<f64>() + of_kept) / variance + rows.count * a / d);
            }
            adjoint[0] += sum / rho;
        }
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        let [rho, variance] = [given.values[0][0], given.values[1][0]];
        let n = given.task.dimension;
        let mut times = vec![0.0; n];
        for pair in given.indices[self.order.0..][..2 * n].chunks_exact(2) {
            times[pair[0] as usize] = self.times[pair[1] as usize];
        }
        let cells = times.iter().flat_map(|one| times.iter().map(move |other| (one, other)));
        for (cell, (one, other)) in covariance.iter_mut().zip(cells) {
            *cell = variance * rho.powf((one - other).abs());
        }
    }
}

/// Replaces numbers x by eˣ, and stores 1 − eˣ in `complements`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn powers<S: Simd>(simd: S, numbers: &mut [f64], complements: &mut [f64]) {
    let (registers, rest) = S::as_mut_simd_f64s(numbers);
    let (complement_registers, complement_rest) = S::as_mut_simd_f64s(complements);
    for (register, complement) in registers.iter_mut().zip(complement_registers) {
        let x = Pack::new(simd, *register);
        (*register, *complement) = (exp(x).value, (-expm1(x)).value);
    }
    for (number, complement) in rest.iter_mut().zip(complement_rest) {
        let x = Pack::splat(simd, *number);
        (*number, *complement) = (exp(x).first(), -expm1(x).first());
    }
}
