//! The instruction sets for which kernels are compiled, and the set that a posterior uses.
//!
//! Every kernel is compiled once for each set, so the number of sets decides how long a model takes to
//! compile: see `build.rs`. With a single set no set is chosen at run time.

use core::any::Any;
use core::fmt;
use pulp::{Simd, WithSimd};

/// Declares the sets for which kernels are compiled, the best first. For each set: the configuration in
/// which it exists, its name, pulp's token, how the token is made if the machine has the instructions, and
/// how it runs an operation, compiled for the set or like the rest of the program.
macro_rules! instruction_sets {
    ($([$configuration:ident] $(#[doc = $doc:literal])* $Name:ident($Token:ty), $name:literal, $found:expr,
        $run:path, $run_plainly:path;)*) => {
        /// An instruction set that the machine has and for which kernels are compiled.
        #[derive(Clone, Copy)]
        #[non_exhaustive]
        pub enum InstructionSet {
            $(#[cfg($configuration)] $(#[doc = $doc])* $Name($Token),)*
        }

        impl InstructionSet {
            /// The names of the sets for which kernels are compiled.
            const COMPILED: &[&str] = &[$(#[cfg($configuration)] $name,)*];

            /// The sets for which kernels are compiled and that the machine has, the best first.
            pub fn all() -> impl Iterator<Item = Self> {
                [$(#[cfg($configuration)] $found.map(Self::$Name),)*].into_iter().flatten()
            }

            /// Runs an operation compiled for the set.
            #[inline(always)]
            pub fn dispatch<Operation: WithSimd>(self, operation: Operation) -> Operation::Output {
                match self {
                    $(#[cfg($configuration)] Self::$Name(token) => $run(token, operation),)*
                }
            }

            /// Returns the set to which the token of a kernel belongs. The compiler knows the result as a
            /// constant.
            #[inline(always)]
            pub fn of<S: Simd>(token: S) -> Self {
                let token: &dyn Any = &token;
                $(#[cfg($configuration)]
                if let Some(&token) = token.downcast_ref::<$Token>() {
                    return Self::$Name(token);
                })*
                // Machines other than x86 have tokens of several types, and one set for all of them.
                Self::best()
            }

            /// Runs an operation that uses the types of the set, but is compiled without its instructions.
            #[inline(always)]
            pub fn dispatch_plainly<Operation: WithSimd>(self, operation: Operation) -> Operation::Output {
                match self {
                    $(#[cfg($configuration)] Self::$Name(token) => $run_plainly(token, operation),)*
                }
            }

            /// The name that the environment variable uses.
            pub fn name(self) -> &'static str {
                match self {
                    $(#[cfg($configuration)] Self::$Name(_) => $name,)*
                }
            }
        }
    };
}

instruction_sets! {
    [monomorph_avx512] /// 8 lanes.
        Avx512(pulp::x86::V4), "avx512", pulp::x86::V4::try_new(), Simd::vectorize, plainly;
    [monomorph_avx2] /// 4 lanes, with FMA.
        Avx2(pulp::x86::V3), "avx2", pulp::x86::V3::try_new(), Simd::vectorize, plainly;
    [monomorph_scalar] /// One lane.
        Scalar(pulp::Scalar), "scalar", Some(pulp::Scalar::new()), Simd::vectorize, plainly;
    [monomorph_portable] /// What pulp finds on another machine than x86.
        Portable(pulp::Arch), "scalar", Some(pulp::Arch::new()), pulp::Arch::dispatch, pulp::Arch::dispatch;
}

/// Runs an operation that is compiled like the rest of the program.
#[cfg(not(monomorph_portable))]
#[inline(always)]
fn plainly<S: Simd, Operation: WithSimd>(simd: S, operation: Operation) -> Operation::Output {
    operation.with_simd(simd)
}

impl InstructionSet {
    /// Returns true if kernels are compiled for the set with this name, or, for `None`, for any set.
    pub fn is_compiled(name: Option<&str>) -> bool {
        name.is_none_or(|name| Self::COMPILED.contains(&name))
    }

    /// The best set of the machine.
    ///
    /// # Panics
    ///
    /// If the machine has none of the sets for which kernels are compiled.
    pub fn best() -> Self {
        Self::all().next().expect("the machine has one of the compiled instruction sets")
    }
}

impl fmt::Debug for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
