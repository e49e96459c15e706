//! wishart(ν, S) and inv_wishart(ν, S) of symmetric positive definite matrices W of K rows. With (A, B) = (S,
//! W) for the one and (W, S) for the other both are
//!
//!   log p(W) = b log |B| + a log |A| − ½ tr(A⁻¹ B) − νK/2 log 2 − log Γ_K(ν/2),
//!
//! where a = −ν/2 and b = (ν − K − 1)/2 for the Wishart distribution, a = −(ν + K + 1)/2 and b = ν/2 for its
//! inverse.
//!
//!   B̄ = b B⁻¹ − ½ A⁻¹,   Ā = a A⁻¹ + ½ A⁻¹ B A⁻¹,
//!
//!   ∂/∂ν = ½ (log |B| − log |A| − K log 2 − ψ_K(ν/2)).
//!
//! Stan Functions Reference, "Wishart distribution", "Inverse Wishart distribution".

use crate::contract::conjugacy::Curve;
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::distribution::matrix::scaled::{NU, SCALE, SYMMETRIC, VARIABLE, bind, roles};
use crate::distribution::matrix::{DensityOf, OfMatrix, OnScale, WholeLaw, sample};
use crate::distribution::shared::multivariate_gamma::multivariate_lgamma;
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands, scratch};
use crate::linalg;
use crate::linalg::{
    Operand, add_product, add_scaled, dot, factor_with_log_determinant, inverse_of_factored,
};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::Size;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// The density of a Wishart distribution, or of its inverse, as an operation on W, ν and S.
#[derive(Clone, Copy, Debug)]
pub struct Wishart<const INVERSE: bool>;

/// The Wishart distribution: the distribution of the scatter matrix of ν normal vectors with the covariance
/// S. Its mean is ν S.
///
/// `nu` is above K − 1, `scale` symmetric and positive definite. If `nu` is above a million, the log density
/// has an error of 2e-16 of K ν times log ν and the logarithms of the determinants.
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let scale = mat![[1.0, 0.2], [0.2, 1.0]];
/// params! { precision: cov_matrix(2) }
/// let model = model! { precision |= wishart(4.0, data(&scale)) };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias = "wishart_lpdf")]
pub fn wishart<Nu: IntoExpr, Scale: IntoExpr>(nu: Nu, scale: Scale) -> OnScale<Wishart<false>, Nu, Scale> {
    WholeLaw::new(Wishart, (Stored::new(nu.into_expr().0), Stored::new(scale.into_expr().0)))
}

/// The inverse Wishart distribution: the distribution of the inverse of a matrix that follows
/// [`wishart`]`(nu, S⁻¹)`. Its mean is S/(ν − K − 1).
///
/// `nu` is above K − 1, `scale` symmetric and positive definite. If `nu` is above a million, the log density
/// has the error of [`wishart`].
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let scale = mat![[1.0, 0.2], [0.2, 1.0]];
/// params! { covariance: cov_matrix(2) }
/// let model = model! { covariance |= inv_wishart(4.0, data(&scale)) };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias = "inv_wishart_lpdf")]
pub fn inv_wishart<Nu: IntoExpr, Scale: IntoExpr>(nu: Nu, scale: Scale) -> OnScale<Wishart<true>, Nu, Scale> {
    WholeLaw::new(Wishart, (Stored::new(nu.into_expr().0), Stored::new(scale.into_expr().0)))
}

scratch! {
    struct WishartScratch(n) {
        /// ∂/∂ν
        slope: 1,
        factor: n * n,
        inverse_a: n * n,
        inverse_b: n * n,
        product: n * n,
    }
}

impl<const INVERSE: bool> Wishart<INVERSE> {
    const NAME: &'static str = if INVERSE { "inv_wishart" } else { "wishart" };

    /// The places of A and B.
    const ROLES: (usize, usize) = roles(INVERSE);

    /// Returns a and b, the factors of log |A| and log |B|.
    fn powers(nu: f64, variables: usize) -> (f64, f64) {
        let count = variables as f64;
        if INVERSE { (-0.5 * (nu + count + 1.0), 0.5 * nu) } else { (-0.5 * nu, 0.5 * (nu - count - 1.0)) }
    }
}

impl<Sh: OfMatrix, const INVERSE: bool> DensityOf<Sh> for Wishart<INVERSE> {
    const NAME: &'static str = Self::NAME;
}

impl<const INVERSE: bool> Sealed for Wishart<INVERSE> {}

impl<const INVERSE: bool> Operation for Wishart<INVERSE> {
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
        setup.claim_scratch(WishartScratch::length(setup.size(VARIABLE).rows));
        Ok(self)
    }
}

#[inlined]
impl<const INVERSE: bool> BoundOperation for Wishart<INVERSE> {
    const FACTS: OperationFacts = OperationFacts {
        curves: &[(Self::ROLES.0, Curve::InverseWishart), (Self::ROLES.1, Curve::Wishart)],
        symmetric: SYMMETRIC,
        ..OperationFacts::NONE
    };

    fn data_terms(&self, sizes: &Sizes, is_data: [bool; MAX_ARGUMENTS], operands: Operands<'_>) -> f64 {
        if !is_data[NU] {
            return 0.0;
        }
        let (variables, nu) = (sizes[VARIABLE].rows, operands.arguments[NU][0]);
        let log_two = variables as f64 * core::f64::consts::LN_2;
        let mut terms = -0.5 * nu * log_two - multivariate_lgamma(variables, 0.5 * nu).0;
        if is_data[SCALE] {
            let WishartScratch { factor, .. } = WishartScratch::divide(operands.scratch, variables);
            factor.copy_from_slice(operands.arguments[SCALE]);
            let (power_a, power_b) = Self::powers(nu, variables);
            let power = if INVERSE { power_b } else { power_a };
            let log = factor_with_log_determinant(Scalar::new(), factor, variables);
            terms += if log.is_nan() { 0.0 } else { power * log };
        }
        terms
    }

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let variables = sizes[VARIABLE].rows;
        let nu = operands.arguments[NU][0];
        let parts = WishartScratch::divide(operands.scratch, variables);
        let mut invert = |matrix: &[f64], inverse: &mut [f64]| {
            parts.factor.copy_from_slice(matrix);
            let log = factor_with_log_determinant(simd, parts.factor, variables);
            if !log.is_nan() {
                inverse_of_factored(simd, inverse, parts.factor, variables);
            }
            log
        };
        let [a, b] = [Self::ROLES.0, Self::ROLES.1].map(|place| operands.arguments[place]);
        let log_a = invert(a, parts.inverse_a);
        let log_b = invert(b, parts.inverse_b);
        let (power_a, power_b) = Self::powers(nu, variables);
        let (lgamma, digamma) = multivariate_lgamma(variables, 0.5 * nu);
        let log_two = variables as f64 * core::f64::consts::LN_2;
        operands.value[0] =
            power_b * log_b + power_a * log_a - 0.5 * (dot(simd, parts.inverse_a, b) + nu * log_two) - lgamma;
        parts.slope[0] = 0.5 * (log_b - log_a - log_two - digamma);
    }

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let size = sizes[VARIABLE].rows;
        let scale = sample::lower_factor(operands.arguments[SCALE], size);
        let factor = sample::wishart_factor(operands.arguments[NU][0], &scale, size, INVERSE, to.rng);
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
        let variables = sizes[VARIABLE].rows;
        let parts = WishartScratch::divide(operands.scratch, variables);
        let adjoint = adjoints.value[0];
        let (place_a, place_b) = Self::ROLES;
        let (power_a, power_b) = Self::powers(operands.arguments[NU][0], variables);
        if let Some(slopes) = adjoints.of(NU) {
            slopes[0] += adjoint * parts.slope[0];
        }
        if let Some(slopes) = adjoints.of(place_b) {
            add_scaled(simd, slopes, adjoint * power_b, parts.inverse_b);
            add_scaled(simd, slopes, -0.5 * adjoint, parts.inverse_a);
        }
        if let Some(slopes) = adjoints.of(place_a) {
            let b = Operand::Plain(operands.arguments[place_b]);
            let sizes = linalg::Sizes { rows: variables, depth: variables, columns: variables };
            parts.product.fill(0.0);
            add_product(simd, parts.product, 1.0, Operand::Plain(parts.inverse_a), b, sizes);
            let (product, inverse) = (Operand::Plain(parts.product), Operand::Plain(parts.inverse_a));
            add_product(simd, slopes, 0.5 * adjoint, product, inverse, sizes);
            add_scaled(simd, slopes, adjoint * power_a, parts.inverse_a);
        }
    }
}
