//! The elements of a value that a [`BoundView`](crate::node::BoundView) shows, and their order.
//!
//! The element of the view in row i and column j is the element of the source at
//! start + i · down + j · along.

mod bound;
mod written;

pub use bound::{
    BlockOf, ColumnOf, ColumnsOf, Diagonal, ElementOf, Flatten, RepeatedColumn, RepeatedRow, Reshape, RowOf,
    RowsOf, SliceOf, Strides, Transpose, Window,
};
pub use written::Windowed;
