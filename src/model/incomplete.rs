//! A statement about a parameter of which [some elements were observed](crate::support::Incomplete), as it is
//! written. It runs as a model that is [conditioned](crate::model::Condition::condition_at) on these elements.

use crate::compiler::Compiler;
use crate::contract::sketch::Sketch;
use crate::error::Error;
use crate::model::statement::PartialConditioning;
use crate::model::{BoundHeld, Model};
use crate::name::Name;
use crate::sealed::{Sealed, sealed};
use core::marker::PhantomData;

/// The statement `M` about the parameter `Var`, whose declaration has data.
///
/// The declaration tells the compiler the data, wherever the parameter is read first; the statement has the
/// scope in which they count.
#[derive(Clone, Copy, Debug)]
pub struct PartlyConditioned<Var, M> {
    statement: M,
    name: PhantomData<fn() -> Var>,
}

impl<Var: Name, M: Model> PartlyConditioned<Var, M> {
    /// The statement about the parameter.
    pub(crate) fn new(statement: M) -> Self {
        Self { statement, name: PhantomData }
    }
}

impl<Var: Name, M: Model> Model for PartlyConditioned<Var, M> {
    type Bound = BoundHeld<PartialConditioning, Var, M::Bound>;
    const CHECKED: () = M::CHECKED;

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundHeld { model: self.statement.bind(compiler)?, name: PhantomData })
    }

    fn sketch(&self, sketch: &mut Sketch) {
        self.statement.sketch(sketch);
    }
}

sealed! {
    [Var, M] PartlyConditioned<Var, M>;
}
