//! SIMD registers, the lanes of a vector, and the memory of one gradient.

mod aligned;
mod frame;
mod instruction_set;
mod lane;
mod map;
mod numbers;
pub(crate) use numbers::mul_add;
mod pack;
mod transpose;

#[cfg(feature = "rayon")]
mod parts;

pub(crate) use aligned::Aligned;
#[doc(hidden)]
pub use frame::{Adjoints, Frame, Operands, Packed, PackedIndices, Scratch, Slot};
pub(crate) use frame::{Buffers, Sizes};
pub(crate) use frame::{Places, Range};
pub(crate) use instruction_set::InstructionSet;
#[doc(hidden)]
pub use lane::{BLOCK_ROWS, Block, Blocks, Lane, Lanes};
pub(crate) use lane::{for_lanes, for_lanes_backward};
pub(crate) use map::each;
pub use map::map_lanes;
pub use pack::{IntoPack, MAX_LANES, Mask, Pack};
#[cfg(feature = "rayon")]
pub(crate) use parts::PartMemory;
pub(crate) use transpose::transpose;

/// The most arguments of a function, a law or an operation.
pub const MAX_ARGUMENTS: usize = 8;
