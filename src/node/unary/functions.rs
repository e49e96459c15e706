//! The functions of one argument: a table of values and derivatives.

use super::{Unary, UnaryFunction};
use crate::expression::Expr;
use crate::math;
use crate::node::Node;
use crate::simd::Pack;
use pulp::Simd;

/// Declares functions of one argument and the methods that apply them:
/// `Type, method: |x| (value, derivative)`.
macro_rules! unary_functions {
    ($($(#[$doc:meta])* $Name:ident, $method:ident: |$x:ident| $pair:expr;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $Name;

            impl UnaryFunction for $Name {
                const NAME: &'static str = stringify!($method);

                #[inline(always)]
                fn value_and_derivative<S: Simd>(self, $x: Pack<S>) -> (Pack<S>, Pack<S>) {
                    $pair
                }
            }
        )*

        /// Functions of one argument, element by element. Outside a function's domain the log density is −∞.
        impl<N: Node> Expr<N> {
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
    Exp, exp: |x| {
        let value = math::exp(x);
        (value, value)
    };
    /// The natural logarithm, for x > 0.
    Log, log: |x| (math::log(x), x.recip());
    /// log(1 + x), accurate near 0, for x > −1.
    Log1p, log1p: |x| (math::log1p(x), (x + 1.0).recip());
    /// eˣ − 1, accurate near 0.
    Expm1, expm1: |x| {
        let value = math::expm1(x);
        (value, value + 1.0)
    };
    /// √x for x ≥ 0
    Sqrt, sqrt: |x| {
        let value = x.sqrt();
        (value, 0.5 / value)
    };
    /// x²
    Square, square: |x| (x * x, x + x);
    /// 1/x
    Recip, recip: |x| {
        let value = x.recip();
        (value, -(value * value))
    };
    /// |x|, with derivative 0 at 0.
    Abs, abs: |x| {
        let sign = x.gt(0.0).select(1.0, x.lt(0.0).select(-1.0, 0.0));
        (x.abs(), sign)
    };
    /// The logistic function 1 / (1 + e⁻ˣ), whose derivative is s(x) s(−x).
    InvLogit, inv_logit: |x| {
        let value = math::logistic(x);
        (value, value * math::logistic(-x))
    };
    /// log(x / (1 − x)) for 0 < x < 1
    Logit, logit: |x| {
        let rest = 1.0 - x;
        (math::log(x / rest), (x * rest).recip())
    };
    /// log(1 + eˣ), whose derivative is the logistic function.
    Log1pExp, log1p_exp: |x| math::log1p_exp_and_logistic(x);
    /// The hyperbolic tangent, whose derivative is 1 − tanh² x.
    Tanh, tanh: |x| {
        let value = math::tanh(x);
        (value, 1.0 - value * value)
    };
    /// The sine.
    Sin, sin: |x| math::sin_cos(x);
    /// The cosine.
    Cos, cos: |x| {
        let (sine, cosine) = math::sin_cos(x);
        (cosine, -sine)
    };
    /// log Γ(x) for x > 0, whose derivative is the digamma function.
    Lgamma, lgamma: |x| math::lgamma_and_digamma(x);
}

/// −x
#[derive(Clone, Copy, Debug)]
pub struct Negate;

impl UnaryFunction for Negate {
    const NAME: &'static str = "neg";

    #[inline(always)]
    fn value_and_derivative<S: Simd>(self, x: Pack<S>) -> (Pack<S>, Pack<S>) {
        (-x, x.constant(-1.0))
    }
}

/// xⁿ for an integer n: derivative n xⁿ⁻¹.
#[derive(Clone, Copy, Debug)]
pub struct Powi(pub(crate) i32);

impl UnaryFunction for Powi {
    const NAME: &'static str = "powi";

    #[inline(always)]
    fn value_and_derivative<S: Simd>(self, x: Pack<S>) -> (Pack<S>, Pack<S>) {
        let Self(n) = self;
        (math::powi(x, n), f64::from(n) * math::powi(x, n.wrapping_sub(1)))
    }

    fn describe(self, text: &mut String) {
        text.push_str(&format!(".powi({})", self.0));
    }
}
