//! A statement about a parameter with [some observed elements](crate::support::Incomplete), before it is
//! bound. It runs as a model that is [conditioned](crate::model::Condition::condition_at) on these elements.

use crate::compiler::{Compiler, DeclaredData};
use crate::contract::expression::Expression;
use crate::contract::sketch::Sketch;
use crate::error::Error;
use crate::model::held::{BoundHeld, PartialConditioning};
use crate::model::statement::Model;
use crate::name::Name;
use crate::sealed::{Sealed, sealed};
use crate::support::Incomplete;
use core::marker::PhantomData;

/// The statement `M` about the parameter `Var`, whose declaration has data.
///
/// The declaration gives the compiler the data, wherever the parameter is read first; the statement has the
/// scope in which the data are known.
#[derive(Clone, Copy, Debug)]
#[must_use = "a statement has no effect outside a model that is compiled"]
pub struct PartlyConditioned<Var, M> {
    statement: M,
    name: PhantomData<fn() -> Var>,
}

impl<Var: Name, M: Model> PartlyConditioned<Var, M> {
    /// Returns the statement about the parameter, for a declaration with data.
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

/// The model that a statement about a parameter becomes, given the data in the parameter's declaration.
pub trait StatedWith: DeclaredData {
    /// The model that the statement `M` about the parameter becomes.
    type Stated<Var: Name, M: Model>: Model;

    /// Makes a model of a statement about the parameter.
    fn stated<Var: Name, M: Model>(statement: M) -> Self::Stated<Var, M>;
}

impl StatedWith for () {
    type Stated<Var: Name, M: Model> = M;

    fn stated<Var: Name, M: Model>(statement: M) -> M {
        statement
    }
}

impl<Data: Expression> StatedWith for Incomplete<'_, Data> {
    type Stated<Var: Name, M: Model> = PartlyConditioned<Var, M>;

    fn stated<Var: Name, M: Model>(statement: M) -> PartlyConditioned<Var, M> {
        PartlyConditioned::new(statement)
    }
}

sealed! {
    [Var, M] PartlyConditioned<Var, M>;
}
