//! A parameter, read wherever its name stands. It runs as a [`node::Leaf`](crate::node::Leaf).

use super::{Describe, Expression};
use crate::binding::Compiler;
use crate::error::Error;
use crate::name::Name;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::{Extent, Shape, Sides};
use crate::support::DeclaredData;
use core::marker::PhantomData;

/// A parameter by name, with its shape, its support, and what was observed of it.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<Var, Sh, Support, Seen = ()> {
    pub(crate) extent: Extent,
    pub(crate) support: Support,
    pub(crate) seen: Seen,
    name: PhantomData<fn() -> (Var, Sh)>,
}

impl<Var: Name, Sh: Shape, Support, Seen> Parameter<Var, Sh, Support, Seen> {
    /// The leaf for a parameter of this extent.
    pub(crate) fn new(extent: Extent, support: Support, seen: Seen) -> Self {
        Self { extent, support, seen, name: PhantomData }
    }
}

impl<Var: Name, Sh: Shape, Support: Copy + Send + Sync, Seen: DeclaredData> Expression
    for Parameter<Var, Sh, Support, Seen>
{
    type Shape = Sh;
    type Bound = node::Leaf<Var, Sh>;

    fn sides(&self) -> Sides {
        self.extent.sides::<Sh>()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.seen.tell(Var::VAR, compiler)?;
        let slot = compiler.variable(Var::VAR, Var::DECLARATION, self.extent)?;
        compiler.read_variable(Var::VAR, slot, self.extent);
        Ok(node::Leaf::new(self.extent, slot, compiler.logarithm_of(Var::NAME)))
    }
}

impl<Var: Name, Sh: Shape, Support: Copy + Send + Sync, Seen: DeclaredData> Describe
    for Parameter<Var, Sh, Support, Seen>
{
    fn describe(&self, text: &mut String) {
        text.push_str(Var::NAME);
    }
}

impl<Var: Name, Sh: Shape, Support: Copy + Send + Sync, Seen: DeclaredData> RowFacts
    for Parameter<Var, Sh, Support, Seen>
{
}
