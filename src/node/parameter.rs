//! A parameter, read wherever the model contains its name. It runs as a [`Leaf`](crate::node::Leaf).

use crate::compiler::Compiler;
use crate::compiler::DeclaredData;
use crate::compiler::rewrite::RowFacts;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::Companion;
use crate::error::Error;
use crate::labels::SideLevels;
use crate::name::{Anonymous, Identity, Name};
use crate::node::Leaf;
use crate::shape::{Extent, MatrixForm, Shape, Sides};
use core::marker::PhantomData;

/// A parameter by name, with its shape, its support, and its observed elements.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<Var, Sh, Support, Seen = ()> {
    pub(crate) extent: Extent,
    levels: SideLevels,
    form: MatrixForm,
    pub(crate) support: Support,
    pub(crate) seen: Seen,
    pub(crate) identity: &'static Identity,
    name: PhantomData<fn() -> (Var, Sh)>,
}

impl<Var: Name, Sh: Shape, Support, Seen> Parameter<Var, Sh, Support, Seen> {
    /// The leaf for a parameter of this extent.
    pub(crate) fn new(
        extent: Extent,
        (levels, form): (SideLevels, MatrixForm),
        support: Support,
        seen: Seen,
    ) -> Self {
        Self { extent, levels, form, support, seen, identity: Var::IDENTITY, name: PhantomData }
    }
}

impl<Var: Name, Sh: Shape, Support: Copy + Send + Sync, Seen: DeclaredData> Expression
    for Parameter<Var, Sh, Support, Seen>
{
    type Shape = Sh;
    type Bound = Leaf<Var, Sh>;
    type Erased = Parameter<Anonymous, Sh, Support, Seen>;

    fn erase(self) -> Self::Erased {
        let Self { extent, levels, form, support, seen, identity, .. } = self;
        Parameter { extent, levels, form, support, seen, identity, name: PhantomData }
    }

    fn sides(&self) -> Sides {
        self.extent.sides::<Sh>()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let Identity { var, declaration, .. } = *self.identity;
        self.seen.tell(var, compiler)?;
        let slot = compiler.variable(var, declaration, self.extent)?;
        compiler.set_kind(var, (self.levels, self.form));
        compiler.read_variable(var, slot, self.extent);
        let rest = compiler.beside(slot, Companion::Rest);
        Ok(Leaf::new(self.extent, slot, rest, compiler.logarithm_of(var.name())))
    }
}

impl<Var: Name, Sh: Shape, Support: Copy + Send + Sync, Seen: DeclaredData> Describe
    for Parameter<Var, Sh, Support, Seen>
{
    fn describe(&self, text: &mut String) {
        text.push_str(self.identity.var.name());
    }
}

impl<Var: Name, Sh: Shape, Support: Copy + Send + Sync, Seen: DeclaredData> RowFacts
    for Parameter<Var, Sh, Support, Seen>
{
}

expression! {
    [Var, Sh, Support, Seen] Parameter<Var, Sh, Support, Seen>;
}
