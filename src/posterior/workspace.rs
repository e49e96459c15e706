//! The memory of evaluations.

use crate::compiler::Layout;
use crate::error::Error;
use crate::frame::{Buffers, Scratch};
#[cfg(feature = "rayon")]
use crate::frame::{PartMemory, PartsMemory};
use crate::simd::Aligned;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU64, Ordering};

/// The number of the next posterior. 0 is that of an empty workspace, which belongs to none.
static COMPILED: AtomicU64 = AtomicU64::new(1);

/// Values, adjoints and working memory of one thread's evaluations. Made by
/// [`Posterior::workspace`](super::Posterior::workspace), for that posterior and its clones alone.
///
/// The chapter [Embedding a posterior](crate::guide::embedding) begins with a whole program.
#[derive(Debug, Default)]
pub struct Workspace {
    /// The number of the posterior that made it, which its clones share: they hold the same constants.
    pub(super) owner: u64,
    pub(super) values: Aligned,
    pub(super) adjoints: Aligned,
    pub(super) scratch: Aligned,
    /// Working memory of linear algebra, never read before it is written.
    pub(super) stack: Vec<MaybeUninit<u8>>,
    /// All coordinates, and all of the gradient, where a [full conditional](super::FullConditional) is given
    /// its own alone.
    pub(super) outer: (Vec<f64>, Vec<f64>),
    /// A gradient that nobody reads.
    pub(super) gradient: Vec<f64>,
    /// The memory of the parts of the log density.
    #[cfg(feature = "rayon")]
    pub(super) parts: PartsMemory,
}

impl Clone for Workspace {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    /// Copies into the memory that is there, where it is enough.
    fn clone_from(&mut self, other: &Self) {
        let Self {
            owner,
            values,
            adjoints,
            scratch,
            stack,
            outer,
            gradient,
            #[cfg(feature = "rayon")]
            parts,
        } = other;
        self.owner = *owner;
        self.values.clone_from(values);
        self.adjoints.clone_from(adjoints);
        self.scratch.clone_from(scratch);
        self.stack.clone_from(stack);
        self.outer.0.clone_from(&outer.0);
        self.outer.1.clone_from(&outer.1);
        self.gradient.clone_from(gradient);
        #[cfg(feature = "rayon")]
        self.parts.clone_from(parts);
    }
}

impl Workspace {
    /// The values of all variables, and whatever else is computed from values and stands among them.
    pub(crate) fn all_values_mut(&mut self) -> &mut [f64] {
        self.values.as_mut_slice()
    }

    /// A number that is counted in working memory, in that of all parts together.
    pub(super) fn counted(&self, place: Scratch) -> f64 {
        let count = |scratch: &Aligned| scratch.as_slice().get(place.0).copied().unwrap_or(0.0);
        let whole = count(&self.scratch);
        #[cfg(feature = "rayon")]
        let whole = self.parts.parts.iter().fold(whole, |sum, part| sum + count(&part.scratch));
        whole
    }

    /// The workspace of a new posterior, filled with zeros, in the memory of this one where it is enough; an
    /// error if there is no memory for it.
    pub(super) fn renewed(self, layout: &Layout) -> Result<Self, Error> {
        let no_room = || layout.too_large();
        let zeros = |spare: Aligned, length| spare.into_zeros(length).ok_or_else(no_room);
        let (mut coordinates, mut slopes) = self.outer;
        coordinates.clear();
        slopes.clear();
        Ok(Self {
            owner: COMPILED.fetch_add(1, Ordering::Relaxed),
            values: zeros(self.values, layout.sizes.values)?,
            adjoints: zeros(self.adjoints, layout.sizes.values)?,
            scratch: zeros(self.scratch, layout.sizes.scratch)?,
            stack: filled(self.stack, layout.sizes.stack, MaybeUninit::uninit()).ok_or_else(no_room)?,
            outer: (coordinates, slopes),
            gradient: filled(self.gradient, layout.sizes.dimension, 0.0).ok_or_else(no_room)?,
            #[cfg(feature = "rayon")]
            parts: PartsMemory::default(),
        })
    }

    /// The number of parts of a log density that is evaluated in this workspace.
    #[cfg(feature = "rayon")]
    pub(crate) fn parts(&self) -> usize {
        self.parts.parts.len().max(1)
    }

    /// The workspace of a density that needs none, and of no posterior.
    pub(crate) fn none() -> Self {
        Self {
            owner: COMPILED.fetch_add(1, Ordering::Relaxed),
            values: Aligned::default(),
            adjoints: Aligned::default(),
            scratch: Aligned::default(),
            stack: Vec::new(),
            outer: (Vec::new(), Vec::new()),
            gradient: Vec::new(),
            #[cfg(feature = "rayon")]
            parts: PartsMemory::default(),
        }
    }

    /// The buffers that a frame borrows in which data are precomputed: the packed data are `none`, since the
    /// frame writes to them by another way.
    pub(super) fn buffers_to_precompute<'a>(
        &'a mut self,
        point: &'a [f64],
        none: &'a Aligned,
        indices: &'a [u32],
    ) -> Buffers<'a> {
        Buffers {
            point,
            gradient: &mut [],
            values: &mut self.values,
            adjoints: &mut self.adjoints,
            scratch: &mut self.scratch,
            packed: none,
            indices,
            stack: &mut self.stack,
            #[cfg(feature = "rayon")]
            parts: None,
        }
    }

    /// Makes memory for parts, whose variables stand in these places.
    #[cfg(feature = "rayon")]
    pub(super) fn make_parts(&mut self, count: usize, variables: &[core::ops::Range<usize>]) {
        let part = PartMemory {
            values: self.values.clone(),
            adjoints: self.adjoints.clone(),
            scratch: self.scratch.clone(),
            stack: self.stack.clone(),
            sums: Default::default(),
        };
        self.parts =
            PartsMemory { parts: vec![part; count], variables: variables.into(), ..PartsMemory::default() };
    }
}

/// `count` copies of a value in the memory that is there, if it is enough; nothing if there is no memory for
/// them.
fn filled<T: Copy>(mut spare: Vec<T>, count: usize, value: T) -> Option<Vec<T>> {
    spare.clear();
    spare.try_reserve_exact(count).ok()?;
    spare.resize(count, value);
    Some(spare)
}
