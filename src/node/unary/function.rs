//! What a function of one argument is: its value, its derivative, and what it makes of what rounding has
//! taken off its argument.

use crate::contract::conjugacy::Link;
use crate::contract::node::Undefined;
use crate::math;
use crate::sealed::Sealed;
use crate::simd::Pack;
use pulp::Simd;

/// What a function of one argument makes of what rounding has taken off its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Nothing is known of what rounding takes off the value.
    Nothing,
    /// The value is −x.
    Negative,
    /// The value is x².
    Square,
}

/// A function of one argument with its derivative.
pub trait UnaryFunction: Sealed + Copy + Send + Sync + 'static {
    /// The name, as it is written after the dot.
    const NAME: &'static str;

    /// The slope of a function that is a multiple of its argument.
    const MULTIPLE: Option<f64> = None;

    /// True for eˣ.
    const IS_EXP: bool = false;

    /// The place of the value among the logarithms of a scalar between 0 and 1: 0 for log x, 1 for
    /// log(1 − x).
    const LOGARITHM: Option<usize> = None;

    /// Itself, if it has no value for some arguments.
    const UNDEFINED: Undefined = Undefined::NONE;

    /// True if [`value_of_sum`](Self::value_of_sum) differs from that of the argument as it stands.
    const READS_REST: bool = false;

    /// What the function may make of the rest of its argument.
    const KEEPS: Keeps = Keeps::Nothing;

    /// The link that the function makes of the identity: √x, 1/x, a multiple, or anything else.
    const LINK: Link = if Self::MULTIPLE.is_some() { Link::Multiple } else { Link::Other };

    /// True if the function takes so long that its derivative is better kept than computed again.
    const IS_DEAR: bool = matches!((Self::LINK, Self::KEEPS), (Link::Other, Keeps::Nothing));

    /// f(x) and f′(x). A value that is not used costs nothing: the compiler removes it.
    fn value_and_derivative<S: Simd>(self, x: Pack<S>) -> (Pack<S>, Pack<S>);

    /// f(x + r) and f′(x + r), where rounding has taken the rest r off x.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn value_of_sum<S: Simd>(self, x: Pack<S>, _rest: Pack<S>) -> (Pack<S>, Pack<S>) {
        self.value_and_derivative(x)
    }

    /// What the function makes of the rest of its argument.
    fn keeps(self) -> Keeps {
        Self::KEEPS
    }

    /// Appends the call as a reader would write it after the argument.
    fn describe(self, text: &mut String) {
        text.push('.');
        text.push_str(Self::NAME);
        text.push_str("()");
    }
}

/// What rounding takes off a product, given what it has taken off the factors: with the error of the product
/// itself, l r − fl(l r) + l r′ + r l′.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn rest_of_product<S: Simd>([x, y]: [Pack<S>; 2], [rest_x, rest_y]: [Pack<S>; 2]) -> Pack<S> {
    let (_, error) = math::two_product(x, y);
    x.mul_add(rest_y, y.mul_add(rest_x, error))
}
