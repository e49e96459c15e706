//! The value of a definition, `theta = …`, read wherever its name stands. It runs as a
//! [`Leaf`](crate::node::Leaf), like a parameter.

use crate::compiler::Compiler;
use crate::compiler::rewrite::RowFacts;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::Companion;
use crate::error::Error;
use crate::name::{Anonymous, Identity, Name};
use crate::node::Leaf;
use crate::shape::{Extent, Shape, Sides};
use core::marker::PhantomData;

/// The stored value of the definition named `Var`.
#[derive(Clone, Copy, Debug)]
pub struct Local<Var, Sh> {
    extent: Extent,
    identity: &'static Identity,
    name: PhantomData<fn() -> (Var, Sh)>,
}

impl<Var: Name, Sh: Shape> Local<Var, Sh> {
    /// The leaf for a definition of this extent.
    pub(crate) fn new(extent: Extent) -> Self {
        Self { extent, identity: Var::IDENTITY, name: PhantomData }
    }
}

impl<Var: Name, Sh: Shape> Expression for Local<Var, Sh> {
    type Shape = Sh;
    type Bound = Leaf<Var, Sh>;
    type Erased = Local<Anonymous, Sh>;

    fn erase(self) -> Self::Erased {
        Local { extent: self.extent, identity: self.identity, name: PhantomData }
    }

    fn sides(&self) -> Sides {
        self.extent.sides::<Sh>()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let Identity { var, declaration, .. } = *self.identity;
        let slot = compiler.variable(var, declaration, self.extent)?;
        compiler.read_variable(var, slot, self.extent);
        Ok(Leaf::new(self.extent, slot, compiler.beside(slot, Companion::Rest), None))
    }
}

impl<Var: Name, Sh: Shape> Describe for Local<Var, Sh> {
    fn describe(&self, text: &mut String) {
        text.push_str(self.identity.var.name());
    }
}

impl<Var: Name, Sh: Shape> RowFacts for Local<Var, Sh> {}

expression! {
    [Var, Sh] Local<Var, Sh>;
}
