//! [`ByLaplace`]: the name of a variable that is marginalised by an approximation.

use crate::name::{Declaration, Name};
use core::marker::PhantomData;

/// The name `Var` where the variable is marginalised by a Laplace approximation in place of an exact sum.
#[derive(Debug)]
pub struct ByLaplace<Var>(PhantomData<fn() -> Var>);

impl<Var> Clone for ByLaplace<Var> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Var> Copy for ByLaplace<Var> {}

impl<Var: Name> Name for ByLaplace<Var> {
    const NAME: &'static str = Var::NAME;
    const DECLARATION: Declaration = Var::DECLARATION;
    const IS_APPROXIMATED: bool = true;
}
