//! The options of `compile_with`.

use crate::error::Error;
use crate::simd::InstructionSet;

/// The options with which a model is compiled.
///
/// ```
/// use monomorph::prelude::*;
///
/// let options = Options::default().instructions(Instructions::Scalar).drop_constants(true);
/// assert!(options.drop_constants);
/// ```
///
/// The chapter [Speed](crate::guide::speed) begins with a whole program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use = "options have no effect outside `compile_with`"]
#[non_exhaustive]
pub struct Options {
    /// The instruction set of the kernel.
    pub instructions: Instructions,
    /// Leaves out the terms of the log density that depend on data alone. The gradient is the same; the log
    /// density differs by a constant.
    pub drop_constants: bool,
    /// The rewrites that are made where they save work.
    pub rewrites: Rewrites,
    /// The number of parts in which the log density is evaluated, on threads of rayon's current pool if
    /// that is faster; 0 and 1 mean no parts. Without the feature `rayon` there are no parts, for any
    /// value.
    ///
    /// Long statements are shared by all parts, by rows, marginalised elements or sequences; every other
    /// statement is evaluated by one part. If the sizes show that parts would not be faster, there are
    /// none: [`Posterior::parts`](crate::posterior::Posterior::parts) returns their number.
    ///
    /// The number of parts changes the order of the sums, and so the result, but only by rounding; the
    /// number of threads does not change the result at all. Chains that run at the same time use all cores
    /// already.
    pub parts: usize,
}

impl Options {
    /// Sets the instruction set of the kernel; the best one by default.
    pub fn instructions(self, instructions: Instructions) -> Self {
        Self { instructions, ..self }
    }

    /// Sets whether terms of data alone are left out of the log density; by default they are not.
    pub fn drop_constants(self, drop_constants: bool) -> Self {
        Self { drop_constants, ..self }
    }

    /// Sets the rewrites that are made where they save work; all by default.
    pub fn rewrites(self, rewrites: Rewrites) -> Self {
        Self { rewrites, ..self }
    }

    /// Sets the number of [parts](Self#structfield.parts) in which the log density is evaluated, with the
    /// feature `rayon`; by default there are none.
    pub fn parts(self, parts: usize) -> Self {
        Self { parts, ..self }
    }
}

/// The rewrites that `compile()` may make: cheaper forms of the same log density, which
/// [`Posterior::explain`](crate::posterior::Posterior::explain) lists.
///
/// A rewrite changes the result only by rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rewrites {
    /// Every rewrite that saves work is made.
    #[default]
    All,
    /// No rewrite is made: statements are evaluated as they are written.
    None,
}

/// An instruction set.
///
/// Kernels are compiled for AVX2 and for one lane, and for AVX-512 with the feature `avx512`. With
/// `-C target-cpu=native` they are compiled only for the instruction set of the machine, and without
/// optimisation only for one lane. Other sets are [`Error::UnsupportedInstructions`]. The variable
/// `MONOMORPH_INSTRUCTIONS` of a build overrides this, with values such as `avx2` or `avx2,scalar`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Instructions {
    /// The best set of the machine for which kernels are compiled. For gradients of few numbers it is AVX2
    /// even if AVX-512 is available, since AVX2 is faster there.
    #[default]
    Best,
    /// AVX-512, 8 lanes.
    Avx512,
    /// AVX2 with FMA, 4 lanes.
    Avx2,
    /// One lane, no SIMD and no fused multiply-add.
    Scalar,
}

/// For gradients that read and write fewer numbers than this, kernels for AVX2 are used instead of kernels
/// for AVX-512, whose sums of a register take longer, and whose loads wait for more stores. Relative to
/// AVX2, AVX-512 took 0.98 to 1.38 of the time in 40 of 42 models below this number, and 0.79 in the other
/// two. Above it, AVX-512 took 0.54 to 0.95 in 60 of 62 models.
const FEW: usize = 400;

impl Instructions {
    /// The set of kernels for a gradient that reads and writes `numbers` numbers, if the machine has these
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

    /// Kernels for AVX2 are chosen for few numbers, if there are any; a requested set is always used.
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
