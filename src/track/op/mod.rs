//! The steps that functions take: operators, comparisons, casts, elements, and functions of numbers.
//!
//! Every step takes tracked values, and [`At`](super::At) last, and gives the value that Rust gives for plain ones.

mod arithmetic;
mod comparison;
mod element;
mod function;

pub use arithmetic::{Number, add, cast, div, mul, neg, not, rem, sub};
pub use comparison::{eq, ge, gt, le, lt, ne};
pub use element::{Elements, Rounds, each, index, len, rounds, set_index};
