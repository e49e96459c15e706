//! The functions of one argument: a table of values and derivatives.

use crate::contract::conjugacy::Link;
use crate::contract::expression::Expression;
use crate::contract::node::Undefined;
use crate::expression::Expr;
use crate::math;
use crate::node::{Keeps, Unary, UnaryFunction};
use crate::sealed::Sealed;
use crate::simd::{Mask, Pack};
use pulp::Simd;

/// Declares functions of one argument and the methods that apply them:
/// `Type, method: |x| (value, derivative)`, or `Type, method [CONSTANT: Type = …]: …` for a function with
/// further facts. If rounding matters, `…, of sum |x, rest| (value, derivative)` is the function of the sum
/// of both.
macro_rules! unary_functions {
    ($(
        $(#[$doc:meta])* $Name:ident,
        $method:ident $([$CONSTANT:ident: $Told:ty = $told:expr])*: |$x:ident| $pair:expr
        $(, of sum |$at:ident, $rest:ident| $pair_of_sum:expr)?;
    )*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $Name;

            impl Sealed for $Name {}

            impl UnaryFunction for $Name {
                const NAME: &'static str = stringify!($method);
                $(const $CONSTANT: $Told = $told;)*

                #[cfg_attr(not(monomorph_outlined), inline(always))]
                fn value_and_derivative<S: Simd>(self, $x: Pack<S>) -> (Pack<S>, Pack<S>) {
                    $pair
                }

                $(
                    const READS_REST: bool = true;

                    #[cfg_attr(not(monomorph_outlined), inline(always))]
                    fn value_of_sum<S: Simd>(self, $at: Pack<S>, $rest: Pack<S>) -> (Pack<S>, Pack<S>) {
                        $pair_of_sum
                    }
                )?
            }
        )*

        /// Functions of one argument, element by element. Outside a function's domain the log density is −∞.
        impl<N: Expression> Expr<N> {
            $(
                $(#[$doc])*
                pub fn $method(self) -> Expr<Unary<$Name, N>> {
                    Expr(Unary::new($Name, self.0))
                }
            )*
        }
    };
}

unary_functions! {
    /// eˣ
    Exp, exp [IS_EXP: bool = true]: |x| {
        let value = math::exp(x);
        (value, value)
    };
    /// The natural logarithm, for x > 0; Rust's `ln`.
    Log, log [UNDEFINED: Undefined = Undefined::LOG] [LOGARITHM: Option<usize> = Some(0)]:
    |x| (math::log(x), x.recip()),
    of sum |x, rest| {
        let slope = x.recip();
        (rest.mul_add(slope, math::log(x)), slope)
    };
    /// log(1 + x), accurate near 0, for x > −1.
    Log1p, log1p [UNDEFINED: Undefined = Undefined::LOG1P]: |x| (math::log1p(x), (x + 1.0).recip()),
    of sum |x, rest| {
        log_and_slope_of_sum((x + 1.0) + rest, x.lt(-0.5), math::log1p(x))
    };
    /// eˣ − 1, accurate near 0.
    Expm1, expm1: |x| {
        let (slope, value) = math::exp_and_expm1(x);
        (value, slope)
    };
    /// √x for x ≥ 0
    Sqrt, sqrt [LINK: Link = Link::Root] [UNDEFINED: Undefined = Undefined::SQRT]: |x| {
        let value = x.sqrt();
        // The derivative guards and divides as a scale and its densities do, so that only one of the three
        // divisions remains after optimisation.
        let is_positive = value.gt(0.0);
        let guarded = is_positive.select(value, f64::NAN);
        (value, is_positive.select(guarded.recip() * 0.5, f64::INFINITY))
    };
    /// x²
    Square, square [KEEPS: Keeps = Keeps::Square]: |x| (x * x, x + x);
    /// 1/x
    Recip, recip [LINK: Link = Link::Reciprocal]: |x| {
        let value = x.recip();
        (value, -(value * value))
    };
    /// |x|, with derivative 0 at 0.
    Abs, abs [IS_DEAR: bool = false]: |x| {
        let sign = x.gt(0.0).select(1.0, x.lt(0.0).select(-1.0, 0.0));
        (x.abs(), sign)
    };
    /// The logistic function 1 / (1 + e⁻ˣ), whose derivative is s(x) s(−x).
    InvLogit, inv_logit: |x| {
        let value = math::logistic(x);
        (value, value * math::logistic(-x))
    };
    /// log(x / (1 − x)) for 0 < x < 1
    Logit, logit [UNDEFINED: Undefined = Undefined::LOGIT]: |x| log_odds(x, 1.0 - x),
    of sum |x, rest| log_odds(x, (1.0 - x) - rest);
    /// log(1 + eˣ), whose derivative is the logistic function.
    Log1pExp, log1p_exp: |x| math::log1p_exp_and_logistic(x);
    /// The hyperbolic tangent, whose derivative is 1 − tanh² x.
    Tanh, tanh: |x| math::tanh_and_slope(x);
    /// The sine of the argument.
    Sin, sin: |x| math::sin_cos(x);
    /// The cosine of the argument.
    Cos, cos: |x| {
        let (sine, cosine) = math::sin_cos(x);
        (cosine, -sine)
    };
    /// log(1 − x), accurate near 0, for x < 1.
    Log1m, log1m [UNDEFINED: Undefined = Undefined::LOG1M] [LOGARITHM: Option<usize> = Some(1)]:
    |x| (math::log1p(-x), -(1.0 - x).recip()),
    of sum |x, rest| {
        let (value, slope) = log_and_slope_of_sum((1.0 - x) - rest, x.gt(0.5), math::log1p(-x));
        (value, -slope)
    };
    /// log(1 − eˣ) for x < 0
    Log1mExp, log1m_exp [UNDEFINED: Undefined = Undefined::LOG1M_EXP]: |x| math::log1m_exp_and_slope(x);
    /// log s(x) with the logistic function s, whose derivative is s(−x).
    LogInvLogit, log_inv_logit: |x| {
        let (value, slope) = math::log1p_exp_and_logistic(-x);
        (-value, slope)
    };
    /// log(1 − s(x)) with the logistic function s, whose derivative is −s(x).
    Log1mInvLogit, log1m_inv_logit: |x| {
        let (value, slope) = math::log1p_exp_and_logistic(x);
        (-value, -slope)
    };
    /// The standard normal distribution function Φ, whose derivative is the density φ.
    Phi, phi: |x| (math::normal_cdf(x), normal_density(x));
    /// log Φ(x), accurate in the lower tail.
    LogPhi, log_phi: |x| math::log_normal_cdf_and_slope(x);
    /// Stan's approximation of Φ by the logistic function, s(0.07056 x³ + 1.5976 x).
    PhiApprox, phi_approx: |x| {
        let argument = x * x.square().mul_add(0.07056, 1.5976);
        let value = math::logistic(argument);
        let slope = x.square().mul_add(0.21168, 1.5976);
        (value, slope * value * math::logistic(-argument))
    };
    /// The standard normal quantile function Φ⁻¹, for 0 < x < 1.
    InvPhi, inv_phi [UNDEFINED: Undefined = Undefined::INV_PHI]: |x| {
        let value = math::inv_normal_cdf(x);
        (value, normal_density(value).recip())
    }, of sum |x, rest| {
        // The smaller of x and 1 − x is used.
        let above = x.gt(0.5);
        let distance = math::inv_normal_cdf(above.select((1.0 - x) - rest, x));
        (above.select(-distance, distance), normal_density(distance).recip())
    };
    /// The error function.
    Erf, erf: |x| (math::erf(x), TWO_OVER_ROOT_PI * math::exp(-x.square()));
    /// The complementary error function 1 − erf(x).
    Erfc, erfc: |x| (math::erfc(x), -TWO_OVER_ROOT_PI * math::exp(-x.square()));
    /// The hyperbolic sine.
    Sinh, sinh: |x| math::sinh_cosh(x);
    /// The hyperbolic cosine.
    Cosh, cosh: |x| {
        let (sinh, cosh) = math::sinh_cosh(x);
        (cosh, sinh)
    };
    /// The angle whose tangent is x.
    Atan, atan: |x| (math::atan(x), x.mul_add(x, 1.0).recip());
    /// The cube root.
    Cbrt, cbrt: |x| {
        let value = math::cbrt(x);
        (value, (3.0 * value.square()).recip())
    };
    /// log Γ(x) for x > 0, whose derivative is the digamma function.
    Lgamma, lgamma: |x| math::lgamma_and_digamma(x);
    /// The gamma function, except at 0, −1, −2, …
    Tgamma, tgamma: |x| {
        let value = math::tgamma(x);
        (value, value * digamma(x))
    };
    /// The digamma function ψ, the derivative of log Γ, except at 0, −1, −2, …
    Digamma, digamma: |x| (digamma(x), trigamma(x));
    /// The trigamma function ψ′ for x > 0.
    Trigamma, trigamma: |x| math::trigamma_and_tetragamma(x);
}

/// Functions under the names that Rust uses for numbers.
impl<N: Expression> Expr<N> {
    /// The natural logarithm under the name that Rust uses for numbers: [`log`](Self::log).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { x: positive() }
    /// let model = model! { x |= gamma(2.0, 1.0), y = x.ln() };
    /// assert!((model.compile()?.constrain(&[0.7])?.get("y")?[0] - 0.7).abs() < 1e-15);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn ln(self) -> Expr<Unary<Log, N>> {
        self.log()
    }
}

/// 2/√π
const TWO_OVER_ROOT_PI: f64 = core::f64::consts::FRAC_2_SQRT_PI;

/// 1/√(2π)
const INVERSE_ROOT_TWO_PI: f64 = 0.398_942_280_401_432_7;

/// log(x / (1 − x)) and its derivative, given x and 1 − x.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn log_odds<S: Simd>(x: Pack<S>, complement: Pack<S>) -> (Pack<S>, Pack<S>) {
    (math::log(x / complement), (x * complement).recip())
}

/// Returns the logarithm of a sum that may be much smaller than its summands, and the reciprocal; if the sum
/// is not near 0, the logarithm is given as `log`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn log_and_slope_of_sum<S: Simd>(sum: Pack<S>, is_near: Mask<S>, log: Pack<S>) -> (Pack<S>, Pack<S>) {
    (is_near.select(math::log(sum), log), sum.recip())
}

/// φ(x)
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn normal_density<S: Simd>(x: Pack<S>) -> Pack<S> {
    INVERSE_ROOT_TWO_PI * math::exp(-0.5 * x.square())
}

/// ψ(x), left of 0 by ψ(x) = ψ(1 − x) − π cot πx.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn digamma<S: Simd>(x: Pack<S>) -> Pack<S> {
    let left = x.lt(0.0);
    let (sine, cosine) = sin_cos_pi(x);
    let right = math::digamma(left.select(1.0 - x, x));
    left.select(right - core::f64::consts::PI * cosine / sine, right)
}

/// ψ′(x), left of 0 by ψ′(x) = π² / sin² πx − ψ′(1 − x).
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn trigamma<S: Simd>(x: Pack<S>) -> Pack<S> {
    let left = x.lt(0.0);
    let (sine, _) = sin_cos_pi(x);
    let right = math::trigamma(left.select(1.0 - x, x));
    left.select((core::f64::consts::PI / sine).square() - right, right)
}

/// (sin πx, cos πx) up to a common sign, from the distance to the nearest integer, which is exact.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn sin_cos_pi<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    // Adding and subtracting 3 · 2⁵¹ rounds to the nearest integer.
    let nearest = (x + 6_755_399_441_055_744.0) - 6_755_399_441_055_744.0;
    math::sin_cos((x - nearest) * core::f64::consts::PI)
}

/// −x
#[derive(Clone, Copy, Debug)]
pub struct Negate;

impl Sealed for Negate {}

impl UnaryFunction for Negate {
    const NAME: &'static str = "neg";
    const MULTIPLE: Option<f64> = Some(-1.0);
    const KEEPS: Keeps = Keeps::Negative;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn value_and_derivative<S: Simd>(self, x: Pack<S>) -> (Pack<S>, Pack<S>) {
        (-x, x.constant(-1.0))
    }
}

/// xⁿ for an integer n: derivative n xⁿ⁻¹.
#[derive(Clone, Copy, Debug)]
pub struct Powi(pub(crate) i32);

impl Sealed for Powi {}

impl UnaryFunction for Powi {
    const NAME: &'static str = "powi";
    const KEEPS: Keeps = Keeps::Square;

    fn keeps(self) -> Keeps {
        if self.0 == 2 { Keeps::Square } else { Keeps::Nothing }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn value_and_derivative<S: Simd>(self, x: Pack<S>) -> (Pack<S>, Pack<S>) {
        let Self(n) = self;
        if n == 0 {
            // The value is 1 everywhere, also at 0.
            return (x.constant(1.0), x.constant(0.0));
        }
        (math::powi(x, n), f64::from(n) * math::powi(x, n.wrapping_sub(1)))
    }

    fn describe(self, text: &mut String) {
        text.push_str(&format!(".powi({})", self.0));
    }
}
