//! Parts of parameters and definitions, which may stand on the left of `|=`: `mu.at(0)`, `mu.slice(1..n)`,
//! `theta.row(0)`.

use crate::compiler::{Compiler, Index};
use crate::contract::expression::Expression;
use crate::contract::node::Node;
use crate::contract::sketch::Target;
use crate::contract::transform::{BoundSupport, Selection};
use crate::erase::Erase;
use crate::error::Error;
use crate::model::incomplete::StatedWith;
use crate::model::statement::{BoundVariable, Model};
use crate::model::variable::{DefinitionTarget, Part, Variable};
use crate::name::Name;
use crate::node::{Gather, Local, Parameter, View, Windowed};
use crate::shape::{Dyn, Shape, Sides, Vector};
use crate::support::SupportOf;

/// A parameter, a definition, or some elements of one.
#[diagnostic::on_unimplemented(
    message = "only a parameter or data can stand on the left of `|=`",
    label = "neither a parameter nor data, nor a part of a parameter",
    note = "the density of any other expression is added by \
            `increment(normal(0.0, 1.0).log_density(expression))`"
)]
pub trait Parted: Expression {
    /// The elements as the variable of a statement that runs.
    type Part<Sh: Shape>: BoundVariable<Shape = Sh> + Erase<Erased = Self::Part<Sh>>;

    /// Returns the indices of the elements in the parameter or the definition. Indices out of range are left
    /// out; the expression reports them as an error.
    fn elements(&self) -> Vec<usize>;

    /// Returns the variable of a statement about elements of the parameter or the definition.
    fn bind_part<Sh: Shape>(
        &self,
        elements: &[usize],
        sides: Sides,
        compiler: &mut Compiler,
    ) -> Result<Self::Part<Sh>, Error>;

    /// Returns the sketch of a statement about `part` for the graph.
    fn sketch_part(&self, part: &impl Expression) -> Target;
}

#[diagnostic::do_not_recommend] // The message says what can stand on the left.
impl<Var: Name, Sh: Shape, Sup: SupportOf<Sh>, Seen: StatedWith> Parted for Parameter<Var, Sh, Sup, Seen> {
    type Part<To: Shape> = Part<crate::model::variable::Parameter<Var, Sh, Sup::Bound>, To>;

    fn elements(&self) -> Vec<usize> {
        (0..self.extent.size()).collect()
    }

    fn bind_part<To: Shape>(
        &self,
        elements: &[usize],
        sides: Sides,
        compiler: &mut Compiler,
    ) -> Result<Self::Part<To>, Error> {
        compiler.stand_left(self.identity.var, self.extent, elements)?;
        let leaf = self.bind(compiler)?;
        let support = self.support.bind(compiler, self.extent.size(), 1)?;
        let (whole, owns) = crate::model::variable::Parameter::bind_for_part(
            self.identity,
            leaf.slot(),
            self.extent,
            support,
            compiler,
        )?;
        let indices = compiler.pack_own_indices(elements.iter().copied());
        Ok(Part::new(whole, owns, sides, Selection { indices, count: elements.len() }))
    }

    fn sketch_part(&self, part: &impl Expression) -> Target {
        let support = self.support.sketch().with_own_laws(const { Sup::Bound::FACTS.own_laws });
        Target::part(Var::NAME, self.extent, support, part.extent())
    }
}

#[diagnostic::do_not_recommend]
impl<Var: Name, Sh: Shape> Parted for Local<Var, Sh> {
    type Part<To: Shape> = DefinitionTarget<Var, To>;

    fn elements(&self) -> Vec<usize> {
        (0..self.extent().size()).collect()
    }

    fn bind_part<To: Shape>(
        &self,
        elements: &[usize],
        sides: Sides,
        compiler: &mut Compiler,
    ) -> Result<Self::Part<To>, Error> {
        compiler.stand_left(Var::VAR, self.extent(), elements)?;
        let slot = compiler.variable(Var::VAR, Var::DECLARATION, self.extent())?;
        Ok(DefinitionTarget::new(sides, slot))
    }

    fn sketch_part(&self, part: &impl Expression) -> Target {
        Target::definition(Var::NAME, part)
    }
}

impl<Var: Name, Sh: Shape> Variable for Local<Var, Sh> {
    type BoundVariable = DefinitionTarget<Var, Sh>;
    type Anonymous = Self;
    type Stated<M: Model> = M;

    fn anonymous(self) -> Self {
        self
    }

    fn stated<M: Model>(statement: M) -> M {
        statement
    }

    fn sketch_target(&self) -> Target {
        self.sketch_part(self)
    }

    fn bind_variable(self, compiler: &mut Compiler) -> Result<Self::BoundVariable, Error> {
        self.bind_part(&self.elements(), self.sides(), compiler)
    }
}

/// Implements the left side of `|=` for parts.
macro_rules! parts {
    ($([$($parameter:tt)*] $Type:ty, $Shape:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<N: Parted, $($parameter)*> Parted for $Type {
            type Part<To: Shape> = N::Part<To>;

            fn elements(&self) -> Vec<usize> {
                let all = self.source().elements();
                self.places().filter_map(|place| all.get(place).copied()).collect()
            }

            fn bind_part<To: Shape>(
                &self,
                elements: &[usize],
                sides: Sides,
                compiler: &mut Compiler,
            ) -> Result<Self::Part<To>, Error> {
                self.source().bind_part(elements, sides, compiler)
            }

            fn sketch_part(&self, part: &impl Expression) -> Target {
                self.source().sketch_part(part)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<N: Parted, $($parameter)*> Variable for $Type {
            type BoundVariable = N::Part<$Shape>;
            type Anonymous = Self;
            type Stated<M: Model> = M;

            fn anonymous(self) -> Self {
                self
            }

            fn stated<M: Model>(statement: M) -> M {
                statement
            }

            fn sketch_target(&self) -> Target {
                self.sketch_part(self)
            }

            fn bind_variable(self, compiler: &mut Compiler) -> Result<Self::BoundVariable, Error> {
                self.bind_part(&self.elements(), self.sides(), compiler)
            }
        }
    )*};
}

parts! {
    [I: Index] Gather<&[I], N>, Vector<Dyn>;
    [Win: Windowed, Sh: Shape] View<Win, N, Sh>, Sh;
}
