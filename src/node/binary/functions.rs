//! The functions of two arguments: each with its value, its partial derivatives and its effect on affine
//! forms.

use crate::contract::node::Undefined;
use crate::contract::operation::Affinity;
use crate::math;
use crate::sealed::Sealed;
use crate::simd::Pack;
use pulp::Simd;

/// A function of two arguments with its partial derivatives.
pub trait BinaryFunction: Sealed + Copy + Send + Sync + 'static {
    /// The operator as it is written between the arguments.
    const SYMBOL: &'static str;

    /// The precedence: 1 for sums, 2 for products, 3 for everything else.
    const PRECEDENCE: u8;

    /// The effect of the function on affine forms.
    const AFFINITY: Affinity;

    /// The function itself, if it is undefined for some arguments.
    const UNDEFINED: Undefined;

    /// f(x, y), ∂f/∂x and ∂f/∂y. Unused results cost nothing: the compiler removes them.
    fn value_and_partials<S: Simd>(x: Pack<S>, y: Pack<S>) -> (Pack<S>, Pack<S>, Pack<S>);
}

/// Returns `value` where `argument` is a number, and NaN where `argument` is NaN: the comparisons that
/// compute `value` are false for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn or_nan<S: Simd>(value: Pack<S>, argument: Pack<S>) -> Pack<S> {
    argument.eq(argument).select(value, argument)
}

/// Declares the functions of two arguments:
/// `name, symbol, precedence, affinity, undefined => |x, y| (value, ∂/∂x, ∂/∂y)`.
macro_rules! binary_functions {
    ($($(#[$doc:meta])* $Name:ident, $symbol:literal, $precedence:literal, $affinity:expr, $undefined:expr =>
        |$x:ident, $y:ident| $value:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name;

        impl Sealed for $Name {}

        impl BinaryFunction for $Name {
            const SYMBOL: &'static str = $symbol;
            const PRECEDENCE: u8 = $precedence;
            const AFFINITY: Affinity = $affinity;
            const UNDEFINED: Undefined = $undefined;

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn value_and_partials<S: Simd>($x: Pack<S>, $y: Pack<S>) -> (Pack<S>, Pack<S>, Pack<S>) {
                $value
            }
        }
    )*};
}

binary_functions! {
    /// x + y
    Add, " + ", 1, Affinity::Sum(1.0), Undefined::NONE => |x, y| (x + y, x.constant(1.0), x.constant(1.0));
    /// x − y
    Sub, " - ", 1, Affinity::Sum(-1.0), Undefined::NONE => |x, y| (x - y, x.constant(1.0), x.constant(-1.0));
    /// x y
    Mul, " * ", 2, Affinity::Product, Undefined::NONE => |x, y| (x * y, y, x);
    /// x / y
    Div, " / ", 2, Affinity::Quotient, Undefined::NONE => |x, y| {
        let (quotient, reciprocal) = (x / y, y.recip());
        (quotient, reciprocal, -(quotient * reciprocal))
    };
    /// xʸ for x ≥ 0: ∂/∂x = y xʸ⁻¹, which is 0 where y is 0, and ∂/∂y = xʸ log x, which is 0 where x is 0 and
    /// xʸ not ∞
    Powf, ".powf", 3, Affinity::Curved, Undefined::POWF => |x, y| math::powf_and_slopes(x, y);
    /// max(x, y): the slope by the larger argument is 1, by the other one 0
    Max, ".max", 3, Affinity::Curved, Undefined::NONE => |x, y| {
        let is_first = x.gt(y);
        (or_nan(is_first.select(x, y), x), is_first.select(1.0, 0.0), is_first.select(0.0, 1.0))
    };
    /// min(x, y): the slope by the smaller argument is 1, by the other one 0
    Min, ".min", 3, Affinity::Curved, Undefined::NONE => |x, y| {
        let is_first = x.lt(y);
        (or_nan(is_first.select(x, y), x), is_first.select(1.0, 0.0), is_first.select(0.0, 1.0))
    };
    /// 1 where x > y, else 0: the slopes are 0
    Greater, ".greater", 3, Affinity::Curved, Undefined::NONE => |x, y| {
        (or_nan(or_nan(x.gt(y).select(1.0, 0.0), x), y), x.constant(0.0), x.constant(0.0))
    };
    /// 1 where x < y, else 0: the slopes are 0
    Less, ".less", 3, Affinity::Curved, Undefined::NONE => |x, y| {
        (or_nan(or_nan(x.lt(y).select(1.0, 0.0), x), y), x.constant(0.0), x.constant(0.0))
    };
}
