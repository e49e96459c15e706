//! The left side of `|=`: a parameter, data, a [part](crate::model::Parted) of a parameter, or a definition.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Datum};
use crate::contract::expression::Expression;
use crate::contract::node::Node;
use crate::contract::sketch::Target;
use crate::contract::transform::BoundSupport;
use crate::erase::Erase;
use crate::error::Error;
use crate::model::incomplete::StatedWith;
use crate::model::statement::{BoundVariable, Model};
use crate::model::variable::Observed;
use crate::name::{Anonymous, Name};
use crate::node::{Constant, DataTable, DataVector, Parameter};
use crate::shape::{Dimension, Shape};
use crate::support::SupportOf;

/// An expression that may stand on the left of `|=`.
///
/// A parameter is owned by its statement, or by one of the statements about its
/// [parts](crate::model::Parted): the owner computes the parameter from the unconstrained point, and passes
/// its adjoint back. Data need neither.
#[diagnostic::on_unimplemented(
    message = "only a parameter or data can stand on the left of `|=`",
    label = "neither a parameter nor data, nor a part of a parameter",
    note = "so can the name of a definition, `name = expression`; the density of any other expression \
            is added by `increment(normal(0.0, 1.0).log_density(expression))`"
)]
pub trait Variable: Expression {
    /// The variable as its statement runs it.
    type BoundVariable: BoundVariable + Erase<Erased: BoundVariable>;

    /// The variable without its name, which is bound instead of it.
    type Anonymous: Variable<BoundVariable = <Self::BoundVariable as Erase>::Erased>;

    /// The model that a statement about the variable becomes: the statement, with the data in the variable's
    /// declaration.
    type Stated<M: Model>: Model;

    /// Returns the variable without its name.
    fn anonymous(self) -> Self::Anonymous;

    /// Returns the model of a statement about the variable.
    fn stated<M: Model>(statement: M) -> Self::Stated<M>;

    /// Returns the sketch of the variable for the graph.
    fn sketch_target(&self) -> Target;

    /// Registers a parameter, or keeps the data that are read again.
    fn bind_variable(self, compiler: &mut Compiler) -> Result<Self::BoundVariable, Error>;
}

/// Implements the left side of `|=` for data.
macro_rules! observed {
    ($([$($parameter:tt)*] $Type:ty;)*) => {$(
        impl<$($parameter)*> Variable for $Type {
            type BoundVariable = Observed<<Self as Expression>::Shape>;
            type Anonymous = Self;
            type Stated<M: Model> = M;

            fn anonymous(self) -> Self {
                self
            }

            fn stated<M: Model>(statement: M) -> M {
                statement
            }

            fn sketch_target(&self) -> Target {
                Target::observed(self)
            }

            fn bind_variable(self, compiler: &mut Compiler) -> Result<Self::BoundVariable, Error> {
                let count = if compiler.keeps_observations() { self.size().length() } else { 0 };
                let values = (0..count).map(|index| self.datum(index).unwrap_or(f64::NAN)).collect();
                Ok(Observed::new(self.sides(), values))
            }
        }
    )*};
}

observed! {
    [T: Datum, N: Dimension] DataVector<'_, T, N>;
    [R: Dimension, C: Dimension] DataTable<'_, R, C>;
    // This is a single observation, `data(5.0)`.
    [] Constant;
}

impl<Var: Name, Sh: Shape, Sup: SupportOf<Sh>, Seen: StatedWith> Variable for Parameter<Var, Sh, Sup, Seen> {
    type BoundVariable = crate::model::variable::Parameter<Var, Sh, Sup::Bound>;
    type Anonymous = Parameter<Anonymous, Sh, Sup, Seen>;
    type Stated<M: Model> = Seen::Stated<Var, M>;

    fn anonymous(self) -> Self::Anonymous {
        self.erase()
    }

    fn stated<M: Model>(statement: M) -> Self::Stated<M> {
        Seen::stated(statement)
    }

    fn sketch_target(&self) -> Target {
        let values = self.seen.range();
        let support = self.support.sketch().with_own_laws(const { Sup::Bound::FACTS.own_laws });
        Target { values, ..Target::parameter(Var::NAME, self.extent(), support) }
    }

    fn bind_variable(self, compiler: &mut Compiler) -> Result<Self::BoundVariable, Error> {
        let leaf = self.bind(compiler)?;
        let support = self.support.bind(compiler, self.extent().size(), 1)?;
        crate::model::variable::Parameter::bind(self.identity, leaf.slot(), self.extent(), support, compiler)
    }
}
