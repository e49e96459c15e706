//! A function of one argument, element by element: y = f(x), with x̄ = f′(x) ȳ.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::node::folded::{Folded, folds};
use crate::node::{Link, Node, describe_operand, is_active};
use crate::rewrite::{AffineRow, Cursor, Key};
use crate::scope::{Scope, Value};
use crate::sealed::Sealed;
use crate::shape::Sides;
use crate::simd::{Block, Frame, Lane, Pack};
use core::cell::RefCell;
use pulp::{Scalar, Simd};

pub mod functions;

/// A function of one argument with its derivative.
pub trait UnaryFunction: Sealed + Copy + Send + Sync + 'static {
    /// The name, as it is written after the dot.
    const NAME: &'static str;

    /// The slope of a function that is a multiple of its argument.
    const MULTIPLE: Option<f64> = None;

    /// True for eˣ.
    const IS_EXP: bool = false;

    /// What the function makes of the identity: √x, 1/x, a multiple, or anything else.
    const LINK: Link = if Self::MULTIPLE.is_some() { Link::Multiple } else { Link::Other };

    /// f(x) and f′(x). A value that is not used costs nothing: the compiler removes it.
    fn value_and_derivative<S: Simd>(self, x: Pack<S>) -> (Pack<S>, Pack<S>);

    /// Appends the call as a reader would write it after the argument.
    fn describe(self, text: &mut String) {
        text.push('.');
        text.push_str(Self::NAME);
        text.push_str("()");
    }
}

/// `Function` applied to every element of `N`.
#[derive(Clone, Copy, Debug)]
pub struct Unary<Function, N> {
    function: Function,
    argument: N,
    folded: Folded,
}

impl<Function, N> Unary<Function, N> {
    /// Applies a function.
    pub(crate) fn new(function: Function, argument: N) -> Self {
        Self { function, argument, folded: Folded::default() }
    }
}

impl<Function: UnaryFunction, N> Unary<Function, N> {
    /// The function of a number.
    fn of_number(&self, number: f64) -> f64 {
        self.function.value_and_derivative(Pack::splat(Scalar::new(), number)).0.first()
    }
}

impl<Function: UnaryFunction, N: Node> Node for Unary<Function, N> {
    type Shape = N::Shape;
    const VARS: VarSet = N::VARS;
    const BLOCKED: bool = N::BLOCKED;
    const IS_DATUM: bool = N::IS_DATUM;
    const HAS_ROWS: bool = N::HAS_ROWS;
    const LINK: Link = match Function::LINK {
        Link::Multiple => N::LINK.scaled(),
        Link::Reciprocal => N::LINK.inverted(),
        Link::Root => N::LINK.root(),
        Link::InverseRoot => N::LINK.root().inverted(),
        _ if N::VARS.is_empty() => Link::Constant,
        _ => Link::Other,
    };
    const MIXED: VarSet = N::MIXED;
    const CROSSED: VarSet = N::CROSSED;
    const IS_AFFINE: bool = N::IS_DATUM || (Function::MULTIPLE.is_some() && N::IS_AFFINE);
    const IS_WEIGHTED: bool = N::IS_WEIGHTED;
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = (N::Tape<S>, Pack<S>);

    fn sides(&self) -> Sides {
        self.argument.sides()
    }

    fn describe(&self, text: &mut String) {
        describe_operand(&self.argument, 3, text);
        self.function.describe(text);
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.argument.bind(compiler)?;
        self.folded.bind::<Self>(compiler, self.sides().length());
        Ok(())
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.argument.fold(compiler, frame)?;
        if const { folds::<N::Shape>(&N::VARS) } {
            let Self { function, argument, .. } = *self;
            let state = RefCell::new(argument.begin::<Value, Scalar>(Scalar::new(), frame));
            self.folded.fill::<Self>(
                frame,
                |frame, block| argument.begin_block::<Value, Scalar>(&mut state.borrow_mut(), frame, block),
                |frame, lane| {
                    let (argument, _) = argument.forward::<Value, Scalar>(&state.borrow(), frame, lane);
                    function.value_and_derivative(argument).0
                },
            );
        }
        Ok(())
    }

    fn datum(&self, index: usize) -> Option<f64> {
        Some(self.of_number(self.argument.datum(index)?))
    }

    fn known(&self, index: usize) -> Option<f64> {
        Some(self.of_number(self.argument.known(index)?))
    }

    fn key(&self, row: usize, key: &mut Key) {
        self.argument.key(row, key);
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        match (self.datum(row), Function::MULTIPLE) {
            (None, Some(slope)) => self.argument.affine(row, weight * slope, form),
            (number, _) => form.offset(weight * number.unwrap_or(f64::NAN)),
        }
    }

    fn bind_coefficients(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        self.argument.bind_coefficients(compiler)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> N::State<S> {
        self.argument.load::<C, S>(simd, frame, cursor)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn unload<C: Scope, S: Simd>(
        &self,
        state: N::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        self.argument.unload::<C, S>(state, simd, frame, cursor);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.argument.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut N::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        self.argument.begin_block::<C, S>(state, frame, block);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, (N::Tape<S>, Pack<S>)) {
        let (argument, tape) = self.argument.forward::<C, S>(state, frame, lane);
        let (value, derivative) = self.function.value_and_derivative(argument);
        (self.folded.or::<Self, S>(frame, lane, value), (tape, derivative))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn logarithm<C: Scope, S: Simd>(
        &self,
        state: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        // What was read a moment ago is not read again: the compiler sees that nothing was stored since.
        let is_exponential = const { Function::IS_EXP && !N::VARS.is_empty() };
        is_exponential.then(|| self.argument.forward::<C, S>(state, frame, lane).0)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        (tape, derivative): (N::Tape<S>, Pack<S>),
        adjoint: Pack<S>,
    ) {
        if const { is_active::<C, N>() } {
            self.argument.backward::<C, S>(state, frame, lane, tape, adjoint * derivative);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end_block<C: Scope, S: Simd>(&self, state: &mut N::State<S>, frame: &mut Frame<'_>, block: Block<S>) {
        self.argument.end_block::<C, S>(state, frame, block);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.argument.end::<C, S>(state, simd, frame);
    }
}
