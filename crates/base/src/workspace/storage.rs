//! The memory of a workspace.

use super::PartsStorage;
use core::mem::MaybeUninit;
use monomorph_numerics::simd::Aligned;

/// The memory of a workspace.
#[derive(Debug, Default)]
pub struct Storage {
    /// The values of variables, and everything that is computed from them.
    pub values: Aligned,
    /// The adjoints of the values.
    pub adjoints: Aligned,
    /// Working memory of nodes.
    pub scratch: Aligned,
    /// Working memory of linear algebra, never read before it is written.
    pub stack: Vec<MaybeUninit<u8>>,
    /// All coordinates and the whole gradient, for a full conditional, which receives only its own
    /// coordinates.
    pub outer: (Vec<f64>, Vec<f64>),
    /// A gradient that is computed but not read.
    pub gradient: Vec<f64>,
    /// True if a kernel of the gradient must return the log density even if the gradient is not finite.
    pub takes_any_gradient: bool,
    /// The memory of the parts of the log density.
    pub parts: PartsStorage,
}

impl Clone for Storage {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Copies into the existing memory, if it is large enough.
    fn clone_from(&mut self, other: &Self) {
        let Self { values, adjoints, scratch, stack, outer, gradient, takes_any_gradient, parts } = other;
        self.values.clone_from(values);
        self.adjoints.clone_from(adjoints);
        self.scratch.clone_from(scratch);
        self.stack.clone_from(stack);
        self.outer.0.clone_from(&outer.0);
        self.outer.1.clone_from(&outer.1);
        self.gradient.clone_from(gradient);
        self.takes_any_gradient = *takes_any_gradient;
        self.parts.clone_from(parts);
    }
}
