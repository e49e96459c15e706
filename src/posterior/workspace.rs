//! The memory of evaluations, with the functions that posteriors use.

use crate::compiler::Layout;
use crate::error::Error;
use crate::frame::{Buffers, Scratch};
use crate::simd::Aligned;
use core::mem::MaybeUninit;
use monomorph_base::workspace::Storage;
#[doc(inline)]
pub use monomorph_base::workspace::Workspace;
use monomorph_base::workspace::{PartStorage, PartsStorage};

/// The memory of a workspace, which only posteriors change.
#[inline(always)]
pub(crate) fn storage_of(workspace: &mut Workspace) -> &mut Storage {
    // SAFETY: `Store::buffers` passes the memory only to the kernel of the posterior that has made the
    // workspace. Other code writes only values of variables, of which any are allowed, or memory of
    // coordinates, whose lengths each evaluation compares.
    unsafe { workspace.storage_mut() }
}

/// The variables' values and adjoints in a workspace.
pub(crate) trait Slots {
    /// The values of a variable that begins at the place `start`.
    fn values_mut(&mut self, start: usize, length: usize) -> &mut [f64];

    /// The adjoints of a variable that begins at the place `start`.
    fn adjoints_mut(&mut self, start: usize, length: usize) -> &mut [f64];

    /// The values of all variables, and the stored values that are computed from them.
    fn all_values_mut(&mut self) -> &mut [f64];
}

impl Slots for Workspace {
    fn values_mut(&mut self, start: usize, length: usize) -> &mut [f64] {
        &mut storage_of(self).values.as_mut_slice()[start..start + length]
    }

    fn adjoints_mut(&mut self, start: usize, length: usize) -> &mut [f64] {
        &mut storage_of(self).adjoints.as_mut_slice()[start..start + length]
    }

    fn all_values_mut(&mut self) -> &mut [f64] {
        storage_of(self).values.as_mut_slice()
    }
}

/// The count at a place of working memory, added up over the memory of all parts.
pub(super) fn counted(workspace: &Workspace, place: Scratch) -> f64 {
    let count = |scratch: &Aligned| scratch.as_slice().get(place.0).copied().unwrap_or(0.0);
    let storage = workspace.storage();
    let whole = count(&storage.scratch);
    storage.parts.parts.iter().fold(whole, |sum, part| sum + count(&part.scratch))
}

/// The workspace of a new posterior, filled with zeros, in the memory of another workspace if it is large
/// enough; an error if there is not enough memory.
pub(super) fn renewed(spare: Workspace, layout: &Layout) -> Result<Workspace, Error> {
    let no_room = || layout.too_large();
    let zeros = |spare: Aligned, length| spare.into_zeros(length).ok_or_else(no_room);
    let spare = spare.into_storage();
    let (mut coordinates, mut slopes) = spare.outer;
    coordinates.clear();
    slopes.clear();
    Ok(Workspace::new(Storage {
        values: zeros(spare.values, layout.sizes.values)?,
        adjoints: zeros(spare.adjoints, layout.sizes.values)?,
        scratch: zeros(spare.scratch, layout.sizes.scratch)?,
        stack: filled(spare.stack, layout.sizes.stack, MaybeUninit::uninit()).ok_or_else(no_room)?,
        outer: (coordinates, slopes),
        gradient: filled(spare.gradient, layout.sizes.dimension, 0.0).ok_or_else(no_room)?,
        takes_any_gradient: false,
        parts: PartsStorage::default(),
    }))
}

/// The number of parts of a log density that is evaluated in a workspace.
pub(crate) fn parts_of(workspace: &Workspace) -> usize {
    workspace.storage().parts.parts.len().max(1)
}

/// The buffers of a frame in which data are precomputed. The packed data are `none`, since the frame gets
/// them separately, for writing.
pub(super) fn buffers_to_precompute<'a>(
    workspace: &'a mut Workspace,
    point: &'a [f64],
    none: &'a Aligned,
    indices: &'a [u32],
) -> Buffers<'a> {
    let Storage { values, adjoints, scratch, stack, .. } = storage_of(workspace);
    Buffers { point, gradient: &mut [], values, adjoints, scratch, packed: none, indices, stack, parts: None }
}

/// Makes memory for parts, if the layout has any.
pub(super) fn make_parts(workspace: &mut Workspace, layout: &Layout) {
    if layout.parts == 0 {
        return;
    }
    let storage = storage_of(workspace);
    let part = PartStorage {
        values: storage.values.clone(),
        adjoints: storage.adjoints.clone(),
        scratch: storage.scratch.clone(),
        stack: storage.stack.clone(),
        sums: Default::default(),
    };
    storage.parts = PartsStorage {
        parts: vec![part; layout.parts],
        variables: layout.shared[..].into(),
        ..PartsStorage::default()
    };
}

/// `count` copies of a value in the spare memory if it is large enough; `None` if there is not enough
/// memory.
fn filled<T: Copy>(mut spare: Vec<T>, count: usize, value: T) -> Option<Vec<T>> {
    spare.clear();
    spare.try_reserve_exact(count).ok()?;
    spare.resize(count, value);
    Some(spare)
}
