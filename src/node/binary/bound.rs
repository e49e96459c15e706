//! The bound node of a function of two arguments.

use super::functions::BinaryFunction;
use crate::compiler::rewrite::{Cursor, Summand, TermSlots};
use crate::compiler::{Compiler, Context};
use crate::contract::conjugacy::Link;
use crate::contract::drawing::{Drawn, Known};
use crate::contract::node::{
    Beside, Coefficients, Companion, Facts, Node, Rests, Tapes, backward_of, is_active, joined,
    precompute_nothing,
};
use crate::contract::operation::Affinity;
use crate::contract::scope::{Scope, Value};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::math;
use crate::name::VarSet;
use crate::node::precomputed::{Precomputed, precomputes};
use crate::node::rest_of_product;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Tag};
use crate::simd::{Block, Lane, Pack};
use core::cell::RefCell;
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// True for a number that is data, repeated or not.
const fn is_number<N: Node>() -> bool {
    N::FACTS.is_data() && (N::FACTS.is_splat || N::Shape::IS_SCALAR)
}

/// `Function` of the elements of `L` and `R`, which have the shape `Sh` or are repeated along it.
#[derive(Clone, Copy, Debug)]
pub struct BoundBinary<Function, L, R, Sh> {
    left: L,
    right: R,
    precomputed: Precomputed,
    function: PhantomData<fn() -> (Function, Sh)>,
}

erase! {
    [Function, L: Erase, R: Erase, Sh] BoundBinary<Function, L, R, Sh> =>
        BoundBinary<Function, L::Erased, R::Erased, Sh>,
        [L, R], { left, right, precomputed };
}

impl<Function: BinaryFunction, L: Node, R: Node, Sh: Shape> BoundBinary<Function, L, R, Sh> {
    /// Applies a function, with room for its values if they depend on data alone.
    pub(crate) fn new(left: L, right: R, compiler: &mut Compiler) -> Self {
        let length = left.sides().or(right.sides()).length();
        Self {
            precomputed: Precomputed::bind::<Self>(compiler, length),
            ..Self::of_coefficients(left, right)
        }
    }

    /// Applies a function of which only the coefficients of the affine form are read.
    pub(crate) fn of_coefficients(left: L, right: R) -> Self {
        Self { left, right, precomputed: Precomputed::default(), function: PhantomData }
    }
}

impl<Function: BinaryFunction, L: Node, R: Node, Sh: Shape> BoundBinary<Function, L, R, Sh> {
    /// Computes the values of a node that depends on data alone.
    fn precompute_data(&mut self, frame: &mut Frame<'_>) {
        let node = self.clone();
        let state = RefCell::new(node.begin::<Value, Scalar>(Scalar::new(), frame));
        self.precomputed.fill::<Self>(
            frame,
            |frame, block| node.begin_block::<Value, Scalar>(&mut state.borrow_mut(), frame, block),
            |frame, lane| {
                let state = state.borrow();
                let (left, _) = node.left.forward::<Value, Scalar>(&state.0, frame, lane);
                let (right, _) = node.right.forward::<Value, Scalar>(&state.1, frame, lane);
                Function::value_and_partials(left, right).0
            },
        );
    }
}

impl<Function: BinaryFunction, L: Node, R: Node, Sh: Shape> BoundBinary<Function, L, R, Sh> {
    /// The variables of both arguments.
    const VARS: &'static VarSet = joined!(L::FACTS.vars, R::FACTS.vars);

    /// The variables that stand in both arguments.
    const IN_BOTH: &'static VarSet = if L::FACTS.vars.is_disjoint(R::FACTS.vars) {
        &VarSet::EMPTY
    } else {
        &L::FACTS.vars.common(R::FACTS.vars)
    };

    /// The variables on which the rows of both arguments depend.
    const ROWS: &'static VarSet = match (L::FACTS.rows_of, R::FACTS.rows_of) {
        (Some(left), Some(right)) => joined!(left, right),
        _ => &VarSet::EMPTY,
    };

    /// The variables with respect to which the slope of either argument varies.
    const SLOPES_VARY: &'static VarSet = joined!(L::FACTS.slope_varies, R::FACTS.slope_varies);

    /// The sign of the argument that may have a rest, if the function is the sum or the difference of this
    /// argument and a number.
    const MOVES: Option<f64> = match Function::AFFINITY {
        Affinity::Sum(_) if L::FACTS.has_rest && is_number::<R>() => Some(1.0),
        Affinity::Sum(sign) if R::FACTS.has_rest && is_number::<L>() => Some(sign),
        _ => None,
    };

    /// True for a product of two numbers which both may have rests.
    const IS_PRODUCT: bool = matches!(Function::AFFINITY, Affinity::Product)
        && L::Shape::IS_SCALAR
        && R::Shape::IS_SCALAR
        && L::FACTS.has_rest
        && R::FACTS.has_rest;

    /// The rests of both arguments, where they are known.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn rests<C: Scope, S: Simd>(
        &self,
        state: &(L::State<S>, R::State<S>),
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> [Option<Pack<S>>; 2] {
        let mut rests = [None; 2];
        if const { L::FACTS.has_rest } {
            rests[0] = self.left.companion::<Rests, C, S>(&state.0, frame, lane);
        }
        if const { R::FACTS.has_rest } {
            rests[1] = self.right.companion::<Rests, C, S>(&state.1, frame, lane);
        }
        rests
    }

    /// True for a function whose tape is kept as if it were expensive: a power, and also a maximum, a minimum
    /// or a comparison, which have the same affinity. Sums, products and quotients are cheap.
    const IS_DEAR: bool = matches!(Function::AFFINITY, Affinity::Curved);

    /// True if the value of every row is known.
    const IS_DATUM: bool = L::FACTS.is_datum && R::FACTS.is_datum;

    /// The number of gathers that each argument adds to the value.
    const GATHERS: [usize; 2] = match Function::AFFINITY {
        Affinity::Sum(sign) if !Sh::IS_MATRIX => {
            [L::FACTS.gathers, if sign > 0.0 { R::FACTS.gathers } else { 0 }]
        }
        _ => [0; 2],
    };

    /// True if all coefficients of the affine form are multiplied by data.
    const IS_WEIGHTED: bool = match Function::AFFINITY {
        Affinity::Sum(_) => L::FACTS.is_weighted && R::FACTS.is_weighted,
        Affinity::Product => L::FACTS.is_weighted || R::FACTS.is_weighted,
        Affinity::Quotient => L::FACTS.is_weighted,
        Affinity::Curved => Self::IS_DATUM,
    };
}

#[inlined]
impl<Function: BinaryFunction, L: Node, R: Node, Sh: Shape> Node for BoundBinary<Function, L, R, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        blocked: L::FACTS.blocked || R::FACTS.blocked,
        in_lanes: L::FACTS.in_lanes && R::FACTS.in_lanes,
        rows_of: if L::FACTS.rows_of.is_some() && R::FACTS.rows_of.is_some() {
            Some(Self::ROWS)
        } else {
            None
        },
        has_rest: Self::MOVES.is_some() || Self::IS_PRODUCT,
        is_datum: Self::IS_DATUM,
        has_rows: L::FACTS.has_rows && R::FACTS.has_rows,
        is_affine: Self::IS_DATUM
            || match Function::AFFINITY {
                Affinity::Sum(_) => L::FACTS.is_affine && R::FACTS.is_affine,
                Affinity::Product => L::FACTS.is_affine && R::FACTS.is_affine && Self::IS_WEIGHTED,
                Affinity::Quotient => L::FACTS.is_affine && R::FACTS.is_datum,
                Affinity::Curved => false,
            },
        is_weighted: Self::IS_WEIGHTED,
        gathers: Self::GATHERS[0] + Self::GATHERS[1],
        link: {
            let (left, right) = (L::FACTS.link, R::FACTS.link);
            let apart = L::FACTS.vars.is_disjoint(R::FACTS.vars);
            match Function::AFFINITY {
                Affinity::Sum(_) => left.sum(right, apart),
                Affinity::Product if Sh::IS_MATRIX && R::FACTS.is_splat => {
                    left.product_with_number(right, apart)
                }
                Affinity::Product if Sh::IS_MATRIX && L::FACTS.is_splat => {
                    right.product_with_number(left, apart)
                }
                Affinity::Product => left.product(right, apart),
                Affinity::Quotient if Sh::IS_MATRIX && R::FACTS.is_splat => {
                    left.product_with_number(right.inverted(), apart)
                }
                Affinity::Quotient => left.quotient(right, apart),
                Affinity::Curved if Self::VARS.is_empty() => Link::Constant,
                Affinity::Curved => Link::Other,
            }
        },
        mixed: joined!(L::FACTS.mixed, R::FACTS.mixed, Self::IN_BOTH),
        mixed_rows: joined!(L::FACTS.mixed_rows, R::FACTS.mixed_rows, Self::IN_BOTH),
        reads_other_rows: joined!(L::FACTS.reads_other_rows, R::FACTS.reads_other_rows),
        aligned: joined!(L::FACTS.aligned, R::FACTS.aligned),
        aligned_rows: joined!(L::FACTS.aligned_rows, R::FACTS.aligned_rows),
        nonlinear: match Function::AFFINITY {
            Affinity::Sum(_) => joined!(L::FACTS.nonlinear, R::FACTS.nonlinear),
            Affinity::Product => joined!(L::FACTS.nonlinear, R::FACTS.nonlinear, Self::IN_BOTH),
            Affinity::Quotient => joined!(L::FACTS.nonlinear, R::FACTS.vars),
            Affinity::Curved => Self::VARS,
        },
        slope_varies: match Function::AFFINITY {
            Affinity::Sum(_) => Self::SLOPES_VARY,
            // A factor that is repeated is the slope of the other factor, the same in all rows.
            Affinity::Product if L::FACTS.is_splat && R::FACTS.is_splat => Self::SLOPES_VARY,
            Affinity::Product if L::FACTS.is_splat => joined!(Self::SLOPES_VARY, L::FACTS.vars),
            Affinity::Product | Affinity::Quotient if R::FACTS.is_splat => {
                joined!(Self::SLOPES_VARY, R::FACTS.vars)
            }
            Affinity::Product | Affinity::Quotient | Affinity::Curved => Self::VARS,
        },
        undefined: L::FACTS.undefined.union(R::FACTS.undefined).union(Function::UNDEFINED),
        read_at_begin: joined!(L::FACTS.read_at_begin, R::FACTS.read_at_begin),
        tapes: Tapes::of::<L>().and(Tapes::of::<R>()).in_function(Self::IS_DEAR),
        ..Facts::of(Self::VARS)
    };
    type State<S: Simd> = (L::State<S>, R::State<S>);
    type Tape<S: Simd> = (L::Tape<S>, R::Tape<S>, Pack<S>, Pack<S>);

    fn sides(&self) -> Sides {
        self.left.sides().or(self.right.sides())
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.left.precompute(context, frame)?;
        self.right.precompute(context, frame)?;
        let compute =
            const { if precomputes::<Sh>(Self::VARS) { Self::precompute_data } else { precompute_nothing } };
        compute(self, frame);
        Ok(())
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        (self.left.begin::<C, S>(simd, frame), self.right.begin::<C, S>(simd, frame))
    }

    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        self.left.begin_block::<C, S>(&mut state.0, frame, block);
        self.right.begin_block::<C, S>(&mut state.1, frame, block);
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Self::Tape<S>) {
        let (left, left_tape) = self.left.forward::<C, S>(&state.0, frame, lane);
        let (right, right_tape) = self.right.forward::<C, S>(&state.1, frame, lane);
        let (mut value, mut by_left, mut by_right) = Function::value_and_partials(left, right);
        // A tape that is kept would store partial derivatives that are never read, so these are set to 0.
        if const { Self::IS_DEAR && !is_active::<C, L>() } {
            by_left = Pack::zero(lane.simd);
        }
        if const { Self::IS_DEAR && !is_active::<C, R>() } {
            by_right = Pack::zero(lane.simd);
        }
        if const { Self::MOVES.is_some() }
            && let Some(sign) = const { Self::MOVES }
            && let [Some(rest), _] | [_, Some(rest)] = self.rests::<C, S>(state, frame, lane)
        {
            value = rest.mul_add(sign, value);
        }
        (self.precomputed.or::<Self, S>(frame, lane, value), (left_tape, right_tape, by_left, by_right))
    }

    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        if const { !matches!(K::COMPANION, Companion::Rest) || !Self::FACTS.has_rest } {
            return None;
        }
        let rests = self.rests::<C, S>(state, frame, lane);
        let ([Some(rest), _] | [_, Some(rest)]) = rests else { return None };
        let (left, _) = self.left.forward::<C, S>(&state.0, frame, lane);
        let (right, _) = self.right.forward::<C, S>(&state.1, frame, lane);
        if const { Self::IS_PRODUCT } {
            let zero = Pack::zero(lane.simd);
            let rests = [rests[0].unwrap_or(zero), rests[1].unwrap_or(zero)];
            return Some(rest_of_product([left, right], rests));
        }
        let sign = const { Self::MOVES }.unwrap_or(1.0);
        // The rounding error of the sum of both numbers, and the rounding error of this sum and the rest.
        let sign_of_right = if let Affinity::Sum(sign) = const { Function::AFFINITY } { sign } else { 1.0 };
        let (sum, error) = math::two_sum(left, right * sign_of_right);
        let (_, error_of_rest) = math::two_sum(sum, rest * sign);
        Some(error + error_of_rest)
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        (left_tape, right_tape, by_left, by_right): Self::Tape<S>,
        adjoint: Pack<S>,
    ) {
        let to_left = const { backward_of::<C, S, L>() };
        let to_right = const { backward_of::<C, S, R>() };
        to_left(&self.left, &mut state.0, frame, lane, left_tape, adjoint * by_left);
        to_right(&self.right, &mut state.1, frame, lane, right_tape, adjoint * by_right);
    }

    fn end_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        self.left.end_block::<C, S>(&mut state.0, frame, block);
        self.right.end_block::<C, S>(&mut state.1, frame, block);
    }

    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.left.end::<C, S>(state.0, simd, frame);
        self.right.end::<C, S>(state.1, simd, frame);
    }
}

#[inlined]
impl<Function: BinaryFunction, L: Coefficients, R: Coefficients, Sh: Shape> Coefficients
    for BoundBinary<Function, L, R, Sh>
{
    fn add_term_slots(&self, slots: &mut TermSlots) {
        self.left.add_term_slots(slots);
        self.right.add_term_slots(slots);
    }

    fn for_summands(&mut self, visit: &mut dyn FnMut(&mut Summand)) {
        if const { Self::GATHERS[0] > 0 } {
            self.left.for_summands(visit);
        }
        if const { Self::GATHERS[1] > 0 } {
            self.right.for_summands(visit);
        }
    }

    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> Self::State<S> {
        (self.left.load::<C, S>(simd, frame, cursor), self.right.load::<C, S>(simd, frame, cursor))
    }

    fn unload<C: Scope, S: Simd>(
        &self,
        state: Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        self.left.unload::<C, S>(state.0, simd, frame, cursor);
        self.right.unload::<C, S>(state.1, simd, frame, cursor);
    }
}

impl<Function: BinaryFunction, L: Drawn, R: Drawn, Sh: Shape> Drawn for BoundBinary<Function, L, R, Sh> {
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
        self.left.reads(row, frame, known);
        self.right.reads(row, frame, known);
    }
}

sealed! {
    [Function, L, R, Sh] BoundBinary<Function, L, R, Sh>;
}
