//! The memory of evaluations.

use crate::compiler::Layout;
use crate::error::Error;
use crate::frame::{Buffers, Scratch};
use crate::simd::Aligned;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicU64, Ordering};

/// The number of posteriors that have been compiled.
static COMPILED: AtomicU64 = AtomicU64::new(0);

/// Values, adjoints and working memory of one thread's evaluations. Made by
/// [`Posterior::workspace`](super::Posterior::workspace), for that posterior and its clones alone.
#[derive(Clone, Debug)]
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
    /// The memory of the parts of long statements.
    #[cfg(feature = "rayon")]
    pub(super) parts: Vec<crate::frame::PartMemory>,
}

impl Workspace {
    /// The values of all variables, and whatever else is computed from values and stands among them.
    pub(crate) fn all_values_mut(&mut self) -> &mut [f64] {
        self.values.as_mut_slice()
    }

    /// A number of working memory.
    pub(super) fn scratch_number(&self, place: Scratch) -> Option<f64> {
        self.scratch.as_slice().get(place.0).copied()
    }

    /// The workspace of a new posterior, filled with zeros; an error if there is no memory for it.
    pub(super) fn new(layout: &Layout) -> Result<Self, Error> {
        let no_room = || layout.too_large();
        let zeros = |length| Aligned::zeros(length).ok_or_else(no_room);
        Ok(Self {
            owner: COMPILED.fetch_add(1, Ordering::Relaxed),
            values: zeros(layout.sizes.values)?,
            adjoints: zeros(layout.sizes.values)?,
            scratch: zeros(layout.sizes.scratch)?,
            stack: bytes(layout.sizes.stack).ok_or_else(no_room)?,
            outer: (Vec::new(), Vec::new()),
            gradient: zeros_of(layout.sizes.dimension).ok_or_else(no_room)?,
            #[cfg(feature = "rayon")]
            parts: Vec::new(),
        })
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
            parts: Vec::new(),
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
            parts: &mut [],
        }
    }

    /// Makes memory for the parts of long statements.
    #[cfg(feature = "rayon")]
    pub(super) fn make_parts(&mut self, count: usize) {
        let part = crate::frame::PartMemory {
            values: self.values.clone(),
            adjoints: self.adjoints.clone(),
            scratch: self.scratch.clone(),
            stack: self.stack.clone(),
            sums: Default::default(),
        };
        self.parts = vec![part; count];
    }
}

/// Working memory of linear algebra; nothing if there is no memory for it.
fn bytes(count: usize) -> Option<Vec<MaybeUninit<u8>>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count).ok()?;
    bytes.resize(count, MaybeUninit::uninit());
    Some(bytes)
}

/// Zeros; nothing if there is no memory for them.
fn zeros_of(count: usize) -> Option<Vec<f64>> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(count).ok()?;
    zeros.resize(count, 0.0);
    Some(zeros)
}
