//! wishart_cholesky(ν, L_S) and inv_wishart_cholesky(ν, L_S): the distribution of the lower Cholesky factor L
//! of a matrix L Lᵀ that follows the Wishart distribution, or its inverse, with the scale L_S L_Sᵀ. The
//! Jacobian of L ↦ L Lᵀ, 2^K Πᵢ lᵢᵢ^(K − i) with i from 0, is part of the density. With (A, B) = (L_S, L) or,
//! for the inverse, (L, L_S), and X = A⁻¹ B
//!
//!   log p(L) = Σᵢ (bᵢ log Bᵢᵢ + aᵢ log Aᵢᵢ) − ½ Σ X² + (1 − ν/2) K log 2 − log Γ_K(ν/2),
//!
//! where aᵢ = −ν and bᵢ = ν − i − 1, or aᵢ = −(ν + i + 1) and bᵢ = ν for the inverse. The lower triangles of
//!
//!   B̄ = diag(bᵢ/Bᵢᵢ) − A⁻ᵀ X,   Ā = diag(aᵢ/Aᵢᵢ) + A⁻ᵀ X Xᵀ.
//!
//! Stan Functions Reference, "Wishart distribution, Cholesky parameterization".

use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::distribution::matrix::scaled::{NU, SCALE, VARIABLE, bind, roles};
use crate::distribution::matrix::{DensityOf, OfMatrix, OnScale, WholeLaw, sample};
use crate::distribution::shared::multivariate_gamma::multivariate_lgamma;
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands, scratch};
use crate::linalg;
use crate::linalg::{Operand, Triangle, add_product, dot, solve};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::Simd;

/// The density of factors of Wishart matrices, or of their inverses, as an operation on L, ν and L_S.
#[derive(Clone, Copy, Debug)]
pub struct WishartCholesky<const INVERSE: bool>;

/// The distribution of the Cholesky factor of a matrix that follows
/// [`wishart`](crate::distribution::matrix::wishart()), given the Cholesky factor of the scale. If `nu` is
/// above a million, the log density has the error of [`wishart`](crate::distribution::matrix::wishart()).
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let scale = mat![[1.0, 0.0], [0.2, 0.9]];
/// params! { l: cholesky_factor_cov(2) }
/// let model = model! { l |= wishart_cholesky(4.0, data(&scale)) };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias = "wishart_cholesky_lpdf")]
pub fn wishart_cholesky<Nu: IntoExpr, Scale: IntoExpr>(
    nu: Nu,
    scale: Scale,
) -> OnScale<WishartCholesky<false>, Nu, Scale> {
    WholeLaw::new(WishartCholesky, (Stored::new(nu.into_expr().0), Stored::new(scale.into_expr().0)))
}

/// The distribution of the Cholesky factor of a matrix that follows
/// [`inv_wishart`](crate::distribution::matrix::inv_wishart()), given the Cholesky factor of the scale. If
/// `nu` is above a million, the log density has the error of
/// [`wishart`](crate::distribution::matrix::wishart()).
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let scale = mat![[1.0, 0.0], [0.2, 0.9]];
/// params! { l: cholesky_factor_cov(2) }
/// let model = model! { l |= inv_wishart_cholesky(4.0, data(&scale)) };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias = "inv_wishart_cholesky_lpdf")]
pub fn inv_wishart_cholesky<Nu: IntoExpr, Scale: IntoExpr>(
    nu: Nu,
    scale: Scale,
) -> OnScale<WishartCholesky<true>, Nu, Scale> {
    WholeLaw::new(WishartCholesky, (Stored::new(nu.into_expr().0), Stored::new(scale.into_expr().0)))
}

impl<const INVERSE: bool> WishartCholesky<INVERSE> {
    const NAME: &'static str = if INVERSE { "inv_wishart_cholesky" } else { "wishart_cholesky" };

    /// The places of A and B.
    const ROLES: (usize, usize) = roles(INVERSE);

    /// Returns aᵢ and bᵢ, the factors of log Aᵢᵢ and log Bᵢᵢ.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn powers(nu: f64, i: usize) -> (f64, f64) {
        let next = i as f64 + 1.0;
        if INVERSE { (-(nu + next), nu) } else { (-nu, nu - next) }
    }
}

impl<Sh: OfMatrix, const INVERSE: bool> DensityOf<Sh> for WishartCholesky<INVERSE> {
    const NAME: &'static str = Self::NAME;
}

impl<const INVERSE: bool> Sealed for WishartCholesky<INVERSE> {}

impl<const INVERSE: bool> Operation for WishartCholesky<INVERSE> {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        let [variable, nu, scale] = [VARIABLE, NU, SCALE].map(|place| &arguments[place]);
        format!("{}({nu}, {scale}).log_density({variable})", Self::NAME)
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        bind(setup)?;
        setup.claim_scratch(WishartCholeskyScratch::length(setup.size(VARIABLE).rows));
        Ok(self)
    }
}

scratch! {
    struct WishartCholeskyScratch(n) {
        /// ∂/∂ν
        slope: 1,
        x: n * n,
        solved: n * n,
        product: n * n,
    }
}

#[inlined]
impl<const INVERSE: bool> BoundOperation for WishartCholesky<INVERSE> {
    const FACTS: OperationFacts = OperationFacts::NONE;

    fn data_terms(&self, sizes: &Sizes, is_data: [bool; MAX_ARGUMENTS], operands: Operands<'_>) -> f64 {
        if !is_data[NU] {
            return 0.0;
        }
        let (variables, nu) = (sizes[VARIABLE].rows, operands.arguments[NU][0]);
        let log_two = variables as f64 * core::f64::consts::LN_2;
        let terms = (1.0 - 0.5 * nu) * log_two - multivariate_lgamma(variables, 0.5 * nu).0;
        let scale = if is_data[SCALE] { operands.arguments[SCALE] } else { &[] };
        let of_scale = scale.iter().step_by(variables + 1).enumerate().map(|(i, diagonal)| {
            let (power_a, power_b) = Self::powers(nu, i);
            diagonal.ln() * if INVERSE { power_b } else { power_a }
        });
        terms + of_scale.sum::<f64>()
    }

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let variables = sizes[VARIABLE].rows;
        let nu = operands.arguments[NU][0];
        let [a, b] = [Self::ROLES.0, Self::ROLES.1].map(|place| operands.arguments[place]);
        let WishartCholeskyScratch { slope, x, .. } =
            WishartCholeskyScratch::divide(operands.scratch, variables);
        for (row, (x, b)) in x.chunks_exact_mut(variables).zip(b.chunks_exact(variables)).enumerate() {
            // Elements above the diagonal are not read.
            x[..=row].copy_from_slice(&b[..=row]);
            x[row + 1..].fill(0.0);
        }
        solve(simd, Triangle::lower(a, variables), x, variables);
        let (lgamma, digamma) = multivariate_lgamma(variables, 0.5 * nu);
        let log_two = variables as f64 * core::f64::consts::LN_2;
        let mut value = (1.0 - 0.5 * nu) * log_two - lgamma - 0.5 * dot(simd, x, x);
        slope[0] = -0.5 * (log_two + digamma);
        for i in 0..variables {
            let diagonal = i * variables + i;
            let (log_a, log_b) = (a[diagonal].ln(), b[diagonal].ln());
            let (power_a, power_b) = Self::powers(nu, i);
            value += power_a * log_a + power_b * log_b;
            slope[0] += log_b - log_a;
        }
        operands.value[0] = value;
    }

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let [nu, scale] = [NU, SCALE].map(|place| operands.arguments[place]);
        let size = sizes[VARIABLE].rows;
        to.values.copy_from_slice(&sample::wishart_factor(nu[0], scale, size, INVERSE, to.rng));
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
        let variables = sizes[VARIABLE].rows;
        let nu = operands.arguments[NU][0];
        let (place_a, place_b) = Self::ROLES;
        let [a, b] = [place_a, place_b].map(|place| operands.arguments[place]);
        let adjoint = adjoints.value[0];
        let WishartCholeskyScratch { slope, x, solved, product } =
            WishartCholeskyScratch::divide(operands.scratch, variables);
        solved.copy_from_slice(x);
        solve(simd, Triangle::lower(a, variables).transpose(), solved, variables);
        if let Some(slopes) = adjoints.of(NU) {
            slopes[0] += adjoint * slope[0];
        }
        if let Some(slopes) = adjoints.of(place_b) {
            add_lower(slopes, -adjoint, solved, variables);
            for i in 0..variables {
                slopes[i * variables + i] += adjoint * Self::powers(nu, i).1 / b[i * variables + i];
            }
        }
        if let Some(slopes) = adjoints.of(place_a) {
            product.fill(0.0);
            let sizes = linalg::Sizes { rows: variables, depth: variables, columns: variables };
            add_product(simd, product, 1.0, Operand::Plain(solved), Operand::Transposed(x), sizes);
            add_lower(slopes, adjoint, product, variables);
            for i in 0..variables {
                slopes[i * variables + i] += adjoint * Self::powers(nu, i).0 / a[i * variables + i];
            }
        }
    }
}

/// Adds `factor` times the lower triangle of `matrix` to `sum`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn add_lower(sum: &mut [f64], factor: f64, matrix: &[f64], variables: usize) {
    for (row, (sum, matrix)) in
        sum.chunks_exact_mut(variables).zip(matrix.chunks_exact(variables)).enumerate()
    {
        sum.iter_mut().zip(matrix).take(row + 1).for_each(|(sum, number)| *sum += factor * number);
    }
}
