//! Laws composed of distributions: mixtures, truncated, censored and weighted laws.
//!
//! Each is an expression of log densities and cumulative probabilities, so they can be nested: a component
//! of a mixture may be truncated, and a weighted law may be a mixture.

mod censored;
mod crossing;
mod cumulative;
mod each;
mod ends;
mod flagged_inside;
mod functions;
mod mixture;
mod narrow;
mod sample;
mod truncated;
mod weight_shape;
mod weighted;

#[cfg_attr(doc, doc(hidden))]
pub use censored::{Above, Below, Both, Censored, Flagged, Left, Right, Side};
#[cfg_attr(doc, doc(hidden))]
pub use cumulative::{AtPoint, LogCcdf, LogCdf, LogMass, LogTail, WithPoint};
#[cfg_attr(doc, doc(hidden))]
pub use each::MixtureOfEach;
pub use each::{Each, components};
#[cfg_attr(doc, doc(hidden))]
pub use flagged_inside::{FlaggedInside, LogRest};
#[cfg_attr(doc, doc(hidden))]
pub use functions::{
    CensoredAbove, CensoredBelow, CensoredBetween, FlaggedAbove, FlaggedBelow, TruncatedAbove,
    TruncatedBelow, TruncatedBetween, UnlessFlagged, UpTo, Weighing,
};
pub use mixture::mixture;
#[cfg_attr(doc, doc(hidden))]
pub use mixture::{Components, ComponentsAt, Mixture, Weights};
#[cfg_attr(doc, doc(hidden))]
pub use truncated::Truncated;
#[cfg_attr(doc, doc(hidden))]
pub use weight_shape::WeightShape;
#[cfg_attr(doc, doc(hidden))]
pub use weighted::Weighted;
pub use weighted::weighted;

use crate::contract::expression::{Expression, Fit, Fitted};
use crate::contract::family::Family;
use crate::contract::node::Node;
use crate::distribution::{Categorical, CategoryOfRow, Distribution, Law, Multivariate, WholeLaw};
use crate::expression::{Expr, IntoExpr};
use crate::model::{ComposedNode, Follow, Variable};
use crate::node::{Apply, Function};
use crate::shape::LeftOf;

/// The function `F` of expressions, made to fit one another.
pub type Applied<F, Arguments> = Apply<F, Fitted<Arguments>, <Arguments as Fit>::Shape>;

/// Applies a function to expressions.
pub(crate) fn apply<F: Function, Arguments: Fit>(arguments: Arguments) -> Applied<F, Arguments> {
    Apply::new(arguments.lift())
}

/// Does not compile if the variable of a law with atoms is not data.
#[track_caller]
const fn atoms_are_of_data<L: Law<Y>, Y: Expression>() {
    assert!(
        !L::IS_OF_DATA || <Y::Bound as Node>::FACTS.is_data_of_each(),
        "monomorph: a law that gives single points a probability and has a density elsewhere is one of data: a parameter \
         would have no density under it"
    );
}

/// Implements the method that returns a law's log density as an expression, and the statement of a composed
/// law.
macro_rules! laws {
    (plain $(<$($Parameter:ident $(: $Bound:ident)?),*> $Law:ty;)* composed $($rest:tt)*) => {
        laws!(@methods $(<$($Parameter $(: $Bound)?),*> $Law;)* $($rest)*);
        laws!(@statements $($rest)*);
    };
    (@statements $(<$($Parameter:ident),*> $Law:ty;)*) => {$(
        impl<Target: Variable, $($Parameter),*> Follow<Target> for $Law
        where
            Self: Law<Target>,
            Target::Shape: LeftOf<<<Self as Law<Target>>::LogDensity as Expression>::Shape>,
        {
            type Statement = ComposedNode<Target, Self, <Self as Law<Target>>::LogDensity>;

            fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
                ComposedNode::new(variable, self, source)
            }
        }
    )*};
    (@methods $(<$($Parameter:ident $(: $Bound:ident)?),*> $Law:ty;)*) => {$(
        impl<$($Parameter $(: $Bound)?),*> $Law {
            /// The log density at `y` as an expression, element by element.
            ///
            /// Outside the support it is −∞. `y |= law` is `increment(law.log_density(y))` for data.
            ///
            /// ```
            /// use monomorph::prelude::*;
            ///
            /// let y = [0.3, -1.1, 4.0];
            /// params! { mu: real() }
            /// let plain = model! { mu |= normal(0.0, 1.0), data(&y) |= normal(mu, 2.0) };
            /// let spelled = model! {
            ///     mu |= normal(0.0, 1.0),
            ///     increment(normal(mu, 2.0).log_density(data(&y))),
            /// };
            /// let (plain, spelled) = (plain.compile()?, spelled.compile()?);
            /// let difference = plain.log_density(&[0.7], &mut plain.workspace())
            ///     - spelled.log_density(&[0.7], &mut spelled.workspace());
            /// assert!(difference.abs() < 1e-14);
            /// # Ok::<(), monomorph::Error>(())
            /// ```
            #[inline(never)]
            pub fn log_density<Y: IntoExpr>(self, y: Y) -> Expr<<Self as Law<Y::Node>>::LogDensity>
            where
                Self: Law<Y::Node>,
            {
                let () = <Self as Law<Y::Node>>::CHECKED;
                let () = const { atoms_are_of_data::<Self, Y::Node>() };
                Expr(self.log_density_at(y.into_expr().0))
            }
        }
    )*};
}

laws! {
    plain
    <F: Family, Arguments> Distribution<F, Arguments>;
    <Kind, G, K, Mean, Arguments> Multivariate<Kind, G, K, Mean, Arguments>;
    <F, Argument> Categorical<F, Argument>;
    composed
    <W, C> Mixture<W, C>;
    <N, L> MixtureOfEach<N, L>;
    <F, Arguments, S> Truncated<F, Arguments, S>;
    <F, Arguments, S> Censored<F, Arguments, S>;
    <F, Arguments, S, N> Flagged<F, Arguments, S, N>;
    <F, Arguments, Sides, S, N> FlaggedInside<F, Arguments, Sides, S, N>;
    <W, L> Weighted<W, L>;
    <Density, Arguments> WholeLaw<Density, Arguments>;
    <In, Rows> CategoryOfRow<In, Rows>;
}
