//! `theta = expression`: a value that is evaluated once, read in many places, and reported with the draws.
//!
//! θ = f(x) is stored when the definitions run; statements and later definitions add to θ̄; then, last definition
//! first, x̄ gets θ̄ ∂f/∂x.

use super::{Edges, Factors, Model};
use crate::compile::Compiler;
use crate::error::Error;
use crate::expression::{Expr, IntoExpr};
use crate::graph::{Part, Sketch};
use crate::name::{Name, VarSet};
use crate::node::{Local, Node, collect, is_active, store};
use crate::scope::{Again, Scope, is_needed};
use crate::shape::Extent;
use crate::simd::{Frame, Slot};
#[cfg(feature = "random")]
use crate::{predict::Simulation, scope::Value};
use core::marker::PhantomData;
#[cfg(feature = "random")]
use pulp::Scalar;
use pulp::Simd;

/// The statement `Var = N`.
#[derive(Clone, Copy, Debug)]
pub struct Definition<Var, N> {
    value: N,
    slot: Slot,
    /// The statement as the user wrote it, where the macro knows it.
    source: Option<&'static str>,
    name: PhantomData<fn() -> Var>,
}

/// An expression that reads what a definition has stored.
pub type Defined<Var, N> = Expr<Local<Var, <N as Node>::Shape>>;

/// Defines a name: the expression that reads it, and the statement that computes it.
#[inline(never)]
pub fn define<Var: Name, Value: IntoExpr>(
    _: Var,
    value: Value,
) -> (Defined<Var, Value::Node>, Definition<Var, Value::Node>) {
    const { check::<Var, Value::Node>() }
    let value = value.into_expr().0;
    (
        Expr(Local::new(Extent::of(&value))),
        Definition { value, slot: Slot::default(), source: None, name: PhantomData },
    )
}

/// Does not compile if the definition mentions itself.
#[track_caller]
const fn check<Var: Name, N: Node>() {
    let itself = Definition::<Var, N>::EDGES.first_mentioned(&VarSet::of(Var::VAR));
    VarSet::complain(itself, "stands on both sides of its definition").refuse();
}

impl<Var: Name, N: Node> Definition<Var, N> {
    /// The definition with its text, for messages.
    pub fn written(self, source: Option<&'static str>) -> Self {
        Self { source, ..self }
    }

    /// The statement as a reader would write it.
    fn text(&self) -> String {
        if let Some(source) = self.source {
            return source.to_owned();
        }
        let mut text = format!("{} = ", Var::NAME);
        self.value.describe(&mut text);
        text
    }

    fn length(&self) -> usize {
        self.value.sides().length().unwrap_or(1)
    }
}

impl<Var: Name, N: Node> Model for Definition<Var, N> {
    const LHS: VarSet = VarSet::EMPTY;
    const DEFINED: VarSet = VarSet::of(Var::VAR);
    const ALL: VarSet = N::VARS;
    const HAS_DENSITY: bool = false;
    const FACTORS: Factors = Factors::definition::<N>(Var::VAR);
    const EDGES: Edges = Edges::of(Var::VAR, &N::VARS);
    type Needs<C: Scope> = ();
    #[cfg(feature = "random")]
    type Inexact<Root: Model> = ();

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        compiler.start_statement(self.text());
        self.slot = compiler.define(Var::VAR, Var::DECLARATION, Extent::of(&self.value))?;
        if N::SETTLES {
            self.value.settle(self.slot);
        }
        self.value.bind(compiler)?;
        compiler.check_not_empty(&self.value)
    }

    fn sketch(&self, sketch: &mut Sketch) {
        sketch.defines(Var::NAME, Part::of(&self.value), self.text());
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        let compiler = &compiler.at_statement(self.text());
        if let Some(values) = compiler.held(Var::VAR) {
            compiler.check_same_length(
                Var::NAME,
                self.length(),
                "the value that it is given",
                values.len(),
            )?;
            frame.set_numbers(self.slot, values);
            return Ok(());
        }
        self.value.fold(compiler, frame)
    }

    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        if const { !is_needed::<C>(Var::VAR) } {
            return;
        }
        let mut state = self.value.begin::<C, S>(simd, frame);
        if const { !N::SETTLES } {
            store::<C, S, N>(&self.value, &mut state, simd, frame, self.slot, self.length());
        }
    }

    #[cfg(feature = "random")]
    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        let Some(turn) = simulation.turn() else { return Ok(()) };
        let is_held = simulation.held(Var::VAR).is_some();
        if is_held || simulation.knows(&N::VARS) {
            if !is_held {
                self.define::<Value, Scalar>(Scalar::new(), frame);
                simulation.computed(Var::VAR, &N::VARS);
            }
            simulation.end_turn(turn);
        }
        Ok(())
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        if const { !is_needed::<C>(Var::VAR) || !is_active::<C, N>() } {
            return;
        }
        let mut state = self.value.begin::<Again<C>, S>(simd, frame);
        if const { !N::SETTLES } {
            collect::<Again<C>, S, N>(&self.value, &mut state, simd, frame, self.slot, self.length());
        }
        self.value.end::<Again<C>, S>(state, simd, frame);
    }
}
