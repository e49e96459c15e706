//! zero_sum_normal(τ), τ > 0, for values x in the linear subspace of d dimensions in which sums are 0:
//!
//! log p(x) = −½ Σᵢ xᵢ²/τ² − d log τ − d/2 log 2π,
//!
//! ∂/∂xᵢ = −xᵢ/τ²,  ∂/∂τ = (Σᵢ xᵢ²/τ² − d)/τ,
//!
//! with d = n − 1 for a vector of n elements, r (c − 1) for r rows of c elements, each with the sum 0, and
//! (r − 1) (c − 1) for a matrix whose rows and columns sum to 0. With an orthonormal basis V of the subspace
//! it is the law of x = Vq for independent q that follow normal(0, τ), and of independent numbers that
//! follow normal(0, τ) minus their means: the covariance is τ² V Vᵀ, for a vector τ² (I − 1 1ᵀ/n).
//!
//! PyMC's ZeroSumNormal. Derivatives treat every xᵢ as free. The product of the densities of all elements,
//! `normal(0.0, tau)`, which Stan programs use, counts τ once for each element instead of d times.

use crate::compiler::{Context, ParameterRecord};
use crate::contract::conjugacy::Curve;
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Sizes};
use crate::contract::transform::SupportKind;
use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::distribution::matrix::{DensityOf, WholeLaw};
use crate::distribution::{Argument, Domain};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands};
use crate::markov_field::Subspace;
use crate::node::Stored;
use crate::random::normal;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, Size, Vector};
use crate::support::centre::centre;
use monomorph_macros::inlined;
use pulp::Simd;

/// The largest distance of a sum of data from 0, for elements up to 1.
const TOLERANCE: f64 = 1e-8;

/// The density of values that sum to zero, as an operation on them and the scale.
#[derive(Clone, Copy, Debug)]
pub struct ZeroSumNormal;

/// The normal distribution of values that sum to zero, such as effects in addition to an intercept.
///
/// $$ \\log p(x \\mid \\tau) = -\\frac{1}{2\\tau^2}\\sum_i x_i^2 - d\\log\\tau - \\tfrac d2\\log 2\\pi $$
///
/// It is the density on the subspace of the parameter's support, which has d dimensions: n − 1 for
/// [`sum_to_zero(n)`](crate::support::sum_to_zero()), r (n − 1) for `sum_to_zero(n).rows(r)`, and (r − 1) (c
/// − 1) for [`sum_to_zero_matrix(r, c)`](crate::support::sum_to_zero_matrix()). So `tau * z` with
/// `z |= zero_sum_normal(1.0)` is the same model, its non-centred form. `normal(0.0, tau)` instead counts
/// `tau` n times, as Stan does: with a scale that is a parameter it is another model.
///
/// The standard deviation of an element is `tau` √(1 − 1/n), as for PyMC's `ZeroSumNormal`.
///
/// `scale` is positive: a number, or for rows a vector with one for each row. For a matrix of data, d
/// depends on whether its rows, or its rows and columns, sum to zero; data with other sums are an error of
/// `compile()`. A parameter that is declared on another support does not compile.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { tau: positive(), effects: sum_to_zero(3) }
/// let model = model! { tau |= half_normal(1.0), effects |= zero_sum_normal(tau) };
/// let posterior = model.compile()?;
/// let at = |q: &[f64]| posterior.log_density(q, &mut posterior.workspace());
/// // The coordinates of the effects are two independent normal numbers.
/// let expected = -0.5 * (0.09 + 0.16) - core::f64::consts::TAU.ln();
/// assert!((at(&[0.0, 0.3, -0.4]) - at(&[0.0, 0.0, 0.0]) + 0.125).abs() < 1e-15);
/// let prior = -0.5 + 0.5 * (2.0 / core::f64::consts::PI).ln();
/// assert!((at(&[0.0, 0.3, -0.4]) - prior - expected).abs() < 1e-14);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn zero_sum_normal<Scale: IntoExpr>(scale: Scale) -> WholeLaw<ZeroSumNormal, (Stored<Scale::Node>,)> {
    WholeLaw::new(ZeroSumNormal, (Stored::new(scale.into_expr().0),))
}

/// Implements the density of values of some shapes.
macro_rules! density_of {
    ($([$($parameter:tt)*] $Shape:ty;)*) => {$(
        impl<$($parameter)*> DensityOf<$Shape> for ZeroSumNormal {
            const NAME: &'static str = "zero_sum_normal";
            const ARGUMENTS: &'static [Argument] = &[
                Argument { name: "y", domain: Domain::Real },
                Argument { name: "scale", domain: Domain::Positive },
            ];
            const SUPPORT: Option<(SupportKind, &'static str)> = Some((
                SupportKind::ZeroSum,
                "follows zero_sum_normal, so all of it must stand on the left, and it must be declared with \
                 sum_to_zero(n), with rows of it, or with sum_to_zero_matrix(r, c)",
            ));
        }
    )*};
}

density_of! {
    [N: Dimension] Vector<N>;
    [R: Dimension, C: Dimension] Matrix<R, C>;
}

/// The sums that are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zeros {
    /// The sums of rows; a vector is one row.
    Rows,
    /// The sums of rows and of columns.
    RowsAndColumns,
    /// The sums of rows, and of columns if those of the data are 0.
    OfData,
}

/// [`ZeroSumNormal`] as it runs.
#[derive(Clone, Copy, Debug)]
pub struct BoundZeroSumNormal {
    rows: usize,
    columns: usize,
    zeros: Zeros,
}

#[inlined(all)]
impl BoundZeroSumNormal {
    /// d
    fn dimension(&self, kept: &[f64]) -> usize {
        let others = self.columns.saturating_sub(1);
        if self.has_zero_columns(kept) { self.rows.saturating_sub(1) * others } else { self.rows * others }
    }

    fn has_zero_columns(&self, kept: &[f64]) -> bool {
        match self.zeros {
            Zeros::Rows => false,
            Zeros::RowsAndColumns => true,
            Zeros::OfData => kept == [1.0],
        }
    }
}

impl BoundZeroSumNormal {
    /// Returns the place and the largest distance from 0 of the sums of rows, and of columns.
    fn sums(&self, x: &[f64]) -> [(usize, f64); 2] {
        let row = |row: usize| x[row * self.columns..][..self.columns].iter().sum::<f64>();
        let column = |column: usize| x.iter().skip(column).step_by(self.columns.max(1)).sum::<f64>();
        let largest = |sums: Vec<f64>| {
            let all = sums.into_iter().enumerate();
            all.fold((0, 0.0), |most: (usize, f64), sum| if sum.1.abs() > most.1.abs() { sum } else { most })
        };
        [largest((0..self.rows).map(row).collect()), largest((0..self.columns).map(column).collect())]
    }
}

impl Sealed for ZeroSumNormal {}

impl Sealed for BoundZeroSumNormal {}

impl Operation for ZeroSumNormal {
    type Bound = BoundZeroSumNormal;

    fn describe(&self, arguments: &[String]) -> String {
        format!("zero_sum_normal({}).log_density({})", arguments[1], arguments[0])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<BoundZeroSumNormal, Error> {
        setup.check_not_empty(0)?;
        let Size { rows, columns } = setup.size(0);
        let parameter = setup.parameter().copied();
        let (is_matrix, has_rows) = (columns != 1, parameter.is_some_and(|parameter| parameter.has_rows));
        let (rows, columns) = if is_matrix || has_rows { (rows, columns) } else { (1, rows) };
        let zeros = match parameter {
            _ if !is_matrix || has_rows => Zeros::Rows,
            Some(_) => Zeros::RowsAndColumns,
            None if setup.is_data(0) => Zeros::OfData,
            None => {
                let reason = format!(
                    "it is not known which sums of the matrix `{}` are 0: it must be data, or a parameter \
                     whose own statement stands before",
                    setup.name(0)
                );
                return Err(setup.refused("zero_sum_normal", reason));
            }
        };
        let bound = BoundZeroSumNormal { rows, columns, zeros };
        let is_line = !is_matrix && !has_rows;
        let is_other = |found: ParameterRecord| {
            let sum = Subspace::of_sums((0..bound.columns).map(|_| Some(0)));
            // A value that is given or marginalised has no coordinates.
            let free = if found.is_held || found.free == 0 { bound.dimension(&[]) } else { found.free };
            is_line && found.subspace != Some(sum) || free != bound.dimension(&[])
        };
        if parameter.is_some_and(is_other) {
            let reason = format!("`{}` is not declared so that it sums to zero", setup.name(0));
            return Err(setup.refused("zero_sum_normal", reason));
        }
        let scales = setup.size(1).length();
        if scales != 1 && zeros != Zeros::RowsAndColumns && rows > 1 {
            setup.check_count("the number of rows", rows, &format!("`{}`", setup.name(1)), scales)?;
        } else {
            setup.check_scalar(1)?;
        }
        if zeros == Zeros::Rows {
            let number = (columns as f64).sqrt().recip();
            let row = |row: usize| (row * columns..(row + 1) * columns).map(|place| (place as u32, number));
            setup.constrain(|| (0..rows).map(|at| row(at).collect()).collect());
            setup.tie(|| []);
        }
        setup.claim_scratch(scales);
        setup.claim_kept(usize::from(zeros == Zeros::OfData));
        Ok(bound)
    }
}

#[inlined]
impl BoundOperation for BoundZeroSumNormal {
    const FACTS: OperationFacts =
        OperationFacts { curves: &[(0, Curve::Gaussian), (1, Curve::Scale)], ..OperationFacts::NONE };

    fn precompute(
        &self,
        context: &Context,
        _: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        kept: &mut [f64],
    ) -> Result<(), Error> {
        let [x, scale, ..] = operands.arguments;
        if is_data[1]
            && let Some(place) = scale.iter().position(|&scale| !Domain::Positive.contains(scale))
        {
            let index = if scale.len() == 1 { None } else { Some(place) };
            let what = "the argument `scale` of zero_sum_normal".to_owned();
            return Err(context.outside(what, index, scale[place], Domain::Positive.rule()));
        }
        if !is_data[0] {
            return Ok(());
        }
        let [row, column] = self.sums(x);
        let limit = TOLERANCE * x.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()));
        if !(row.1.abs() <= limit && x.iter().all(|x| x.is_finite())) {
            let what = match self.rows {
                1 => "the sum of the left side".to_owned(),
                _ => format!("the sum of row {} of the left side", row.0),
            };
            return Err(context.outside(what, None, row.1, "be 0, up to 1e-8 of the largest element"));
        }
        if let [has_zero_columns] = kept {
            let is_zero = column.1.abs() <= limit && scale.len() == 1;
            *has_zero_columns = f64::from(u8::from(is_zero));
        }
        Ok(())
    }

    fn data_terms(&self, _: &Sizes, is_data: [bool; MAX_ARGUMENTS], operands: Operands<'_>) -> f64 {
        let [x, scale, ..] = operands.arguments;
        let d = self.dimension(operands.kept) as f64;
        if !is_data[1] {
            return -d * HALF_LOG_TWO_PI;
        }
        let (groups, size) = (scale.len(), x.len() / scale.len().max(1));
        let logs: f64 = scale.iter().map(|scale| d / groups as f64 * scale.ln()).sum();
        let square = |(x, scale): (usize, &f64)| square(&operands.arguments[0][x * size..][..size], *scale);
        let squares: f64 = if is_data[0] { scale.iter().enumerate().map(square).sum() } else { 0.0 };
        -logs - d * HALF_LOG_TWO_PI - 0.5 * squares
    }

    fn forward<S: Simd>(&self, _: S, _: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let [x, scale, ..] = operands.arguments;
        let (groups, size) = (scale.len(), x.len() / scale.len().max(1));
        let d = self.dimension(operands.kept) as f64;
        let (mut logs, mut squares) = (0.0, 0.0);
        for group in 0..groups {
            let scale = scale[group];
            // An invalid scale has no logarithm, except infinity.
            let square =
                if scale < f64::INFINITY { square(&x[group * size..][..size], scale) } else { f64::NAN };
            operands.scratch[group] = square;
            squares += square;
            logs += scale.ln();
        }
        operands.value[0] = -0.5 * squares - d / groups as f64 * logs - d * HALF_LOG_TWO_PI;
    }

    fn backward<S: Simd>(
        &self,
        _: S,
        _: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let [x, scale, ..] = operands.arguments;
        let (groups, size) = (scale.len(), x.len() / scale.len().max(1));
        let adjoint = adjoints.value[0];
        if let Some(slopes) = adjoints.of(0) {
            for group in 0..groups {
                let inverse = scale[group].recip();
                let own = slopes[group * size..][..size].iter_mut().zip(&x[group * size..][..size]);
                own.for_each(|(slope, x)| *slope -= adjoint * (x * inverse) * inverse);
            }
        }
        if let Some(slopes) = adjoints.of(1) {
            let d = self.dimension(operands.kept) as f64 / groups as f64;
            for group in 0..groups {
                slopes[group] += adjoint * (operands.scratch[group] - d) / scale[group];
            }
        }
    }

    fn draw(&self, _: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let scale = operands.arguments[1];
        let size = to.values.len() / scale.len().max(1);
        for (group, &scale) in to.values.chunks_exact_mut(size.max(1)).zip(scale) {
            let scale = if Domain::Positive.contains(scale) { scale } else { f64::NAN };
            group.iter_mut().for_each(|x| *x = normal(0.0, scale, to.rng));
        }
        centre(to.values, self.columns, self.has_zero_columns(operands.kept));
        true
    }

    fn log_densities(&self, _: &Sizes, operands: Operands<'_>, each: &mut [f64]) -> bool {
        if each.len() != self.rows || self.has_zero_columns(operands.kept) {
            return false;
        }
        let ([x, scale, ..], d) = (operands.arguments, self.columns.saturating_sub(1) as f64);
        for (row, each) in each.iter_mut().enumerate() {
            let scale = scale[row.min(scale.len() - 1)];
            let square = square(&x[row * self.columns..][..self.columns], scale);
            *each = -0.5 * square - d * (scale.ln() + HALF_LOG_TWO_PI);
        }
        true
    }
}

/// Σᵢ xᵢ²/τ²
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn square(x: &[f64], scale: f64) -> f64 {
    let inverse = scale.recip();
    x.iter().map(|x| (x * inverse) * (x * inverse)).sum()
}
