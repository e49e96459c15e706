//! The statement `theta = expression` as it runs: a value that is evaluated once, read in many places, and
//! reported with the draws.
//!
//! θ = f(x) is stored when the definitions run; statements and later definitions add to θ̄; then, last
//! definition first, x̄ gets θ̄ ∂f/∂x.

use crate::compiler::{Compiler, Context, Reads};
use crate::contract::conjugacy::Factors;
use crate::contract::expression::Expression;
use crate::contract::node::{
    BoundNode, Node, collect, collect_from_tapes, is_active, keeps_tapes, nothing, store, store_rests,
    store_with_tapes, tapes_length,
};
use crate::contract::scope::{Reuse, Scope, Value, is_needed};
use crate::contract::sketch::{ExpressionSketch, Sketch};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::expression::{Destructure, Expr, IntoExpr};
use crate::frame::{Frame, Packed, Scratch, Slot};
use crate::model::drawing::Simulation;
use crate::model::facts::{Edges, ModelFacts};
use crate::model::statement::{BoundModel, Model, Shared, no_pass};
use crate::name::{Anonymous, Identity, Name, VarSet};
use crate::node::Local;
use crate::sealed::{Sealed, sealed};
use crate::shape::Tag;
use core::marker::PhantomData;
use pulp::{Scalar, Simd};

/// The statement `Var = N`.
#[derive(Clone, Copy, Debug)]
#[must_use = "a statement has no effect outside a model that is compiled"]
pub struct Definition<Var, N> {
    value: N,
    /// The text of the statement as the user wrote it, if it is known.
    source: Option<&'static str>,
    /// False for a whole that is split into parts, each of which has a definition of its own.
    is_reported: bool,
    identity: &'static Identity,
    name: PhantomData<fn() -> Var>,
}

/// An expression that reads the stored value of a definition.
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

/// Splits a value that is defined as a whole into its parts, one for each name of the tuple on the left.
pub fn destructure<Value: Destructure, Whole: Expression<Shape = Value::Shape>>(
    value: Expr<Value>,
    whole: Expr<Whole>,
) -> Value::Parts<Whole> {
    value.0.parts(whole.0)
}

/// Does not compile if the definition mentions itself.
#[track_caller]
const fn check<Var: Name, N: Expression>() {
    let itself = Definition::<Var, N>::FACTS.edges.first_mentioned(&VarSet::of(Var::VAR));
    VarSet::complain(itself, "stands on both sides of its definition").refuse();
}

impl<Var: Name, N: Expression> Definition<Var, N> {
    /// Returns the definition with its source text, for messages.
    pub fn written(self, source: Option<&'static str>) -> Self {
        Self { source, ..self }
    }

    /// Returns the definition marked as not reported with the draws.
    pub fn unreported(self) -> Self {
        Self { is_reported: false, ..self }
    }

    /// Returns the text of the statement, for messages.
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
    type Bound = Shared<BoundDefinition<Var, N::Bound>>;

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let Self { value, source, is_reported, identity, .. } = self;
        let erased = Definition { value: value.erase(), source, is_reported, identity, name: PhantomData };
        let reads = const {
            let facts = <N::Bound as Node>::FACTS;
            Reads {
                vars: facts.vars,
                crossed: facts.reads_other_rows,
                aligned: facts.aligned,
                aligned_rows: facts.aligned_rows,
            }
        };
        erased.bind_erased(&reads, compiler).map(Shared::new)
    }

    fn sketch(&self, sketch: &mut Sketch) {
        sketch.defines(Var::NAME, ExpressionSketch::of(&self.value), self.text());
    }
}

impl<N: Expression> Definition<Anonymous, N> {
    /// Binds the definition; its type has no names.
    fn bind_erased(
        self,
        reads: &Reads,
        compiler: &mut Compiler,
    ) -> Result<BoundDefinition<Anonymous, N::Bound>, Error> {
        let Identity { var, declaration, .. } = *self.identity;
        let text = compiler.start_statement(self.text());
        let slot = compiler.define(var, declaration, self.value.extent(), self.is_reported)?;
        let value = if const { <N::Bound as Node>::FACTS.computes_in_place } {
            self.value.bind_into(slot, compiler)?
        } else {
            self.value.bind(compiler)?
        };
        if N::Shape::IS_MATRIX && self.value.size().columns == 0 {
            compiler.context().check_not_empty(&self.value)?;
        }
        compiler.defines(var, self.value.extent(), reads.crossed);
        compiler.name_elements_like(var, self.value.extent(), reads);
        let length = self.value.sides().length().unwrap_or(1);
        let held = compiler.pack_held(var, length)?;
        let may_know = const { <N::Bound as Node>::FACTS.has_rest } && held.is_none();
        let rest = may_know.then(|| compiler.define_rest(slot, self.value.extent(), reads.vars)).flatten();
        let tapes = tapes_length::<N::Bound>(length).map(|numbers| compiler.scratch(numbers));
        Ok(BoundDefinition { value, slot, rest, tapes, held, text, name: PhantomData })
    }
}

/// The statement `Var = N`.
#[derive(Clone, Debug)]
pub struct BoundDefinition<Var, N> {
    pub(crate) value: N,
    pub(crate) slot: Slot,
    /// The place of the rounding error of the value, if it is known.
    pub(crate) rest: Option<Slot>,
    /// The memory of tapes, if they are kept.
    pub(crate) tapes: Option<Scratch>,
    /// The value that the user has given the definition, if there is one.
    pub(crate) held: Option<Packed>,
    /// The text of the statement, for messages.
    pub(crate) text: String,
    pub(crate) name: PhantomData<fn() -> Var>,
}

erase! {
    [Var, N: Erase] BoundDefinition<Var, N> => BoundDefinition<Anonymous, N::Erased>, [N],
        { value, slot, rest, tapes, held, text };
}

impl<Var: Name, N: BoundNode> BoundDefinition<Var, N> {
    /// The number of elements, 1 for a scalar.
    fn length(&self) -> usize {
        self.value.sides().length().unwrap_or(1)
    }
}

impl<Var: Name, N: BoundNode> BoundDefinition<Var, N> {
    /// Computes the value.
    #[inline(always)]
    fn compute<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let store = const { if N::FACTS.computes_in_place { nothing } else { Self::store::<C, S> } };
        let mut state = self.value.begin::<C, S>(simd, frame);
        store(self, &mut state, simd, frame);
    }

    #[inline(always)]
    fn store<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        let store_value = const {
            if keeps_tapes::<C, S, N>() { Self::store_with_tapes::<C, S> } else { Self::store_value::<C, S> }
        };
        store_value(self, state, simd, frame);
        let store_rest = const { if N::FACTS.has_rest { Self::store_rest::<C, S> } else { nothing } };
        store_rest(self, state, simd, frame);
    }

    #[inline(always)]
    fn store_value<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        store::<C, S, N>(&self.value, state, simd, frame, self.slot, self.length());
    }

    #[inline(always)]
    fn store_with_tapes<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        let Some(tapes) = self.tapes else { return self.store_value::<C, S>(state, simd, frame) };
        store_with_tapes::<C, S, N>(&self.value, state, simd, frame, (self.slot, self.length()), tapes);
    }

    /// Computes and stores the rounding error of the value.
    #[inline(always)]
    fn store_rest<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        if let Some(rest) = self.rest {
            store_rests::<C, S, N>(&self.value, state, simd, frame, rest, self.length());
        }
    }

    /// Passes the adjoint of the value on to its arguments.
    #[inline(always)]
    fn pass_on<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let collect = const {
            if N::FACTS.computes_in_place {
                nothing
            } else if keeps_tapes::<C, S, N>() {
                Self::collect_from_tapes::<C, S>
            } else {
                Self::collect::<C, S>
            }
        };
        let mut state = self.value.begin::<Reuse<C>, S>(simd, frame);
        collect(self, &mut state, simd, frame);
        self.value.end::<Reuse<C>, S>(state, simd, frame);
    }

    #[inline(always)]
    fn collect<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        collect::<Reuse<C>, S, N>(&self.value, state, simd, frame, self.slot, self.length());
    }

    #[inline(always)]
    fn collect_from_tapes<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        let Some(tapes) = self.tapes else { return self.collect::<C, S>(state, simd, frame) };
        let place = (self.slot, self.length());
        collect_from_tapes::<Reuse<C>, S, N>(&self.value, state, simd, frame, place, tapes);
    }
}

impl<Var: Name, N: BoundNode> BoundModel for BoundDefinition<Var, N> {
    const FACTS: &'static ModelFacts = &ModelFacts {
        defined: &VarSet::of(Var::VAR),
        all: N::FACTS.vars,
        edges: &Edges::of(Var::VAR, N::FACTS.vars),
        ..ModelFacts::NONE
    };
    const FACTORS: Factors = Factors::definition::<N>(Var::VAR);
    type Needs<C: Scope> = ();
    type Inexact<Root: BoundModel> = ();

    fn precompute(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        if let Some(values) = self.held {
            frame.set_packed_numbers(self.slot, values, self.length());
            return Ok(());
        }
        self.value.precompute(&Context::of(&self.text), frame)
    }

    #[inline(always)]
    fn define<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let compute = const { if is_needed::<C>(Var::VAR) { Self::compute::<C, S> } else { no_pass } };
        compute(self, simd, frame);
    }

    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        let Some(turn) = simulation.turn() else { return Ok(()) };
        let is_held = simulation.held(Var::VAR).is_some();
        if is_held || simulation.knows(const { N::FACTS.vars }) {
            if !is_held {
                self.define::<Value, Scalar>(Scalar::new(), frame);
                simulation.computed(Var::VAR, const { N::FACTS.vars });
            }
            simulation.end_turn(turn);
        }
        Ok(())
    }

    #[inline(always)]
    fn propagate<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let pass_on = const {
            if is_needed::<C>(Var::VAR) && is_active::<C, N>() { Self::pass_on::<C, S> } else { no_pass }
        };
        pass_on(self, simd, frame);
    }
}

sealed! {
    [Var, N] Definition<Var, N>;
    [Var, N] BoundDefinition<Var, N>;
}
