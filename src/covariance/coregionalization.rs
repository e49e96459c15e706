//! The linear model of coregionalisation: K series that are mixed from J independent autoregressive
//! processes,
//!
//!   y(t) = B z(t),   cov(zⱼ(t), zⱼ(t′)) = ρⱼ^|t − t′|,
//!
//!   Σ[(t, k), (t′, k′)] = Σⱼ Bₖⱼ Bₖ′ⱼ ρⱼ^|t − t′|,
//!
//! that is (B ⊗ I) diag(R(ρ₁), …, R(ρ_J)) (B ⊗ I)ᵀ, with variables time after time; of it the rows and
//! columns that are observed. With C_Δ = B diag(ρ^Δ) Bᵀ for a lag Δ and its adjoint C̄_Δ, and G_Δ = (C̄_Δ +
//! C̄_Δᵀ) B,
//!
//!   B̄ = Σ_Δ G_Δ diag(ρ^Δ),   ρ̄ⱼ = ½ Σ_Δ Δ ρⱼ^Δ/ρⱼ Σₖ Bₖⱼ G_Δ,ₖⱼ.
//!
//! z is a Markov process. If B has no more columns than rows, a time at which all series are observed
//! determines all of z. So the stretches between such times are independent given their ends, and Σ is
//! never formed: the stretches are [windows](crate::covariance::windows), and their ends are the overlaps.
//! A mask without any such time leaves one window with all variables.

use crate::contract::expression::Expression;
use crate::contract::operation::{Setup, Side};
use crate::covariance::mask::{BoundMask, Mask};
use crate::covariance::stretches::stretches;
use crate::covariance::structured::{Observable, Two};
use crate::covariance::windows::Windows;
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, PackedIndices, scratch};
use crate::linalg::{Operand, Sizes, add_product, sum_with_transpose};
use crate::math;
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, Size, Vector};
use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::Simd;
use std::sync::Arc;

/// The structure of mixed autoregressive processes, whose arguments are ρ and B.
#[derive(Clone, Copy, Debug)]
pub struct Coregionalization<'a> {
    times: &'a [f64],
    mask: Mask<'a>,
}

/// The structure of mixed autoregressive processes as it runs.
#[derive(Clone, Debug)]
pub struct BoundCoregionalization {
    times: Arc<[f64]>,
    mask: BoundMask,
    windows: Windows,
    windows_claim: Claim,
    /// The two times of each lag, whose distance is the lag.
    lags: PackedIndices,
    lag_count: usize,
}

/// The covariance of K series at the times `times`, which are mixed from J independent stationary
/// autoregressive processes of unit variance: `correlations` are their J correlations at distance 1, between
/// 0 and 1, `mixing` is the matrix K × J.
///
/// An observation has the values of all series, time by time: a matrix T × K, row by row. The times may be
/// at any distances and in any order, but must differ.
///
/// ```
/// use monomorph::covariance::coregionalization;
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let times = [0.0, 1.0, 2.5];
/// let y = mat![[0.3, -0.2, 0.6, 0.1, 0.2, 0.4]];
/// params! { rho: vector(2).interval(0.0, 1.0), mixing: vector(2).rows(2) }
/// let model = model! {
///     rho    |= beta(3.0, 1.0),
///     mixing |= normal(0.0, 1.0),
///     data(&y) |= multi_normal(0.0, coregionalization(rho, mixing, &times)),
/// };
/// assert_eq!(model.compile()?.dimension(), 6);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn coregionalization<'a, Rho, Mixing, Processes, Series, Columns>(
    correlations: Rho,
    mixing: Mixing,
    times: &'a (impl AsRef<[f64]> + ?Sized),
) -> Structured<Coregionalization<'a>, Two<Rho, Mixing>>
where
    Rho: IntoExpr,
    Mixing: IntoExpr,
    Rho::Node: Expression<Shape = Vector<Processes>>,
    Mixing::Node: Expression<Shape = Matrix<Series, Columns>>,
    Processes: Dimension,
    Series: Dimension,
    Columns: Dimension,
{
    let structure = Coregionalization { times: times.as_ref(), mask: Mask::default() };
    let arguments = (Stored::new(correlations.into_expr().0), Stored::new(mixing.into_expr().0));
    Structured::new(structure, arguments)
}

/// `mask` has a flag for each series at each time, time by time. The computation is faster if all series
/// are often observed together. Stretches between such times that are alike are computed once.
impl<'a> Observable<'a> for Coregionalization<'a> {
    type Observed = Self;

    fn observed(self, mask: &'a [bool]) -> Self {
        Self { mask: Mask::new(mask), ..self }
    }
}

scratch! {
    /// ρ^Δ for each lag, C_Δ, and C̄_Δ; then room for products.
    struct Tables(lags, series, processes) {
        powers: lags * processes,
        covariances: lags * series * series,
        adjoints: lags * series * series,
        product: series * processes,
        symmetric: series * series,
    }
}

#[inlined(all)]
impl BoundCoregionalization {
    /// Returns the numbers of series and of processes.
    fn sides(given: &Given<'_>) -> (usize, usize) {
        (given.sizes[1].rows, given.sizes[1].columns)
    }

    /// Divides the memory into the memory of the windows and the tables.
    fn divide<'m>(
        &self,
        memory: &'m mut [f64],
        (series, processes): (usize, usize),
    ) -> (&'m mut [f64], Tables<'m>) {
        let (windows, tables) = memory.split_at_mut(self.windows_claim.memory);
        (windows, Tables::divide(tables, self.lag_count, series, processes))
    }

    /// Returns the lag at a place among the lags.
    fn lag(&self, place: usize, indices: &[u32]) -> f64 {
        let pair = &indices[self.lags.0 + 2 * place..][..2];
        (self.times[pair[1] as usize] - self.times[pair[0] as usize]).abs()
    }
}

impl Sealed for Coregionalization<'_> {}
impl Sealed for BoundCoregionalization {}

impl Structure for Coregionalization<'_> {
    type Bound = BoundCoregionalization;

    fn describe(&self, arguments: &[String]) -> String {
        format!("coregionalization({}, {}, times){}", arguments[0], arguments[1], self.mask.describe())
    }

    fn dimension(&self, sizes: &[Size]) -> Option<usize> {
        Some(self.mask.count(self.times.len() * sizes[1].rows))
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(BoundCoregionalization, Claim), Error> {
        setup.check_same((task.first, Side::Column), (task.first + 1, Side::Row))?;
        let mixing = setup.size(task.first + 1);
        let (series, processes) = (mixing.rows, mixing.columns);
        setup.check_finite("the times of coregionalization", self.times)?;
        let mask = self.mask.bind(setup, task, "coregionalization", self.times.len() * series)?;
        let plan = stretches(self.times, series, self.mask, processes <= series);
        if let Some(time) = plan.repeated {
            return Err(setup.broken("a time of coregionalization", time, "occur only once among the times"));
        }
        let lag_count = plan.lags.len();
        let lags = setup.pack_indices(plan.lags.iter().flat_map(|&(one, other)| [one, other]));
        let (windows, windows_claim) = Windows::bind(setup, task, &plan.windows);
        let times = self.times.into();
        let bound = BoundCoregionalization { times, mask, windows, windows_claim, lags, lag_count };
        let memory = windows_claim.memory.saturating_add(Tables::length(lag_count, series, processes));
        Ok((bound, Claim { memory, ..windows_claim }))
    }
}

#[inlined]
impl BoundStructure for BoundCoregionalization {
    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        self.windows.keep(given, residuals, kept);
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory } = site;
        let sides @ (series, processes) = Self::sides(&given);
        let [rho, mixing] = [given.values[0], given.values[1]];
        let (memory, Tables { powers, covariances, product: scaled, .. }) = self.divide(memory, sides);
        for (place, powers) in powers.chunks_exact_mut(processes).enumerate() {
            let lag = self.lag(place, given.indices);
            // At lag 0 the logarithm is not needed, so a correlation of 0 is allowed.
            let power = |rho: f64| if lag == 0.0 { 0.0 * rho } else { lag * rho.ln() };
            powers.iter_mut().zip(rho).for_each(|(number, &rho)| *number = power(rho));
        }
        exponentials(simd, powers);
        covariances.fill(0.0);
        for (powers, covariance) in
            powers.chunks_exact(processes).zip(covariances.chunks_exact_mut(series * series))
        {
            for (scaled, mixing) in scaled.chunks_exact_mut(processes).zip(mixing.chunks_exact(processes)) {
                let both = mixing.iter().zip(powers);
                scaled.iter_mut().zip(both).for_each(|(scaled, (mixing, power))| *scaled = mixing * power);
            }
            let sizes = Sizes { rows: series, depth: processes, columns: series };
            add_product(simd, covariance, 1.0, Operand::Plain(scaled), Operand::Transposed(mixing), sizes);
        }
        self.windows.factor(simd, Site { given, memory }, covariances)
    }

    fn solve<S: Simd>(
        &self,
        simd: S,
        site: Site<'_>,
        rows: &mut [f64],
        squares: &mut [f64],
        is_gradient: bool,
    ) -> f64 {
        let Site { given, memory } = site;
        let memory = &mut memory[..self.windows_claim.memory];
        self.windows.solve(simd, Site { given, memory }, rows, squares, is_gradient)
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory } = site;
        let sides @ (series, processes) = Self::sides(&given);
        if !(adjoints.wants(0) || adjoints.wants(1)) {
            return;
        }
        let [rho, mixing] = [given.values[0], given.values[1]];
        let (memory, tables) = self.divide(memory, sides);
        tables.adjoints.fill(0.0);
        self.windows.pull_back(simd, Site { given, memory }, rows, tables.adjoints);

        let Tables { product, symmetric, .. } = tables;
        let lags = tables.adjoints.chunks_exact(series * series).zip(tables.powers.chunks_exact(processes));
        for (place, (adjoint, powers)) in lags.enumerate() {
            sum_with_transpose(adjoint, series, symmetric);
            product.fill(0.0);
            let sizes = Sizes { rows: series, depth: series, columns: processes };
            add_product(simd, product, 1.0, Operand::Plain(symmetric), Operand::Plain(mixing), sizes);
            if let Some(slopes) = adjoints.of(1) {
                let lines = slopes.chunks_exact_mut(processes).zip(product.chunks_exact(processes));
                for (slopes, product) in lines {
                    let both = product.iter().zip(powers);
                    slopes
                        .iter_mut()
                        .zip(both)
                        .for_each(|(slope, (product, power))| *slope += product * power);
                }
            }
            let lag = self.lag(place, given.indices);
            if lag == 0.0 {
                continue;
            }
            if let Some(slopes) = adjoints.of(0) {
                for (product, mixing) in product.chunks_exact(processes).zip(mixing.chunks_exact(processes)) {
                    for j in 0..processes {
                        slopes[j] += 0.5 * lag * powers[j] / rho[j] * mixing[j] * product[j];
                    }
                }
            }
        }
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        let (series, processes) = Self::sides(&given);
        let [rho, mixing] = [given.values[0], given.values[1]];
        let cells: Vec<usize> = self.mask.places(given.indices, given.task.dimension).collect();
        for (row, one) in cells.iter().enumerate() {
            for (column, other) in cells.iter().enumerate() {
                let lag = (self.times[one / series] - self.times[other / series]).abs();
                let [one, other] = [one, other].map(|cell| &mixing[cell % series * processes..][..processes]);
                let terms = one.iter().zip(other).zip(rho);
                covariance[row * cells.len() + column] =
                    terms.map(|((one, other), rho)| one * other * rho.powf(lag)).sum();
            }
        }
    }
}

/// Replaces numbers by their exponentials.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn exponentials<S: Simd>(simd: S, numbers: &mut [f64]) {
    let (registers, rest) = S::as_mut_simd_f64s(numbers);
    for register in registers {
        *register = math::exp(Pack::new(simd, *register)).value;
    }
    for number in rest {
        *number = math::exp(Pack::splat(simd, *number)).first();
    }
}
