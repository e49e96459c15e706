//! `theta = expression` as it is written: a value that is evaluated once, read in many places, and reported
//! with the draws.

use super::Model;
use crate::binding::Compiler;
use crate::conjugacy::Dependence;
use crate::error::Error;
use crate::expression::{Destructure, Expr, IntoExpr};
use crate::name::{Anonymous, Identity, Name, VarSet};
use crate::node::Node;
use crate::sketch::{ExpressionSketch, Sketch};
use crate::statement::{self, Shared};
use crate::written::{Expression, Local};
use core::marker::PhantomData;

/// The statement `Var = N`.
#[derive(Clone, Copy, Debug)]
pub struct Definition<Var, N> {
    value: N,
    /// The statement as the user wrote it, where the macro knows it.
    source: Option<&'static str>,
    /// False for a value of several, each of which has a definition of its own.
    is_reported: bool,
    identity: &'static Identity,
    name: PhantomData<fn() -> Var>,
}

/// An expression that reads what a definition has stored.
pub type Defined<Var, N> = Expr<Local<Var, <N as Expression>::Shape>>;

/// Defines a name: the expression that reads it, and the statement that computes it.
#[inline(never)]
pub fn define<Var: Name, Value: IntoExpr>(
    _: Var,
    value: Value,
) -> (Defined<Var, Value::Node>, Definition<Var, Value::Node>) {
    const { check::<Var, Value::Node>() }
    let value = value.into_expr().0;
    (
        Expr(Local::new(value.extent())),
        Definition { value, source: None, is_reported: true, identity: Var::IDENTITY, name: PhantomData },
    )
}

/// The parts of a value that is defined as a whole, for the tuple of names that stands for it.
pub fn destructure<Value: Destructure, Whole: Expression<Shape = Value::Shape>>(
    value: Expr<Value>,
    whole: Expr<Whole>,
) -> Value::Parts<Whole> {
    value.0.parts(whole.0)
}

/// Does not compile if the definition mentions itself.
#[track_caller]
const fn check<Var: Name, N: Expression>() {
    let itself = Definition::<Var, N>::EDGES.first_mentioned(&VarSet::of(Var::VAR));
    VarSet::complain(itself, "stands on both sides of its definition").refuse();
}

impl<Var: Name, N: Expression> Definition<Var, N> {
    /// The definition with its text, for messages.
    pub fn written(self, source: Option<&'static str>) -> Self {
        Self { source, ..self }
    }

    /// The definition of a value that does not stand in draws.
    pub fn unreported(self) -> Self {
        Self { is_reported: false, ..self }
    }

    /// The statement as a reader would write it.
    fn text(&self) -> String {
        if let Some(source) = self.source {
            return source.to_owned();
        }
        let mut text = format!("{} = ", self.identity.var.name());
        self.value.describe(&mut text);
        text
    }
}

impl<Var: Name, N: Expression> Model for Definition<Var, N> {
    type Bound = Shared<statement::Definition<Var, N::Bound>>;

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let Self { value, source, is_reported, identity, .. } = self;
        let erased = Definition { value: value.erase(), source, is_reported, identity, name: PhantomData };
        erased.bind_erased(const { &<N::Bound as Dependence>::READS_OTHER_ROWS }, compiler).map(Shared::new)
    }

    fn sketch(&self, sketch: &mut Sketch) {
        sketch.defines(Var::NAME, ExpressionSketch::of(&self.value), self.text());
    }
}

impl<N: Expression> Definition<Anonymous, N> {
    /// Binds the definition, whose type has no names; rows may read other elements than their own of the
    /// variables `crossed`.
    fn bind_erased(
        self,
        crossed: &VarSet,
        compiler: &mut Compiler,
    ) -> Result<statement::Definition<Anonymous, N::Bound>, Error> {
        let Identity { var, declaration } = *self.identity;
        let text = compiler.start_statement(self.text());
        let slot = compiler.define(var, declaration, self.value.extent(), self.is_reported)?;
        let value = if const { <N::Bound as Node>::COMPUTES_IN_PLACE } {
            self.value.bind_into(slot, compiler)?
        } else {
            self.value.bind(compiler)?
        };
        compiler.context().check_not_empty(&self.value)?;
        compiler.defines(var, self.value.extent(), crossed);
        let length = self.value.sides().length().unwrap_or(1);
        let held = compiler.pack_held(var, length)?;
        Ok(statement::Definition { value, slot, held, text, name: PhantomData })
    }
}
