//! lkj_corr(η) of correlation matrices Ω of K variables, and lkj_corr_cholesky(η) of their factors L, Ω = L
//! Lᵀ:
//!
//!   log p(Ω) = c(η) + (η − 1) log |Ω|,
//!
//!   log p(L) = c(η) + Σᵢ₌₁^(K−1) (K − 1 − i + 2(η − 1)) log lᵢᵢ,   i from 0,
//!
//!   c(η) = (K − 1) log Γ(η + (K − 1)/2) − Σₖ₌₁^(K−1) [k/2 log π + log Γ(η + (K − 1 − k)/2)].
//!
//!   ∂/∂Ω = (η − 1) Ω⁻¹,   ∂/∂lᵢᵢ = (K − 1 − i + 2(η − 1))/lᵢᵢ,   ∂/∂η = c′(η) + log |Ω|.
//!
//! If L is stored with Ω, log |Ω| = 2 Σ log lᵢᵢ, and the slopes 2(η − 1)/lᵢᵢ are added to L.
//!
//! Lewandowski, Kurowicka and Joe (2009), "Generating random correlation matrices based on vines and extended
//! onion method"; Stan Functions Reference, "LKJ correlation distribution".

use crate::compiler::{Context, LEFT};
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::distribution::matrix::{DensityOf, OfMatrix, WholeLaw, sample};
use crate::distribution::shared::multivariate_gamma::lgamma;
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands, scratch};
use crate::linalg::{add_scaled, cholesky, inverse_of_factored, log_determinant_of_factor};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The density of correlation matrices, as an operation on Ω and η.
#[derive(Clone, Copy, Debug)]
pub struct LkjCorr;

/// The density of Cholesky factors of correlation matrices, as an operation on L and η.
#[derive(Clone, Copy, Debug)]
pub struct LkjCorrCholesky;

/// The distribution of correlation matrices with the density proportional to |Ω|^(η − 1).
///
/// `eta` is positive: at 1 all correlation matrices are equally likely, above 1 those near the identity are
/// more likely. A [`lkj_corr_cholesky`] on the matrix' factor is the same prior, faster and more stable. If
/// `eta` is above a million, both have an error of 1e-15 η log η in the log density.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { omega: corr_matrix(3) }
/// let model = model! { omega |= lkj_corr(2.0) };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias = "lkj_corr_lpdf")]
pub fn lkj_corr<Eta: IntoExpr>(eta: Eta) -> WholeLaw<LkjCorr, (Stored<Eta::Node>,)> {
    WholeLaw::new(LkjCorr, (Stored::new(eta.into_expr().0),))
}

/// The distribution of the Cholesky factors L of correlation matrices L Lᵀ that follow [`lkj_corr`].
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { l: cholesky_factor_corr(3), tau: vector(3).positive(), z: vector(3) }
/// let model = model! {
///     l   |= lkj_corr_cholesky(2.0),
///     tau |= half_cauchy(2.5),
///     z   |= normal(0.0, 1.0),
///     effect = tau * l.dot(z),
/// };
/// assert_eq!(model.compile()?.dimension(), 9);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias = "lkj_corr_cholesky_lpdf")]
pub fn lkj_corr_cholesky<Eta: IntoExpr>(eta: Eta) -> WholeLaw<LkjCorrCholesky, (Stored<Eta::Node>,)> {
    WholeLaw::new(LkjCorrCholesky, (Stored::new(eta.into_expr().0),))
}

impl<Sh: OfMatrix> DensityOf<Sh> for LkjCorr {
    const NAME: &'static str = "lkj_corr";
}

impl<Sh: OfMatrix> DensityOf<Sh> for LkjCorrCholesky {
    const NAME: &'static str = "lkj_corr_cholesky";
}

/// c(η) and c′(η); NaN unless η is positive.
fn normaliser(eta: f64, variables: usize) -> (f64, f64) {
    if !(eta > 0.0 && eta.is_finite()) {
        return (f64::NAN, f64::NAN);
    }
    let others = variables as f64 - 1.0;
    let first = lgamma(eta + 0.5 * others);
    let (mut value, mut slope) = (others * first.0, others * first.1);
    for k in 1..variables {
        let k = k as f64;
        let (log, digamma) = lgamma(eta + 0.5 * (others - k));
        value -= 0.5 * k * core::f64::consts::PI.ln() + log;
        slope -= digamma;
    }
    (value, slope)
}

/// K − 1 − i + 2(η − 1), which may be as small as 2η.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn power(eta: f64, variables: usize, i: usize) -> f64 {
    (variables as f64 - (i + 3) as f64) + 2.0 * eta
}

/// Stores the normaliser, if η is data.
fn keep(sizes: &Sizes, operands: Operands<'_>, kept: &mut [f64]) {
    if let [value, slope] = kept {
        (*value, *slope) = normaliser(operands.arguments[1][0], sizes[0].rows);
    }
}

/// Returns the normaliser, which was stored or is computed.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn known_normaliser(kept: &[f64], eta: f64, variables: usize) -> (f64, f64) {
    match kept {
        [value, slope] => (*value, *slope),
        _ => normaliser(eta, variables),
    }
}

/// Returns the normaliser if η is data; Stan's `~` leaves it out.
fn kept_normaliser(operands: Operands<'_>) -> f64 {
    operands.kept.first().copied().unwrap_or(0.0)
}

/// Binds the common parts of both densities: checks and stored numbers.
fn bind(setup: &mut Setup<'_>) -> Result<(), Error> {
    setup.claim_kept(if setup.is_data(1) { 2 } else { 0 });
    setup.check_not_empty(0)?;
    setup.check_square(0)?;
    setup.check_scalar(1)
}

impl Sealed for LkjCorrCholesky {}

impl Operation for LkjCorrCholesky {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("lkj_corr_cholesky({}).log_density({})", arguments[1], arguments[0])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        setup.claim_scratch(2);
        bind(setup)?;
        Ok(self)
    }
}

#[inlined]
impl BoundOperation for LkjCorrCholesky {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn precompute(
        &self,
        _: &Context,
        sizes: &Sizes,
        _: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        kept: &mut [f64],
    ) -> Result<(), Error> {
        keep(sizes, operands, kept);
        Ok(())
    }

    fn data_terms(&self, _: &Sizes, _: [bool; MAX_ARGUMENTS], operands: Operands<'_>) -> f64 {
        kept_normaliser(operands)
    }

    fn forward<S: Simd>(&self, _: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let ([l, eta, ..], variables) = (operands.arguments, sizes[0].rows);
        let (constant, slope) = known_normaliser(operands.kept, eta[0], variables);
        let (mut value, mut log_determinant) = (constant, 0.0);
        for i in 1..variables {
            let log = l[i * variables + i].ln();
            log_determinant += 2.0 * log;
            value += power(eta[0], variables, i) * log;
        }
        operands.value[0] = value;
        operands.scratch[0] = slope + log_determinant;
    }

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        to.values.copy_from_slice(&sample::lkj_factor(
            operands.arguments[1][0],
            sizes[0].rows,
            f64::MIN_POSITIVE,
            to.rng,
        ));
        true
    }

    fn backward<S: Simd>(
        &self,
        _: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let ([l, eta, ..], variables) = (operands.arguments, sizes[0].rows);
        let adjoint = adjoints.value[0];
        if let Some(slopes) = adjoints.of(0) {
            for i in 1..variables {
                let power = power(eta[0], variables, i);
                slopes[i * variables + i] += adjoint * power / l[i * variables + i];
            }
        }
        if let Some(slopes) = adjoints.of(1) {
            slopes[0] += adjoint * operands.scratch[0];
        }
    }
}

impl Sealed for LkjCorr {}

/// The density of correlation matrices as it runs. It is computed from Ω, or from the Cholesky factor that is
/// stored with Ω.
#[derive(Clone, Copy, Debug)]
pub struct BoundLkjCorr {
    is_of_factor: bool,
}

impl Sealed for BoundLkjCorr {}

impl Operation for LkjCorr {
    type Bound = BoundLkjCorr;

    fn describe(&self, arguments: &[String]) -> String {
        format!("lkj_corr({}).log_density({})", arguments[1], arguments[0])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<BoundLkjCorr, Error> {
        let variables = setup.size(0).rows;
        setup.claim_scratch(LkjScratch::length(variables));
        bind(setup)?;
        Ok(BoundLkjCorr { is_of_factor: setup.takes_factor(0) })
    }
}

/// Adds `slope` to the adjoint of η, if this adjoint is needed.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_slope_by_eta(mut adjoints: Adjoints<'_>, slope: f64) {
    if let Some(slopes) = adjoints.of(1) {
        slopes[0] += slope;
    }
}

scratch! {
    struct LkjScratch(n) {
        slope_by_eta: 1,
        factor: n * n,
        inverse: n * n,
    }
}

#[inlined]
impl BoundOperation for BoundLkjCorr {
    const FACTS: OperationFacts = OperationFacts {
        symmetric: [Some(LEFT), None, None, None, None, None, None, None],
        ..OperationFacts::NONE
    };

    fn precompute(
        &self,
        _: &Context,
        sizes: &Sizes,
        _: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        kept: &mut [f64],
    ) -> Result<(), Error> {
        keep(sizes, operands, kept);
        Ok(())
    }

    fn data_terms(&self, _: &Sizes, _: [bool; MAX_ARGUMENTS], operands: Operands<'_>) -> f64 {
        kept_normaliser(operands)
    }

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let ([omega, eta, ..], variables) = (operands.arguments, sizes[0].rows);
        let LkjScratch { slope_by_eta, factor, .. } = LkjScratch::divide(operands.scratch, variables);
        factor.copy_from_slice(omega);
        if !(self.is_of_factor || cholesky(simd, factor, variables)) {
            operands.value[0] = f64::NAN;
            return;
        }
        let log_determinant = 2.0 * log_determinant_of_factor(simd, factor, variables);
        let (constant, slope) = known_normaliser(operands.kept, eta[0], variables);
        operands.value[0] = constant + (eta[0] - 1.0) * log_determinant;
        slope_by_eta[0] = slope + log_determinant;
    }

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let size = sizes[0].rows;
        // With a smaller square on the diagonal the product would not be positive definite.
        let least = 8.0 * size as f64 * f64::EPSILON;
        let factor = sample::lkj_factor(operands.arguments[1][0], size, least, to.rng);
        to.values.copy_from_slice(&sample::product(&factor, &factor, size, true));
        true
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let ([_, eta, ..], variables) = (operands.arguments, sizes[0].rows);
        let adjoint = adjoints.value[0];
        let LkjScratch { slope_by_eta, factor, inverse } = LkjScratch::divide(operands.scratch, variables);
        if let Some(slopes) = adjoints.of(0) {
            if self.is_of_factor {
                for i in (0..variables * variables).step_by(variables + 1) {
                    slopes[i] += 2.0 * adjoint * (eta[0] - 1.0) / factor[i];
                }
                return add_slope_by_eta(adjoints, adjoint * slope_by_eta[0]);
            }
            inverse_of_factored(simd, inverse, factor, variables);
            add_scaled(simd, slopes, adjoint * (eta[0] - 1.0), inverse);
        }
        add_slope_by_eta(adjoints, adjoint * slope_by_eta[0]);
    }
}
