//! Which elements of a value a [`View`](super::View) shows, and in which order.
//!
//! The element of the view in row i and column j is that of the source at start + i · down + j · along.

use crate::compile::Compiler;
use crate::error::Error;
use crate::node::Node;
use crate::sealed::Sealed;
use crate::shape::Size;
use core::ops::Range;

/// Where the first element is, and how far apart elements are in the source down a column and along a row of the view.
#[derive(Clone, Copy, Debug)]
pub struct Strides {
    /// The place of the first element.
    pub start: usize,
    /// From one row to the next.
    pub down: usize,
    /// From one column to the next.
    pub along: usize,
}

/// A way to look at a value.
pub trait Window: Sealed + Copy + Send + Sync + 'static {
    /// True if the view is a run of elements of the source.
    const IS_RUN: bool = false;

    /// Appends the call as a reader would write it after the source.
    fn describe(self, text: &mut String);

    /// The size of the view, given that of the source.
    fn size(self, source: Size) -> Size;

    /// Where the elements of the view are in the source.
    fn strides(self, source: Size) -> Strides;

    /// Checks that the view does not reach beyond the source.
    fn check(self, compiler: &Compiler, view: &impl Node, source: &impl Node) -> Result<(), Error>;
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

impl Span {
    fn length(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    fn text(self) -> String {
        format!("{}..{}", self.start, self.end)
    }

    /// Checks that so many rows or columns reach to the end.
    fn check(self, compiler: &Compiler, view: &impl Node, counted: &str, length: usize) -> Result<(), Error> {
        compiler.check_not_empty(view)?;
        let last = compiler.check_index(view, None, self.end.saturating_sub(1), length);
        last.map(drop).map_err(|error| error.counting(counted))
    }
}

/// Declares windows: `Name(fields)`, the call, and three functions of the fields and the size of the source.
macro_rules! windows {
    ($(
        $(#[$doc:meta])*
        $Name:ident($($field:ident: $Field:ty),*) {
            text: $text:expr;
            size: |$size_source:pat_param| $size:expr;
            strides: |$source:pat_param| [$start:expr, $down:expr, $along:expr];
            is_run: $is_run:literal;
            check: |$compiler:pat_param, $view:pat_param, $checked:pat_param| $check:expr;
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

            fn describe(self, text: &mut String) {
                let Self { $($field),* } = self;
                text.push_str(&$text);
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn size(self, $size_source: Size) -> Size {
                let Self { $($field),* } = self;
                $(let _ = $field;)*
                $size
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn strides(self, $source: Size) -> Strides {
                let Self { $($field),* } = self;
                $(let _ = $field;)*
                Strides { start: $start, down: $down, along: $along }
            }

            fn check(self, $compiler: &Compiler, $view: &impl Node, $checked: &impl Node) -> Result<(), Error> {
                let Self { $($field),* } = self;
                $(let _ = $field;)*
                $check
            }
        }
    )*};
}

windows! {
    /// Aᵀ
    Transpose() {
        text: ".transpose()";
        size: |source| Size::new(source.columns, source.rows);
        strides: |source| [0, 1, source.columns];
        is_run: false;
        check: |_, _, _| Ok(());
    }

    /// The diagonal of a square matrix.
    Diagonal() {
        text: ".diagonal()";
        size: |source| Size::new(source.rows, 1);
        strides: |source| [0, source.columns + 1, 0];
        is_run: false;
        check: |compiler, _, source| compiler.check_square(source);
    }

    /// A column of a matrix.
    ColumnOf(index: usize) {
        text: format!(".column({index})");
        size: |source| Size::new(source.rows, 1);
        strides: |source| [index, source.columns, 0];
        is_run: false;
        check: |compiler, view, source| {
            let checked = compiler.check_index(view, None, index, source.size().columns);
            checked.map(drop).map_err(|error| error.counting("columns"))
        };
    }

    /// Some rows of a matrix, one after the other.
    RowsOf(range: Span) {
        text: format!(".rows({})", range.text());
        size: |source| Size::new(range.length(), source.columns);
        strides: |source| [range.start * source.columns, source.columns, 1];
        is_run: true;
        check: |compiler, view, source| range.check(compiler, view, "rows", source.size().rows);
    }

    /// Some columns of a matrix, one after the other.
    ColumnsOf(range: Span) {
        text: format!(".columns({})", range.text());
        size: |source| Size::new(source.rows, range.length());
        strides: |source| [range.start, source.columns, 1];
        is_run: false;
        check: |compiler, view, source| range.check(compiler, view, "columns", source.size().columns);
    }

    /// What some rows and some columns of a matrix have in common.
    BlockOf(rows: Span, columns: Span) {
        text: format!(".block({}, {})", rows.text(), columns.text());
        size: |_| Size::new(rows.length(), columns.length());
        strides: |source| [rows.start * source.columns + columns.start, source.columns, 1];
        is_run: false;
        check: |compiler, view, source| {
            rows.check(compiler, view, "rows", source.size().rows)?;
            columns.check(compiler, view, "columns", source.size().columns)
        };
    }

    /// A vector as each of so many rows.
    RepeatedRow(count: usize) {
        text: format!(".repeat_rows({count})");
        size: |source| Size::new(count, source.rows);
        strides: |_| [0, 0, 1];
        is_run: false;
        check: |compiler, view, _| compiler.check_not_empty(view);
    }

    /// A vector as each of so many columns.
    RepeatedColumn(count: usize) {
        text: format!(".repeat_columns({count})");
        size: |source| Size::new(source.rows, count);
        strides: |_| [0, 1, 0];
        is_run: false;
        check: |compiler, view, _| compiler.check_not_empty(view);
    }
}
