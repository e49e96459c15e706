//! The steps that functions take: operators, comparisons, casts, elements, and functions of numbers.
//!
//! Every step takes tracked values, and [`At`](super::At) last, and gives the value that Rust gives for plain
//! ones.

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
