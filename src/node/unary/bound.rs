//! The bound node of a function of one argument.

use super::function::{Keeps, UnaryFunction, rest_of_product};
use crate::compiler::rewrite::{Cursor, TermSlots};
use crate::compiler::{Compiler, Context, KnownLogarithms};
use crate::contract::conjugacy::Link;
use crate::contract::drawing::{Drawn, Known};
use crate::contract::node::{
    Beside, Coefficients, Companion, Facts, Node, Rests, Tapes, backward_of, precompute_nothing,
};
use crate::contract::scope::{Scope, Value, is_whole};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::node::precomputed::{Precomputed, precomputes};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Sides, Tag};
use crate::simd::{Block, Lane, Pack};
use core::cell::RefCell;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// `Function` applied to every element of `N`.
#[derive(Clone, Copy, Debug)]
pub struct BoundUnary<Function, N> {
    function: Function,
    argument: N,
    precomputed: Precomputed,
    /// The slot of the value, if the argument is a scalar whose transform stores its logarithms.
    logarithm: Option<Slot>,
}

erase! {
    [Function, N: Erase] BoundUnary<Function, N> => BoundUnary<Function, N::Erased>, [N],
    { function, argument, precomputed, logarithm };
}

impl<Function: UnaryFunction, N: Node> BoundUnary<Function, N> {
    /// Applies a function, with room for its values if they depend on data alone.
    pub(crate) fn new(function: Function, argument: N, compiler: &mut Compiler) -> Self {
        let precomputed = Precomputed::bind::<Self>(compiler, argument.sides().length());
        Self { function, argument, precomputed, logarithm: None }
    }

    /// Adds the slot of the value, if the argument is a scalar between 0 and 1 whose transform stores it.
    pub(crate) fn with_logarithm(self, compiler: &mut Compiler) -> Self
    where
        N: Coefficients,
    {
        if const { !Self::MAY_BE_KNOWN } {
            return self;
        }
        Self { logarithm: Self::find_logarithm(&self.argument, compiler), ..self }
    }

    fn find_logarithm(argument: &N, compiler: &mut Compiler) -> Option<Slot>
    where
        N: Coefficients,
    {
        let mut slots = TermSlots::default();
        argument.add_term_slots(&mut slots);
        let (known, slot) = compiler.logarithms(slots.scalar()?)?;
        (known == KnownLogarithms::OfUnit).then(|| slot.element(Function::LOGARITHM.unwrap_or(0)))
    }

    /// True if the argument may be a scalar whose transform stores the value.
    const MAY_BE_KNOWN: bool = Function::LOGARITHM.is_some() && N::Shape::IS_SCALAR && N::FACTS.in_slot;

    /// The slot of the value, in a scope in which the scalar's transform has stored it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn known<C: Scope>(&self) -> Option<Slot> {
        if const { Self::MAY_BE_KNOWN && is_whole::<C>() } { self.logarithm } else { None }
    }

    /// Applies a function of which only the coefficients of the affine form are read.
    pub(crate) fn of_coefficients(function: Function, argument: N) -> Self {
        Self { function, argument, precomputed: Precomputed::default(), logarithm: None }
    }
}

impl<Function: UnaryFunction, N: Node> BoundUnary<Function, N> {
    /// Computes the values of a node that depends on data alone.
    fn precompute_data(&mut self, frame: &mut Frame<'_>) {
        let Self { function, argument, precomputed, .. } = self;
        let state = RefCell::new(argument.begin::<Value, Scalar>(Scalar::new(), frame));
        precomputed.fill::<Self>(
            frame,
            |frame, block| argument.begin_block::<Value, Scalar>(&mut state.borrow_mut(), frame, block),
            |frame, lane| {
                let (argument, _) = argument.forward::<Value, Scalar>(&state.borrow(), frame, lane);
                function.value_and_derivative(argument).0
            },
        );
    }
}

#[inlined]
impl<Function: UnaryFunction, N: Node> Node for BoundUnary<Function, N> {
    type Shape = N::Shape;
    const FACTS: Facts = Facts {
        blocked: N::FACTS.blocked,
        in_lanes: N::FACTS.in_lanes,
        rows_of: N::FACTS.rows_of,
        has_rest: !matches!(Function::KEEPS, Keeps::Nothing) && N::FACTS.has_rest,
        is_root: matches!(Function::LINK, Link::Root) && !N::FACTS.is_data(),
        is_datum: N::FACTS.is_datum,
        has_rows: N::FACTS.has_rows,
        is_affine: N::FACTS.is_datum || (Function::MULTIPLE.is_some() && N::FACTS.is_affine),
        is_weighted: N::FACTS.is_weighted,
        link: match Function::LINK {
            Link::Multiple => N::FACTS.link.scaled(),
            Link::Reciprocal => N::FACTS.link.inverted(),
            Link::Root => N::FACTS.link.root(),
            Link::InverseRoot => N::FACTS.link.root().inverted(),
            _ if N::FACTS.is_data() => Link::Constant,
            _ => Link::Other,
        },
        mixed: N::FACTS.mixed,
        mixed_rows: N::FACTS.mixed_rows,
        reads_other_rows: N::FACTS.reads_other_rows,
        aligned: N::FACTS.aligned,
        aligned_rows: N::FACTS.aligned_rows,
        nonlinear: if Function::MULTIPLE.is_some() { N::FACTS.nonlinear } else { N::FACTS.vars },
        slope_varies: if Function::MULTIPLE.is_some() { N::FACTS.slope_varies } else { N::FACTS.vars },
        read_at_begin: N::FACTS.read_at_begin,
        undefined: N::FACTS.undefined.union(Function::UNDEFINED),
        tapes: Tapes::of::<N>().in_function(Function::IS_DEAR),
        ..Facts::of(N::FACTS.vars)
    };
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = (N::Tape<S>, Pack<S>);

    fn sides(&self) -> Sides {
        self.argument.sides()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.argument.precompute(context, frame)?;
        let compute = const {
            if precomputes::<N::Shape>(N::FACTS.vars) { Self::precompute_data } else { precompute_nothing }
        };
        compute(self, frame);
        Ok(())
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.argument.begin::<C, S>(simd, frame)
    }

    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut N::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        self.argument.begin_block::<C, S>(state, frame, block);
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, (N::Tape<S>, Pack<S>)) {
        let (argument, tape) = self.argument.forward::<C, S>(state, frame, lane);
        if let Some(known) = self.known::<C>() {
            return (frame.value(lane.simd, known), (tape, argument));
        }
        let (value, derivative) = if const { Function::READS_REST && N::FACTS.has_rest }
            && let Some(rest) = self.argument.companion::<Rests, C, S>(state, frame, lane)
        {
            self.function.value_of_sum(argument, rest)
        } else {
            self.function.value_and_derivative(argument)
        };
        (self.precomputed.or::<Self, S>(frame, lane, value), (tape, derivative))
    }

    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        state: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        // The compiler sees that nothing was stored since the argument was last read, and does not read it
        // again.
        if const { matches!(K::COMPANION, Companion::Logarithm) && Function::IS_EXP && !N::FACTS.is_data() } {
            return Some(self.argument.forward::<C, S>(state, frame, lane).0);
        }
        if const { matches!(K::COMPANION, Companion::Rest) && Self::FACTS.has_rest } {
            let rest = self.argument.companion::<K, C, S>(state, frame, lane)?;
            return match self.function.keeps() {
                Keeps::Nothing => None,
                Keeps::Negative => Some(-rest),
                Keeps::Square => {
                    let (argument, _) = self.argument.forward::<C, S>(state, frame, lane);
                    Some(rest_of_product([argument; 2], [rest; 2]))
                }
            };
        }
        None
    }

    fn square<C: Scope, S: Simd>(
        &self,
        state: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        if const { Self::FACTS.is_root } {
            return Some(self.argument.forward::<C, S>(state, frame, lane).0);
        }
        None
    }

    fn backward_of_square<C: Scope, S: Simd>(
        &self,
        state: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        (tape, _): (N::Tape<S>, Pack<S>),
        adjoint: Pack<S>,
    ) {
        let backward = const { backward_of::<C, S, N>() };
        backward(&self.argument, state, frame, lane, tape, adjoint);
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        (tape, derivative): (N::Tape<S>, Pack<S>),
        adjoint: Pack<S>,
    ) {
        if let Some(known) = self.known::<C>() {
            return frame.add_adjoint(known, adjoint);
        }
        let backward = const { backward_of::<C, S, N>() };
        backward(&self.argument, state, frame, lane, tape, adjoint * derivative);
    }

    fn end_block<C: Scope, S: Simd>(&self, state: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        self.argument.end_block::<C, S>(state, frame, block);
    }

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.argument.end::<C, S>(state, simd, frame);
    }
}

#[inlined]
impl<Function: UnaryFunction, N: Coefficients> Coefficients for BoundUnary<Function, N> {
    fn add_term_slots(&self, slots: &mut TermSlots) {
        self.argument.add_term_slots(slots);
    }

    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> N::State<S> {
        self.argument.load::<C, S>(simd, frame, cursor)
    }

    fn unload<C: Scope, S: Simd>(
        &self,
        state: N::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        self.argument.unload::<C, S>(state, simd, frame, cursor);
    }
}

impl<Function: UnaryFunction, N: Drawn> Drawn for BoundUnary<Function, N> {
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
        self.argument.reads(row, frame, known);
    }
}

sealed! {
    [Function, N] BoundUnary<Function, N>;
}
