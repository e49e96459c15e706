//! The steps of tracked functions: operators, comparisons, casts, elements, and functions of numbers.
//!
//! Every step takes tracked values, with [`At`](super::At) as the last argument, and returns the value that
//! Rust computes from plain values.

mod arithmetic;
mod comparison;
mod element;
mod function;
mod operand;
mod rounds;
mod whole;

pub use arithmetic::{Bits, Number, add, bit_and, bit_or, bit_xor, cast, div, mul, neg, not, rem, sub};
pub use comparison::{eq, ge, gt, le, lt, ne};
pub use element::{Elements, index, join_element, operands, plain, position, set_index, values};
pub use operand::ToTracked;
pub use rounds::{Rounds, rounds, rounds_inclusive};
