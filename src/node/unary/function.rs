//! Functions of one argument: their values, their derivatives, and their effect on the rest that rounding
//! has removed from the argument.

use crate::contract::conjugacy::Link;
use crate::contract::node::Undefined;
use crate::math;
use crate::sealed::Sealed;
use crate::simd::Pack;
use pulp::Simd;

/// The effect of a function of one argument on the rest that rounding has removed from its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// The rest of the value is not known.
    Nothing,
    /// The value is −x.
    Negative,
    /// The value is x².
    Square,
}

/// A function of one argument with its derivative.
pub trait UnaryFunction: Sealed + Copy + Send + Sync + 'static {
    /// The name of the method that applies it.
    const NAME: &'static str;

    /// The slope of a function that is a multiple of its argument.
    const MULTIPLE: Option<f64> = None;

    /// True for eˣ.
    const IS_EXP: bool = false;

    /// The place of the value among the stored logarithms of a scalar between 0 and 1: 0 for log x, 1 for
    /// log(1 − x).
    const LOGARITHM: Option<usize> = None;

    /// The function itself, if it is undefined for some arguments.
    const UNDEFINED: Undefined = Undefined::NONE;

    /// True if [`value_of_sum`](Self::value_of_sum) differs from the function's value without the rest.
    const READS_REST: bool = false;

    /// The effect that the function may have on the rest of its argument.
    const KEEPS: Keeps = Keeps::Nothing;

    /// The link of the function applied to the identity: √x, 1/x, a multiple, or any other.
    const LINK: Link = if Self::MULTIPLE.is_some() { Link::Multiple } else { Link::Other };

    /// True if the function takes so long that it is better to keep its derivative than to compute it
    /// again.
    const IS_DEAR: bool = matches!((Self::LINK, Self::KEEPS), (Link::Other, Keeps::Nothing));

    /// f(x) and f′(x). Unused results cost nothing: the compiler removes them.
    fn value_and_derivative<S: Simd>(self, x: Pack<S>) -> (Pack<S>, Pack<S>);

    /// f(x + r) and f′(x + r), where r is the rest that rounding has removed from x.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn value_of_sum<S: Simd>(self, x: Pack<S>, _rest: Pack<S>) -> (Pack<S>, Pack<S>) {
        self.value_and_derivative(x)
    }

    /// The effect of the function on the rest of its argument.
    fn keeps(self) -> Keeps {
        Self::KEEPS
    }

    /// Appends the call as a user would write it after the argument.
    fn describe(self, text: &mut String) {
        text.push('.');
        text.push_str(Self::NAME);
        text.push_str("()");
    }
}

/// The rest that rounding removes from a product, given the rests of the factors, l′ and r′: l r − fl(l
/// r) + l r′ + r l′, which includes the rounding error of the product itself.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn rest_of_product<S: Simd>([x, y]: [Pack<S>; 2], [rest_x, rest_y]: [Pack<S>; 2]) -> Pack<S> {
    let (_, error) = math::two_product(x, y);
    x.mul_add(rest_y, y.mul_add(rest_x, error))
}
