//! The variables that a Laplace approximation integrates over.

use crate::expression::Expr;
use crate::name::{ByLaplace, Name};
use crate::node::Parameter;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dyn, Shape, Vector};
use crate::support::DeclaredData;
use crate::trace::{Named, Shaped};

/// A parameter, or a tuple of two to six of them, over which
/// [`marginalise_by_laplace`](crate::model::Marginalise::marginalise_by_laplace) integrates.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no parameter and no tuple of parameters",
    label = "not a parameter",
    note = "a Laplace approximation integrates over a parameter, or over several at once: \
            `model.marginalise_by_laplace((school, district))`"
)]
pub trait Latents: Sealed + Copy {
    /// The names, combined into one.
    type Name: Name;

    /// The shape of the parameter, or a vector if there are several.
    type Shape: Shape;
}

sealed! {
    [N] Expr<N>;
}

impl<Var: Name, Sh: Shaped + Shape, Support: Copy + Send + Sync, Seen: DeclaredData> Latents
    for Expr<Parameter<Var, Sh, Support, Seen>>
{
    type Name = ByLaplace<(Var,)>;
    type Shape = Sh;
}

macro_rules! several {
    ($($Each:ident)+) => {
        impl<$($Each: Named),+> Latents for ($($Each,)+)
        where
            ByLaplace<($($Each::Name,)+)>: Name,
        {
            type Name = ByLaplace<($($Each::Name,)+)>;
            type Shape = Vector<Dyn>;
        }
    };
}

several!(A B);
several!(A B C);
several!(A B C D);
several!(A B C D E);
several!(A B C D E F);
