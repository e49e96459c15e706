//! A vector x(k) for each number k, as the rows of a matrix: Y at (k, i) = x(k) at i, with x̄(k) = the row
//! k of Ȳ.
//!
//! The vectors are one expression of the number k, evaluated once for each k when the sweep begins, and once
//! more when it ends.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{BoundComponentIndex, Compiler, Context};
use crate::contract::drawing::{Chosen, Drawing, Drawn};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Coefficients, Facts, Node, collect, is_active, nothing, store};
use crate::contract::scope::{Recompute, Scope};
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Columns, Frame, Slot};
use crate::node::ComponentIndex;
use crate::node::leaf::value_in_slot;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dyn, Matrix, Sides, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// The vectors `N` for the numbers 0, 1, …, `count` − 1, as rows of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct StackEach<N> {
    row: N,
    index: ComponentIndex,
    count: usize,
}

impl<N: Expression> StackEach<N> {
    /// Makes a matrix with `count` vectors as its rows.
    pub(crate) fn new(row: N, index: ComponentIndex, count: usize) -> Self {
        Self { row, index, count }
    }

    fn value_size(&self) -> Size {
        Size::new(self.count, self.row.size().length())
    }
}

impl<N: Expression> Expression for StackEach<N> {
    type Shape = Matrix<Dyn, Dyn>;
    type Bound = BoundStackEach<N::Bound>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Self::Shape>(self.value_size())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let Self { count, .. } = self;
        compiler.context().check_not_empty_length(Some(count), &|| "the list of laws".to_owned())?;
        let index = self.index.claim(count, compiler);
        compiler.start_part("a law of the list".to_owned());
        let row = compiler.within(index, |compiler| self.row.bind(compiler)).0?;
        let size = self.value_size();
        compiler.context().check_room(size.length(), || "the log densities of all laws".to_owned())?;
        let slot = compiler.slot_of(self.extent());
        Ok(BoundStackEach { row, index, slot, size })
    }
}

impl<N: Expression> Describe for StackEach<N> {
    fn describe(&self, text: &mut String) {
        text.push_str(&format!("stack_rows(components({}, |k| ", self.count));
        self.row.describe(text);
        text.push_str("))");
    }
}

impl<N: Expression> RowFacts for StackEach<N> {}

/// The vectors `N` for all numbers, as rows of a matrix.
#[derive(Clone, Copy, Debug)]
pub struct BoundStackEach<N> {
    pub(crate) row: N,
    pub(crate) index: BoundComponentIndex,
    pub(crate) slot: Slot,
    pub(crate) size: Size,
}

#[inlined]
impl<N: Node> BoundStackEach<N> {
    /// Computes all rows.
    fn compute<C: Scope, S: Simd>(&self, _: &mut (), simd: S, frame: &mut Frame<'_>) {
        let Size { rows, columns } = self.size;
        let some = frame.take_columns();
        // In order: the part of a register that reaches beyond a row is overwritten by the next row.
        for number in 0..rows {
            self.index.set(frame, number);
            let mut state = self.row.begin::<Recompute<C>, S>(simd, frame);
            let slot = self.slot.element(number * columns);
            frame.set_columns(some);
            store::<Recompute<C>, S, N>(&self.row, &mut state, simd, frame, slot, columns);
            frame.set_columns(Columns::ALL);
        }
    }

    /// Passes on the adjoints of all rows.
    fn pass_on<C: Scope, S: Simd>(&self, _: &mut (), simd: S, frame: &mut Frame<'_>) {
        let Size { rows, columns } = self.size;
        let some = frame.take_columns();
        for number in 0..rows {
            self.index.set(frame, number);
            let mut state = self.row.begin::<Recompute<C>, S>(simd, frame);
            let slot = self.slot.element(number * columns);
            frame.set_columns(some);
            collect::<Recompute<C>, S, N>(&self.row, &mut state, simd, frame, slot, columns);
            frame.set_columns(Columns::ALL);
            self.row.end::<Recompute<C>, S>(state, simd, frame);
        }
    }
}

#[inlined]
impl<N: Node> Node for BoundStackEach<N> {
    type Shape = Matrix<Dyn, Dyn>;
    const FACTS: Facts =
        Facts { in_slot: true, is_by_columns: true, ..Facts::of(N::FACTS.vars).with(&N::FACTS) };
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<Self::Shape>(self.size)
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.row.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let compute = const { if C::SETS.again { nothing } else { Self::compute::<C, S> } };
        compute(self, &mut (), simd, frame);
    }

    value_in_slot!();

    fn end<C: Scope, S: Simd>(&self, _: (), simd: S, frame: &mut Frame<'_>) {
        let pass_on = const { if is_active::<C, N>() { Self::pass_on::<C, S> } else { nothing } };
        pass_on(self, &mut (), simd, frame);
    }
}

impl<N: Node> Coefficients for BoundStackEach<N> {}

impl<N: Drawn> Drawn for BoundStackEach<N> {
    fn draw_chosen(&self, chosen: Chosen<'_>, to: &mut Drawing<'_, '_>) -> bool {
        (0..self.size.rows).all(|number| {
            self.index.set(to.frame, number);
            chosen.after(number).draw(&self.row, to)
        })
    }
}

expression! {
    [N] StackEach<N>;
}

sealed! {
    [N] BoundStackEach<N>;
}

keep_names! {
    [N] BoundStackEach<N>;
}
