//! Places in the buffers of a [`Frame`](super::Frame), one type for each buffer.

/// The place of a variable or a stored value in the workspace: a value and an adjoint of the same layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot(pub(crate) usize);

/// The place of working memory without an adjoint.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scratch(pub(crate) usize);

/// The place of data that `compile()` has packed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Packed(pub(crate) usize);

/// The place of integers that `compile()` has packed.
#[derive(Clone, Copy, Debug, Default)]
pub struct PackedIndices(pub(crate) usize);

impl Slot {
    /// The place of the element `index` places after this place.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn element(self, index: usize) -> Self {
        Self(self.0 + index)
    }
}

impl Scratch {
    /// The place of the element `index` places after this place.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn element(self, index: usize) -> Self {
        Self(self.0 + index)
    }
}

impl Packed {
    /// The place of the element `index` places after this place.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn element(self, index: usize) -> Self {
        Self(self.0 + index)
    }
}
