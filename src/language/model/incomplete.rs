//! A statement about a parameter of which [some elements were observed](crate::support::Incomplete), as it is
//! written. It runs as a model that is [conditioned](super::Condition::condition_at) on these elements.

use super::Model;
use crate::binding::Compiler;
use crate::error::Error;
use crate::name::Name;
use crate::sketch::Sketch;
use crate::statement;
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
    type Bound = statement::Held<statement::PartialConditioning, Var, M::Bound>;
    const CHECKED: () = M::CHECKED;

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(statement::Held { model: self.statement.bind(compiler)?, name: PhantomData })
    }

    fn sketch(&self, sketch: &mut Sketch) {
        self.statement.sketch(sketch);
    }
}
