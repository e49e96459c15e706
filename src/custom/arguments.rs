//! The arguments of user-defined operations and distributions: a tuple of expressions, data and numbers.

use crate::contract::expression::Expressions;
use crate::expression::IntoExpr;
use crate::node::Stored;
use crate::sealed::{OfArguments, Sealed};

/// A tuple of `COUNT` expressions, data and numbers, at most five.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give {COUNT} argument(s) in a tuple",
    label = "not a tuple of this length, of numbers, data and expressions",
    note = "arguments stand in a tuple, a single one with a comma behind it: `(x,)`"
)]
pub trait Arguments<const COUNT: usize>: Sealed<OfArguments> {
    /// The expressions.
    type Nodes: Copy + Send + Sync;

    /// The expressions, each stored in the workspace.
    type InSlots: Expressions;

    /// Returns the expressions.
    fn into_nodes(self) -> Self::Nodes;

    /// Returns the expressions, each stored in the workspace.
    fn into_slots(self) -> Self::InSlots;
}

/// Implements [`Arguments`] for the tuple of these types.
macro_rules! arguments {
    ($($count:literal: $($Item:ident)*;)*) => {$(
        impl<$($Item),*> Sealed<OfArguments> for ($($Item,)*) {}

        #[allow(non_snake_case, clippy::unused_unit)]
        impl<$($Item: IntoExpr),*> Arguments<$count> for ($($Item,)*) {
            type Nodes = ($($Item::Node,)*);
            type InSlots = ($(Stored<$Item::Node>,)*);

            fn into_nodes(self) -> Self::Nodes {
                let ($($Item,)*) = self;
                ($($Item.into_expr().0,)*)
            }

            fn into_slots(self) -> Self::InSlots {
                let ($($Item,)*) = self;
                ($(Stored::new($Item.into_expr().0),)*)
            }
        }
    )*};
}

arguments! {
    0: ;
    1: A;
    2: A B;
    3: A B C;
    4: A B C D;
    5: A B C D E;
}
