//! The windows through which a view shows the elements of a value.

use crate::sealed::Sealed;
use crate::shape::Size;
use core::ops::Range;

/// The place of the first element, and the distances of elements in the source down a column and along a row
/// of the view.
#[derive(Clone, Copy, Debug)]
pub struct Strides {
    /// The place of the first element.
    pub start: usize,
    /// The distance from one row to the next.
    pub down: usize,
    /// The distance from one column to the next.
    pub along: usize,
}

impl Strides {
    /// The place in the source of the element in this row and column of the view.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn place(self, row: usize, column: usize) -> usize {
        self.start + row * self.down + column * self.along
    }
}

/// A window: a rule that selects and orders the elements of a source.
pub trait Window: Sealed + Copy + Send + Sync + 'static {
    /// True if the view is a run of consecutive elements of the source, for every size of the source.
    const IS_RUN: bool = false;

    /// True if the run is the whole source, so that the view has the slot of the source.
    const IS_WHOLE: bool = false;

    /// True if each row of the view, or element of a vector, reads only the row with its number.
    const KEEPS_ROWS: bool = false;

    /// The strides of the view's elements in the source.
    fn strides(self, source: Size) -> Strides;
}

/// A range that is `Copy`.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    start: usize,
    end: usize,
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}

/// Declares windows: `Name(fields)`, and the strides as a function of the fields and the size of the source.
macro_rules! windows {
    ($(
        $(#[$doc:meta])*
        $Name:ident($($field:ident: $Field:ty),*) {
            strides: |$source:pat_param| [$start:expr, $down:expr, $along:expr];
            is_run: $is_run:literal;
            $(is_whole: $is_whole:literal;)?
            $(keeps_rows: $keeps_rows:literal;)?
        }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name {
            $(pub(crate) $field: $Field,)*
        }

        impl Sealed for $Name {}

        impl Window for $Name {
            const IS_RUN: bool = $is_run;
            $(const IS_WHOLE: bool = $is_whole;)?
            $(const KEEPS_ROWS: bool = $keeps_rows;)?

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn strides(self, $source: Size) -> Strides {
                let Self { $($field),* } = self;
                $(let _ = $field;)*
                Strides { start: $start, down: $down, along: $along }
            }
        }
    )*};
}

windows! {
    /// Aᵀ
    Transpose() {
        strides: |source| [0, 1, source.columns];
        is_run: false;
    }

    /// The diagonal of a square matrix.
    Diagonal() {
        strides: |source| [0, source.columns + 1, 0];
        is_run: false;
    }

    /// A column of a matrix.
    ColumnOf(index: usize) {
        strides: |source| [index, source.columns, 0];
        is_run: false;
        keeps_rows: true;
    }

    /// A row of a matrix; rows follow each other without padding.
    RowOf(index: usize) {
        // The view is a vector, whose elements follow each other down.
        strides: |source| [index * source.columns, 1, 0];
        is_run: true;
    }

    /// Some rows of a matrix, one after the other.
    RowsOf(range: Span) {
        strides: |source| [range.start * source.columns, source.columns, 1];
        is_run: true;
    }

    /// Some columns of a matrix, one after the other.
    ColumnsOf(range: Span) {
        strides: |source| [range.start, source.columns, 1];
        is_run: false;
        keeps_rows: true;
    }

    /// The elements in both some rows and some columns of a matrix.
    BlockOf(rows: Span, columns: Span) {
        strides: |source| [rows.start * source.columns + columns.start, source.columns, 1];
        is_run: false;
    }

    /// A vector as each of `count` rows.
    RepeatedRow(count: usize) {
        strides: |_| [0, 0, 1];
        is_run: false;
    }

    /// A vector as each of `count` columns.
    RepeatedColumn(count: usize) {
        strides: |_| [0, 1, 0];
        is_run: false;
    }

    /// An element of a vector.
    ElementOf(index: usize) {
        strides: |_| [index, 1, 0];
        is_run: true;
    }

    /// Some elements of a vector, one after the other.
    SliceOf(range: Span) {
        strides: |_| [range.start, 1, 0];
        is_run: true;
    }

    /// The elements in another number of rows and of columns; they stand row after row in both
    /// arrangements.
    Reshape(rows: usize, columns: usize) {
        strides: |_| [0, columns, 1];
        is_run: true;
        is_whole: true;
    }

    /// All elements of a matrix as a vector, row after row.
    Flatten() {
        strides: |_| [0, 1, 0];
        is_run: true;
        is_whole: true;
    }
}
