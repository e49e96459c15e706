//! Choices that `compile_with` takes.

use crate::error::Error;
use crate::simd::InstructionSet;

/// The options with which a model is compiled.
///
/// ```
/// use monomorph::prelude::*;
///
/// let options = Options { instructions: Instructions::Scalar, ..Options::default() };
/// # let _ = options;
/// ```
///
/// The chapter [Speed](crate::guide::speed) begins with a whole program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The instruction set of the kernel.
    pub instructions: Instructions,
    /// Leaves out the terms of the log density that depend on data alone. The gradient is the same; the log
    /// density differs by a constant.
    pub drop_constants: bool,
    /// The rewrites that are allowed where they save work.
    pub rewrites: Rewrites,
    /// The number of parts in which the log density is evaluated, on threads of rayon's current pool where
    /// that is faster; 0 and 1 are for none. Without the feature `rayon` there are none, whatever is asked.
    ///
    /// Long statements are shared by all parts, by rows, elements that are marginalised or sequences; every
    /// other statement is evaluated by one part. Where sizes tell that parts would not pay there are none:
    /// [`Posterior::parts`](crate::posterior::Posterior::parts) has their number.
    ///
    /// The number of parts changes the order of the sums, and so the result by rounding alone; the number of
    /// threads does not change it at all. Chains that run at the same time use all cores already.
    pub parts: usize,
}

/// The permission for `compile()` to look for cheaper forms of the same log density: see
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
///
/// Kernels are compiled for AVX2 and for one lane, and for AVX-512 with the feature `avx512`; for the set of
/// the machine alone with `-C target-cpu=native`; and without optimisation for one lane alone. Others are
/// [`Error::UnsupportedInstructions`]. The variable `MONOMORPH_INSTRUCTIONS` of a build says otherwise, such
/// as `avx2` or `avx2,scalar`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Instructions {
    /// The best that the machine has, of those that kernels are compiled for: AVX2 in place of AVX-512 for
    /// gradients of few numbers, which are faster so.
    #[default]
    Best,
    /// AVX-512, 8 lanes.
    Avx512,
    /// AVX2 with FMA, 4 lanes.
    Avx2,
    /// One lane, no SIMD and no fused multiply-add.
    Scalar,
}

/// Below this number of numbers that a gradient reads and writes, kernels for AVX2 are used in place of those
/// for AVX-512, whose sums of a register take longer, and whose loads wait for more stores: these took 0.98
/// to 1.38 of the time in 40 of 42 models, 0.79 in the other two. From there on they took 0.54 to 0.95 in 60
/// of 62.
const FEW: usize = 400;

impl Instructions {
    /// The set of kernels for a gradient that reads and writes some numbers, if the machine has these
    /// instructions and kernels are compiled for them.
    pub(crate) fn set(self, numbers: usize) -> Result<InstructionSet, Error> {
        let is_narrow = |set: &InstructionSet| set.name() == "avx2";
        if self == Self::Best
            && numbers < FEW
            && let Some(narrow) = InstructionSet::all().find(is_narrow)
        {
            return Ok(narrow);
        }
        let (wanted, name) = match self {
            Self::Best => ("AVX2", None),
            Self::Avx512 => ("AVX-512", Some("avx512")),
            Self::Avx2 => ("AVX2", Some("avx2")),
            Self::Scalar => ("scalar", Some("scalar")),
        };
        let is_it = |set: &InstructionSet| name.is_none_or(|name| set.name() == name);
        let is_compiled = InstructionSet::is_compiled(name);
        InstructionSet::all().find(is_it).ok_or(Error::UnsupportedInstructions { wanted, is_compiled })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kernels for AVX2 are chosen for few numbers, where there are any; a set that is asked for is taken.
    #[test]
    fn few_numbers_have_narrow_kernels() {
        let sets: Vec<&str> = InstructionSet::all().map(InstructionSet::name).collect();
        let best = |numbers| Instructions::Best.set(numbers).map(InstructionSet::name).ok();
        assert_eq!(best(FEW), sets.first().copied());
        assert_eq!(best(FEW - 1), sets.iter().find(|set| **set == "avx2").or(sets.first()).copied());
        for (asked, name) in [(Instructions::Avx512, "avx512"), (Instructions::Scalar, "scalar")] {
            let found = asked.set(1).map(InstructionSet::name).ok();
            assert_eq!(found, sets.contains(&name).then_some(name));
        }
    }
}
