//! Choices that `compile_with` takes.

use crate::error::Error;
use pulp::Arch;

/// How a model is compiled.
///
/// ```
/// use monomorph::prelude::*;
///
/// let options = Options { instructions: Instructions::Scalar, ..Options::default() };
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The instruction set of the kernel.
    pub instructions: Instructions,
    /// Leaves out the terms of the log density that depend on data alone. The gradient is the same; the log
    /// density differs by a constant.
    pub drop_constants: bool,
    /// Whether statements are rewritten where that saves work.
    pub rewrites: Rewrites,
    /// Into how many parts statements of many observations are split, to be evaluated on several threads; 0 and 1 are for
    /// none. With the feature `rayon`, in rayon's current pool.
    ///
    /// The result depends on the number of parts beyond rounding as little as on the order of the observations, and on the
    /// number of threads not at all. Chains that run at the same time use all cores already.
    #[cfg(feature = "rayon")]
    pub parts: usize,
}

/// Whether `compile()` looks for cheaper forms of the same log density: see
/// [`Posterior::explain`](crate::posterior::Posterior::explain).
///
/// A rewrite never changes the answer beyond rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rewrites {
    /// Every rewrite that saves work is made.
    #[default]
    All,
    /// No rewrite is made: statements are evaluated as they are written.
    None,
}

/// An instruction set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Instructions {
    /// The best that the machine has.
    #[default]
    Best,
    /// AVX-512, 8 lanes.
    Avx512,
    /// AVX2 with FMA, 4 lanes.
    Avx2,
    /// One lane, no SIMD and no fused multiply-add.
    Scalar,
}

impl Instructions {
    /// The kernel's entry for these instructions, if the machine has them.
    pub(crate) fn arch(self) -> Result<Arch, Error> {
        match self {
            Self::Best => Ok(Arch::new()),
            Self::Scalar => Ok(Arch::Scalar),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx512 => pulp::x86::V4::try_new()
                .map(Arch::V4)
                .ok_or(Error::UnsupportedInstructions { wanted: "AVX-512" }),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2 => pulp::x86::V3::try_new()
                .map(Arch::V3)
                .ok_or(Error::UnsupportedInstructions { wanted: "AVX2" }),
            #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
            Self::Avx512 => Err(Error::UnsupportedInstructions { wanted: "AVX-512" }),
            #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
            Self::Avx2 => Err(Error::UnsupportedInstructions { wanted: "AVX2" }),
        }
    }
}
