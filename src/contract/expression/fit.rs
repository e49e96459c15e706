//! Expressions made to fit one another: the shape that they broadcast to, and each lifted to a shape.

use crate::contract::expression::{Expression, Expressions};
use crate::sealed::Sealed;
use crate::shape::{Broadcast, Lifted, Shape};

/// Expressions that can be made to fit one shape: scalars are repeated along vectors, other expressions
/// stay as they are.
pub trait Fit: Sealed + Copy {
    /// The shape that all expressions broadcast to.
    type Shape: Shape;

    /// The expressions, each made to fit the shape `To`.
    type Lifted<To: Shape>: Expressions;

    /// Makes each expression fit the shape `To`.
    fn lift<To: Shape>(self) -> Self::Lifted<To>;
}

/// A tuple to which one more expression is added in front: the variable before the arguments.
pub trait Prepend<Front> {
    /// The longer tuple.
    type Output;

    /// Adds an expression in front of the tuple.
    fn prepend(self, front: Front) -> Self::Output;
}

/// A tuple to which one more expression is added at the end.
pub trait Append<Back> {
    /// The longer tuple.
    type Output;

    /// Adds an expression at the end of the tuple.
    fn append(self, back: Back) -> Self::Output;
}

/// The expressions of `A`, made to fit their common shape.
pub type Fitted<A> = <A as Fit>::Lifted<<A as Fit>::Shape>;

/// The shape to which the shape `Left` and the shape of the expression `N` broadcast.
type Wider<Left, N> = <Left as Broadcast<<N as Expression>::Shape>>::Output;

/// The common shape of a list of expressions: the shape of the first ones is broadcast with the shape of
/// the next, one after the other.
macro_rules! common {
    ($Shape:ty;) => { $Shape };
    ($Shape:ty; $Next:ident $($Rest:ident)*) => { common!(Wider<$Shape, $Next>; $($Rest)*) };
}

/// Implements [`Fit`] for the tuple of these expressions: `first | expressions so far, next expression; …`.
macro_rules! fit {
    ([$First:ident $($Item:ident)*] [$($place:tt)*] [$($Known:ty, $Next:ident);*]) => {
        impl<$First: Expression, $($Item: Expression),*> Fit for ($First, $($Item,)*)
        where
            $($Known: Broadcast<$Next::Shape>,)*
        {
            type Shape = common!($First::Shape; $($Item)*);
            type Lifted<To: Shape> = (Lifted<$First, To>, $(Lifted<$Item, To>,)*);

            fn lift<To: Shape>(self) -> Self::Lifted<To> {
                fit!(@lift self To [$First $($Item)*] [$($place)*])
            }
        }
    };
    (@lift $self:ident $To:ident [$($Item:ident)*] [$($place:tt)*]) => {
        ($(<$Item::Shape as Shape>::lift::<_, $To>($self.$place),)*)
    };
}

fit!([A] [0] []);
fit!([A B] [0 1] [A::Shape, B]);
fit!([A B D] [0 1 2] [A::Shape, B; common!(A::Shape; B), D]);
fit!([A B D E] [0 1 2 3] [A::Shape, B; common!(A::Shape; B), D; common!(A::Shape; B D), E]);
fit!(
    [A B D E F] [0 1 2 3 4]
    [A::Shape, B; common!(A::Shape; B), D; common!(A::Shape; B D), E; common!(A::Shape; B D E), F]
);
fit!(
    [A B D E F G] [0 1 2 3 4 5]
    [
        A::Shape, B; common!(A::Shape; B), D; common!(A::Shape; B D), E; common!(A::Shape; B D E), F;
        common!(A::Shape; B D E F), G
    ]
);

impl<N: Expression, const COUNT: usize> Fit for [N; COUNT] {
    type Shape = N::Shape;
    type Lifted<To: Shape> = [Lifted<N, To>; COUNT];

    fn lift<To: Shape>(self) -> Self::Lifted<To> {
        self.map(<N::Shape as Shape>::lift::<_, To>)
    }
}

macro_rules! longer {
    ($($Item:ident)*) => {
        impl<Back, $($Item),*> Append<Back> for ($($Item,)*) {
            type Output = ($($Item,)* Back,);

            #[allow(non_snake_case)]
            fn append(self, back: Back) -> Self::Output {
                let ($($Item,)*) = self;
                ($($Item,)* back,)
            }
        }

        impl<Front, $($Item),*> Prepend<Front> for ($($Item,)*) {
            type Output = (Front, $($Item,)*);

            #[allow(non_snake_case)]
            fn prepend(self, front: Front) -> Self::Output {
                let ($($Item,)*) = self;
                (front, $($Item,)*)
            }
        }
    };
}

longer!();
longer!(A);
longer!(A B);
longer!(A B D);
longer!(A B D E);
longer!(A B D E F);
