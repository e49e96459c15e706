//! [`ByLaplace`]: the name of variables that are marginalised by an approximation.

use crate::name::{Declaration, Name, Var};
use core::marker::PhantomData;

/// The name of the variables `Names`, a tuple, where they are marginalised together by a Laplace
/// approximation in place of exact sums.
#[derive(Debug)]
pub struct ByLaplace<Names>(PhantomData<fn() -> Names>);

impl<Names> Clone for ByLaplace<Names> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Names> Copy for ByLaplace<Names> {}

macro_rules! approximated {
    ($First:ident $($Name:ident)*) => {
        impl<$First: Name $(, $Name: Name)*> Name for ByLaplace<($First, $($Name,)*)> {
            const NAME: &'static str = $First::NAME;
            const DECLARATION: Declaration = $First::DECLARATION;
            const APPROXIMATED: Option<&'static [Var]> = Some(&[$First::VAR $(, $Name::VAR)*]);
        }
    };
}

approximated!(A);
approximated!(A B);
approximated!(A B C);
approximated!(A B C D);
approximated!(A B C D E);
approximated!(A B C D E F);
