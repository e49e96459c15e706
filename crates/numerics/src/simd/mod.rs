//! SIMD registers, the lanes of a vector, memory in whole registers, and the instruction sets of kernels.

mod aligned;
mod instruction_set;
mod lane;
mod map;
mod mul_add;
mod pack;
mod transpose;

pub use crate::{for_lanes, for_lanes_backward};
pub use aligned::Aligned;
pub use instruction_set::InstructionSet;
pub use lane::{BLOCK_ROWS, Block, Blocks, Lane, Lanes};
pub use map::{each, map_lanes};
pub use mul_add::mul_add;
pub use pack::{IntoPack, MAX_LANES, Mask, Pack};
pub use transpose::transpose;
