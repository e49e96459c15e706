//! A sparse data matrix: only some cells are stored in memory; the others are 0.
//!
//! | file | concept |
//! |-|-|
//! | `matrix` | [`Sparse`], the user's numbers, borrowed, by rows or by columns |
//! | `rows` | the entries by rows, copied while `compile()` runs |
//! | `table` | [`SparseTable`], the matrix as an expression: nodes other than products with a vector read it densely |
//! | `written`, `bound` | [`SparseDot`] and [`BoundSparseDot`], its product with a vector |
//! | `lists` | the order in which entries are packed |
//! | `entries` | the packed entries, and their two passes |

mod bound;
mod entries;
mod lists;
mod matrix;
mod rows;
mod table;
mod written;

pub use bound::BoundSparseDot;
pub use matrix::Sparse;
pub use table::SparseTable;
pub use written::SparseDot;
