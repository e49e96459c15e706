//! A view of a value through a window, such as a transposed matrix. The maths is in
//! [`BoundView`](crate::node::BoundView).

use crate::compiler::Compiler;
use crate::compiler::rewrite::RowFacts;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::Node;
use crate::error::Error;
use crate::node::{BoundView, Stored, Windowed};
use crate::shape::{Shape, Sides, Size};
use core::marker::PhantomData;

/// The expression `N` viewed through the window `Win`, a value of the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct View<Win, N, Sh> {
    source: Stored<N>,
    window: Win,
    size: Size,
    shape: PhantomData<fn() -> Sh>,
}

impl<Win: Windowed, N: Expression, Sh: Shape> View<Win, N, Sh> {
    /// Makes the view of an expression.
    pub(crate) fn new(source: N, window: Win) -> Self {
        let source = Stored::new(source);
        Self { source, window, size: window.size(source.size()), shape: PhantomData }
    }
}

impl<Win: Windowed, N: Expression, Sh: Shape> View<Win, N, Sh> {
    /// The expression whose elements the view shows.
    pub(crate) fn source(&self) -> &N {
        self.source.source()
    }

    /// The places of the view's elements in the source.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        let (size, strides) = (self.size, self.window.strides(self.source.size()));
        let length = if self.is_within() { size.length() } else { 0 };
        (0..length).map(move |element| strides.place(element / size.columns, element % size.columns))
    }

    /// True if the view does not reach beyond the source. If it does, binding it is an error.
    fn is_within(&self) -> bool {
        self.last_place(self.size).is_some_and(|last| last < self.source.count())
    }

    /// The last place in the source that a view of this size shows; `None` for an empty view, and for a
    /// view whose size overflows.
    fn last_place(&self, size: Size) -> Option<usize> {
        let strides = self.window.strides(self.source.size());
        let down = size.rows.checked_sub(1)?.checked_mul(strides.down)?;
        let along = size.columns.checked_sub(1)?.checked_mul(strides.along)?;
        strides.start.checked_add(down)?.checked_add(along)
    }

    /// The number of rows of the source that a view of this size reads.
    fn rows_of_source(&self, size: Size) -> usize {
        let row = self.last_place(size).and_then(|last| last.checked_div(self.source.size().columns));
        row.map_or(usize::MAX, |row| row + 1)
    }
}

impl<Win: Windowed, N: Expression, Sh: Shape> Expression for View<Win, N, Sh> {
    type Shape = Sh;
    type Bound = BoundView<Win, N::Bound, Sh>;
    type Erased = View<Win, N::Erased, Sh>;

    fn erase(self) -> Self::Erased {
        let Self { source, window, size, .. } = self;
        View { source: source.erase(), window, size, shape: PhantomData }
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.size)
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_first_rows(usize::MAX, compiler)
    }

    fn bind_first_rows(self, rows: usize, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let size = self.size.first_rows::<Sh>(rows);
        let rows = self.rows_of_source(size);
        let bind = |compiler: &mut Compiler| self.source.bind_first_rows(rows, compiler);
        let source = if Win::IS_CAUSAL { compiler.arguments_in_order(bind)? } else { bind(compiler)? };
        self.window.check(compiler.context(), &self, &self.source)?;
        compiler.context().check_room(self.size.length(), || compiler.context().part())?;
        if const { <N::Bound as Node>::FACTS.in_slot } {
            compiler.read_at(source.slot(), self.places());
        }
        Ok(BoundView::new(source, self.window, size))
    }
}

impl<Win: Windowed, N: Expression, Sh: Shape> Describe for View<Win, N, Sh> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        self.window.describe(text);
    }
}

impl<Win: Windowed, N: Expression, Sh: Shape> RowFacts for View<Win, N, Sh> {
    fn known(&self, index: usize) -> Option<f64> {
        let strides = self.window.strides(self.source.size());
        let (row, column) = (index.checked_div(self.size.columns)?, index % self.size.columns);
        if !self.is_within() || row >= self.size.rows {
            return None;
        }
        self.source.known(strides.place(row, column))
    }
}

expression! {
    [Win, N, Sh] View<Win, N, Sh>;
}
