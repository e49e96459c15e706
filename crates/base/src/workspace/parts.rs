//! The memory of the parts of a log density, which are evaluated at the same time.

use super::Pace;
use core::mem::MaybeUninit;
use core::ops::Range;
use monomorph_numerics::simd::{Aligned, MAX_LANES};
use std::sync::Arc;

/// The terms of a log density: one sum for each lane, and the sum of the terms outside the lanes.
pub type Sums = ([f64; MAX_LANES], f64);

/// The memory of one part.
#[derive(Clone, Debug)]
pub struct PartStorage {
    /// The values of variables, and everything that is computed from them.
    pub values: Aligned,
    /// The adjoints of the values.
    pub adjoints: Aligned,
    /// Working memory of nodes.
    pub scratch: Aligned,
    /// Working memory of linear algebra, never read before it is written.
    pub stack: Vec<MaybeUninit<u8>>,
    /// The log density of the part.
    pub sums: Sums,
}

/// The memory of all parts.
#[derive(Debug, Default)]
pub struct PartsStorage {
    /// The memory of each part.
    pub parts: Vec<PartStorage>,
    /// The ranges of variables in `values`.
    pub variables: Arc<[Range<usize>]>,
    /// The choices for evaluations without the gradient, and with the gradient.
    pub paces: [Pace; 2],
}

impl Clone for PartsStorage {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Copies into the existing memory, if it is large enough.
    fn clone_from(&mut self, other: &Self) {
        let Self { parts, variables, paces } = other;
        self.parts.clone_from(parts);
        self.variables.clone_from(variables);
        self.paces.clone_from(paces);
    }
}
