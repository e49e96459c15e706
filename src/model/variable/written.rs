//! The left side of `|=`: a parameter, or data; and [parts](crate::model::Parted) of parameters, and
//! definitions.

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
/// The statement owns its variable, or one of the statements about its [parts](crate::model::Parted) does: it
/// takes a parameter from the unconstrained point and its adjoint back. For data there is nothing to do.
#[diagnostic::on_unimplemented(
    message = "only a parameter or data can stand on the left of `|=`",
    label = "neither a parameter nor data, nor a part of a parameter",
    note = "so can the name of a definition, `name = expression`; the density of any other expression \
            is added by `increment(normal(0.0, 1.0).log_density(expression))`"
)]
pub trait Variable: Expression {
    /// The variable as its statement runs it.
    type BoundVariable: BoundVariable + Erase<Erased: BoundVariable>;

    /// The variable without its name, which is bound in its place.
    type Anonymous: Variable<BoundVariable = <Self::BoundVariable as Erase>::Erased>;

    /// The model that a statement about it is: the statement, with what the variable's declaration says of
    /// it.
    type Stated<M: Model>: Model;

    /// The variable without its name.
    fn anonymous(self) -> Self::Anonymous;

    /// Makes a model of a statement about it.
    fn stated<M: Model>(statement: M) -> Self::Stated<M>;

    /// The sketch of the variable for the graph.
    fn sketch_target(&self) -> Target;

    /// Registers a parameter, or keeps what is read again of data.
    fn bind_variable(self, compiler: &mut Compiler) -> Result<Self::BoundVariable, Error>;
}

/// Lets data stand on the left of `|=`.
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
    // A single observation, `data(5.0)`.
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
