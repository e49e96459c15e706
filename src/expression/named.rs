//! The expressions that have names: parameters and definitions themselves.

use crate::error::Error;
use crate::expression::Expr;
use crate::name::Name;
use crate::node::{Local, Parameter};
use crate::support::DeclaredData;
use crate::trace::{IntoVarName, Named, Shaped, VarName};

impl<Var: Name, Sh: Shaped, Support: Copy + Send + Sync, Seen: DeclaredData> Named
    for Expr<Parameter<Var, Sh, Support, Seen>>
{
    type Shape = Sh;
    type Name = Var;
}

impl<Var: Name, Sh: Shaped> Named for Expr<Local<Var, Sh>> {
    type Shape = Sh;
    type Name = Var;
}

#[diagnostic::do_not_recommend]
impl<N> IntoVarName for Expr<N>
where
    Self: Named,
{
    fn into_var_name(self) -> Result<VarName, Error> {
        Ok(VarName::of_variable(<Self as Named>::NAME))
    }
}
