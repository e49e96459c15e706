//! The instruction sets that kernels are compiled for, and the one that a posterior uses.
//!
//! Every kernel is compiled once for each set of the list, so the list decides half of what a model takes to compile: see `build.rs`,
//! which makes it. With a single set nothing is decided when a kernel is entered.

use crate::binding::Instructions;
use crate::error::Error;
use core::fmt;
use pulp::{Simd, WithSimd};
#[cfg(any(monomorph_avx2, monomorph_avx512))]
use pulp::x86::{V3, V4};

/// An instruction set that the machine has and that kernels are compiled for.
#[derive(Clone, Copy)]
pub(crate) enum InstructionSet {
    /// AVX-512, 8 lanes.
    #[cfg(monomorph_avx512)]
    Avx512(V4),
    /// AVX2 with FMA, 4 lanes.
    #[cfg(monomorph_avx2)]
    Avx2(V3),
    /// One lane.
    #[cfg(monomorph_scalar)]
    Scalar(pulp::Scalar),
    /// What pulp finds on another machine than x86.
    #[cfg(monomorph_portable)]
    Portable(pulp::Arch),
}
