//! The written form of windows: the text, the size and the checks of a [`View`](crate::node::View). The
//! elements that a window shows are defined by [`node::Window`](crate::node::Window).

use crate::compiler::Context;
use crate::contract::expression::Expression;
use crate::error::Error;
use crate::node::{
    BlockOf, ColumnOf, ColumnsOf, Diagonal, ElementOf, Flatten, RepeatedColumn, RepeatedRow, Reshape, RowOf,
    RowsOf, SliceOf, Transpose, Window,
};
use crate::shape::Size;
use core::ops::Range;

/// A window as it is written.
pub trait Windowed: Window {
    /// True if element t of the view is in column t of the source: in the values of a scan, one number over
    /// time.
    const IS_CAUSAL: bool;

    /// Appends the call as a user would write it after the source.
    fn describe(self, text: &mut String);

    /// The size of the view, given the size of the source.
    fn size(self, source: Size) -> Size;

    /// Checks that the view does not reach beyond the source.
    fn check(self, context: &Context, view: &impl Expression, source: &impl Expression) -> Result<(), Error>;
}

/// Checks that a range ends within `length` rows or columns.
fn check_range(
    context: &Context,
    view: &impl Expression,
    range: Range<usize>,
    counted: &str,
    length: usize,
) -> Result<(), Error> {
    let Some(last) = last_of(context, view, range)? else { return Ok(()) };
    context.check_index(view, None, last, length).map(drop).map_err(|error| error.counting(counted))
}

/// The last place in a range; `None` if the range is 0..0. As in Rust, an empty range may begin after the
/// last place, and a range that ends before it begins is an error.
fn last_of(context: &Context, view: &impl Expression, range: Range<usize>) -> Result<Option<usize>, Error> {
    if range.start > range.end {
        let mut what = String::from("the start of `");
        view.describe(&mut what);
        what.push('`');
        return Err(context.outside(what, None, range.start as f64, &format!("be at most {}", range.end)));
    }
    Ok(range.end.checked_sub(1))
}

/// Implements [`Windowed`]: `Name(fields)`, the call, and two functions of the fields and the source. Fields
/// that are ranges are read as `Range<usize>`.
macro_rules! windows {
    ($(
        $Name:ident($($field:ident: $Field:ty),*) {
            text: $text:expr;
            size: |$size_source:pat_param| $size:expr;
            check: |$context:pat_param, $view:pat_param, $source:pat_param| $check:expr;
            $(is_causal: $causal:literal;)?
        }
    )*) => {$(
        #[allow(unused_variables)]
        impl Windowed for $Name {
            const IS_CAUSAL: bool = false $(|| $causal)?;

            fn describe(self, text: &mut String) {
                $(let $field: $Field = self.$field.into();)*
                text.push_str(&$text);
            }

            fn size(self, $size_source: Size) -> Size {
                $(let $field: $Field = self.$field.into();)*
                $size
            }

            fn check(
                self,
                $context: &Context,
                $view: &impl Expression,
                $source: &impl Expression,
            ) -> Result<(), Error> {
                $(let $field: $Field = self.$field.into();)*
                $check
            }
        }
    )*};
}

windows! {
    Transpose() {
        text: ".transpose()";
        size: |source| Size::new(source.columns, source.rows);
        check: |_, _, _| Ok(());
    }

    Diagonal() {
        text: ".diagonal()";
        size: |source| Size::new(source.rows, 1);
        check: |context, _, source| context.check_square(source);
    }

    ColumnOf(index: usize) {
        text: format!(".column({index})");
        size: |source| Size::new(source.rows, 1);
        check: |context, view, source| {
            let checked = context.check_index(view, None, index, source.size().columns);
            checked.map(drop).map_err(|error| error.counting("columns"))
        };
    }

    RowOf(index: usize) {
        text: format!(".row({index})");
        size: |source| Size::new(source.columns, 1);
        check: |context, view, source| context.check_index(view, None, index, source.size().rows).map(drop);
        is_causal: true;
    }

    RowsOf(range: Range<usize>) {
        text: format!(".rows({range:?})");
        size: |source| Size::new(range.len(), source.columns);
        check: |context, view, source| check_range(context, view, range, "rows", source.size().rows);
    }

    ColumnsOf(range: Range<usize>) {
        text: format!(".columns({range:?})");
        size: |source| Size::new(source.rows, range.len());
        check: |context, view, source| check_range(context, view, range, "columns", source.size().columns);
    }

    BlockOf(rows: Range<usize>, columns: Range<usize>) {
        text: format!(".block({rows:?}, {columns:?})");
        size: |_| Size::new(rows.len(), columns.len());
        check: |context, view, source| {
            check_range(context, view, rows, "rows", source.size().rows)?;
            check_range(context, view, columns, "columns", source.size().columns)
        };
    }

    RepeatedRow(count: usize) {
        text: format!(".repeat_rows({count})");
        size: |source| Size::new(count, source.rows);
        check: |_, _, _| Ok(());
    }

    RepeatedColumn(count: usize) {
        text: format!(".repeat_columns({count})");
        size: |source| Size::new(source.rows, count);
        check: |_, _, _| Ok(());
    }

    ElementOf(index: usize) {
        text: format!(".at({index})");
        size: |_| Size::SCALAR;
        check: |context, view, source| context.check_index(view, None, index, source.size().rows).map(drop);
    }

    SliceOf(range: Range<usize>) {
        text: format!(".slice({range:?})");
        size: |_| Size::new(range.len(), 1);
        check: |context, view, source| match last_of(context, view, range)? {
            Some(last) => context.check_index(view, None, last, source.size().rows).map(drop),
            None => Ok(()),
        };
    }

    Reshape(rows: usize, columns: usize) {
        text: format!(".reshape({rows}, {columns})");
        size: |_| Size::new(rows, columns);
        check: |context, view, source| context.check_counts(source, view);
    }

    Flatten() {
        text: ".flatten()";
        size: |source| Size::new(source.length(), 1);
        check: |_, _, _| Ok(());
    }
}
