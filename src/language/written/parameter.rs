//! A parameter, read wherever its name stands. It runs as a [`node::Leaf`](crate::node::Leaf).

use super::{Describe, Expression};
use crate::binding::Compiler;
use crate::error::Error;
use crate::name::Name;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Extent, Shape, Sides};
use core::marker::PhantomData;

/// A parameter by name, with its shape and its support.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<Var, Sh, Support> {
    pub(crate) extent: Extent,
    pub(crate) support: Support,
    name: PhantomData<fn() -> (Var, Sh)>,
}

impl<Var: Name, Sh: Shape, Support> Parameter<Var, Sh, Support> {
    /// The leaf for a parameter of this extent.
    pub(crate) fn new(extent: Extent, support: Support) -> Self {
        Self { extent, support, name: PhantomData }
    }
}

impl<Var: Name, Sh: Shape, Support: Copy + Send + Sync> Expression for Parameter<Var, Sh, Support> {
    type Shape = Sh;
    type Bound = node::Leaf<Var, Sh>;

    fn sides(&self) -> Sides {
        self.extent.sides::<Sh>()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let slot = compiler.variable(Var::VAR, Var::DECLARATION, self.extent)?;
        compiler.read_variable(Var::VAR, slot, self.extent);
        Ok(node::Leaf::new(self.extent, slot, compiler.logarithm_of(Var::NAME)))
    }
}

impl<Var: Name, Sh: Shape, Support: Copy + Send + Sync> Describe for Parameter<Var, Sh, Support> {
    fn describe(&self, text: &mut String) {
        text.push_str(Var::NAME);
    }
}

impl<Var: Name, Sh: Shape, Support: Copy + Send + Sync> RowFacts for Parameter<Var, Sh, Support> {}
