//! [`Frame`]: the memory that one gradient reads and writes.
//!
//! This is the one module that touches memory without bounds checks. A checked access would put a compare, a
//! branch and a panic path beside every load of the hot loops; here the sizes of the buffers are checked once, when the
//! frame is opened, against those that `compile()` has counted while it handed out places in them. With debug assertions,
//! and so in every test, each access is checked too: see [`Buffer`].

mod buffer;
mod whole;

pub use whole::{Adjoints, Operands};
pub(crate) use whole::{Places, Range};

use super::{Aligned, Lane, MAX_LANES, Pack};
use crate::shape::Shape;
use buffer::Buffer;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use pulp::Simd;

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
    /// The place of an element.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn element(self, index: usize) -> Self {
        Self(self.0 + index)
    }
}

impl Scratch {
    /// The place of an element.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn element(self, index: usize) -> Self {
        Self(self.0 + index)
    }
}

impl Packed {
    /// The place of an element.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn element(self, index: usize) -> Self {
        Self(self.0 + index)
    }
}

/// The buffers of one evaluation: the unconstrained point and its gradient, the workspace, the packed data.
///
/// Nodes reach memory only through it.
///
/// # Safety argument
///
/// Places are handed out by the compiler alone: their constructors are private to the crate, and the traits whose
/// implementations name places, sizes or shapes are sealed. They lie inside the buffers whose sizes the same compiler
/// has counted. `open` compares the sizes of the point, of a gradient that is wanted, and of the workspace's values,
/// adjoints, scratch and stack. It does not look at the packed data and the indices, which are the posterior's own; of parts of long
/// statements each has a frame of its own, which `open` checks in turn. Vectors are padded to whole registers and every buffer of numbers ends in one more line, so
/// a register that begins at an element of a vector never ends outside its buffer. Hence all accesses below are in bounds.
/// All buffers are distinct allocations, borrowed for the life of the frame, and each pointer may reach all of its own.
pub struct Frame<'a> {
    point: Buffer<f64>,
    gradient: Buffer<f64>,
    values: Buffer<f64>,
    adjoints: Buffer<f64>,
    scratch: Buffer<f64>,
    /// Written to by `compile()` alone.
    packed: Buffer<f64>,
    /// True while `compile()` may write to `packed`.
    is_folding: bool,
    indices: Buffer<u32>,
    index_count: usize,
    stack: Buffer<MaybeUninit<u8>>,
    stack_size: usize,
    /// What is wrong with the entries of the gradient that were stored: the bits of g − g, which are 0 where g is finite and those
    /// of NaN where it is not, of registers lane by lane and of single entries.
    flaws: ([f64; MAX_LANES], u64),
    #[cfg(feature = "rayon")]
    pub(super) parts: super::parts::Parts<'a>,
    borrowed: PhantomData<&'a mut [f64]>,
}

/// How long the buffers of a frame are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sizes {
    /// The number of unconstrained coordinates.
    pub dimension: usize,
    /// The number of values, and of adjoints.
    pub values: usize,
    /// The number of numbers of working memory.
    pub scratch: usize,
    /// Bytes of working memory for linear algebra.
    pub stack: usize,
}

/// The memory that [`Frame::open`] borrows.
pub(crate) struct Buffers<'a> {
    pub point: &'a [f64],
    /// Empty where no gradient is wanted.
    pub gradient: &'a mut [f64],
    pub values: &'a mut Aligned,
    pub adjoints: &'a mut Aligned,
    pub scratch: &'a mut Aligned,
    pub packed: &'a Aligned,
    pub indices: &'a [u32],
    pub stack: &'a mut [MaybeUninit<u8>],
    #[cfg(feature = "rayon")]
    pub parts: &'a mut [super::Part],
}

impl Buffers<'_> {
    /// True if the point, the values, the adjoints, the scratch and the stack have these sizes, and the gradient too if one is wanted.
    /// Packed data, indices and parts are not compared with anything.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn fit(&self, sizes: &Sizes, wants_gradient: bool) -> bool {
        self.point.len() == sizes.dimension
            && (!wants_gradient || self.gradient.len() == sizes.dimension)
            && self.values.len() == sizes.values
            && self.adjoints.len() == sizes.values
            && self.scratch.len() == sizes.scratch
            && self.stack.len() == sizes.stack
    }
}

impl<'a> Frame<'a> {
    /// Opens a frame; nothing if the point, a gradient that is wanted, or the values, adjoints, scratch or stack of the workspace have
    /// other sizes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn open(sizes: &Sizes, wants_gradient: bool, buffers: Buffers<'a>) -> Option<Self> {
        buffers.fit(sizes, wants_gradient).then(|| Self {
            #[cfg(feature = "rayon")]
            parts: super::parts::Parts {
                sizes: *sizes,
                point: buffers.point,
                packed: Some(buffers.packed),
                indices: buffers.indices,
                parts: buffers.parts,
            },
            flaws: ([0.0; MAX_LANES], 0),
            point: Buffer::of("point", buffers.point),
            gradient: Buffer::of_mut("gradient", buffers.gradient),
            values: Buffer::of_lines_mut("values", buffers.values),
            adjoints: Buffer::of_lines_mut("adjoints", buffers.adjoints),
            scratch: Buffer::of_lines_mut("scratch", buffers.scratch),
            packed: Buffer::of_lines("packed data", buffers.packed),
            is_folding: false,
            indices: Buffer::of("indices", buffers.indices),
            index_count: buffers.indices.len(),
            stack_size: buffers.stack.len(),
            stack: Buffer::of_mut("stack", buffers.stack),
            borrowed: PhantomData,
        })
    }

    /// Opens a frame for `compile()`, which adds constants to the packed data.
    pub(crate) fn open_to_fold(sizes: &Sizes, buffers: Buffers<'a>, packed: &'a mut Aligned) -> Option<Self> {
        let packed = Buffer::of_lines_mut("packed data", packed);
        Self::open(sizes, false, buffers).map(|frame| Self { packed, is_folding: true, ..frame })
    }

    /// All values and all adjoints, `count` of each.
    #[cfg(feature = "rayon")]
    pub(super) fn values_and_adjoints(&mut self, count: usize) -> (&[f64], &mut [f64]) {
        // SAFETY: both buffers have the length of the values' one, which is `count`, and are distinct; the borrow of the
        // frame is exclusive.
        unsafe {
            (
                core::slice::from_raw_parts(self.values.at(0, count), count),
                core::slice::from_raw_parts_mut(self.adjoints.at_mut(0, count), count),
            )
        }
    }

    /// The value of a scalar, in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn value<S: Simd>(&self, simd: S, slot: Slot) -> Pack<S> {
        // SAFETY: see `Frame`.
        Pack::splat(simd, unsafe { *self.values.at(slot.0, 1) })
    }

    /// Stores the value of a scalar, which every lane holds.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_value<S: Simd>(&mut self, slot: Slot, value: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { *self.values.at_mut(slot.0, 1) = value.first() }
    }

    /// Stores numbers one after the other, no more than have a place there.
    pub(crate) fn set_numbers(&mut self, slot: Slot, numbers: &[f64]) {
        for (index, &number) in numbers.iter().enumerate() {
            self.set_value(slot.element(index), Pack::splat(pulp::Scalar::new(), number));
        }
    }

    /// Stores `count` packed numbers one after the other.
    pub(crate) fn set_packed_numbers(&mut self, slot: Slot, numbers: Packed, count: usize) {
        for index in 0..count {
            let number = self.packed(pulp::Scalar::new(), numbers.element(index));
            self.set_value(slot.element(index), number);
        }
    }

    /// Stores the value of a scalar that starts a gradient: its adjoint becomes zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn start_value<S: Simd>(&mut self, slot: Slot, value: Pack<S>) {
        self.set_value(slot, value);
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.at_mut(slot.0, 1) = 0.0 }
    }

    /// The adjoint of a scalar, in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn adjoint<S: Simd>(&self, simd: S, slot: Slot) -> Pack<S> {
        // SAFETY: see `Frame`.
        Pack::splat(simd, unsafe { *self.adjoints.at(slot.0, 1) })
    }

    /// Adds to the adjoint of a scalar what every lane holds.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_adjoint<S: Simd>(&mut self, slot: Slot, adjoint: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.at_mut(slot.0, 1) += adjoint.first() }
    }

    /// Adds a number to the adjoint of a scalar.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_adjoint_number(&mut self, slot: Slot, adjoint: f64) {
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.at_mut(slot.0, 1) += adjoint }
    }

    /// One value as a number.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn number(&self, slot: Slot) -> f64 {
        // SAFETY: see `Frame`.
        unsafe { *self.values.at(slot.0, 1) }
    }

    /// The values of a vector's lanes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn values<S: Simd>(&self, slot: Slot, lane: Lane<S>) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(lane.simd, self.values.at(slot.0 + lane.index, Pack::<S>::LANES)) }
    }

    /// Stores the values of a vector's lanes. The vector must own its padding.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_values<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, values: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { store(self.values.at_mut(slot.0 + lane.index, Pack::<S>::LANES), values) }
    }

    /// Stores the values of a vector's lanes, and makes their adjoints zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn start_values<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, values: Pack<S>) {
        self.set_values(slot, lane, values);
        // SAFETY: see `Frame`.
        unsafe { store(self.adjoints.at_mut(slot.0 + lane.index, Pack::<S>::LANES), Pack::zero(lane.simd)) }
    }

    /// The adjoints of a vector's lanes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn adjoints<S: Simd>(&self, slot: Slot, lane: Lane<S>) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(lane.simd, self.adjoints.at(slot.0 + lane.index, Pack::<S>::LANES)) }
    }

    /// Adds to the adjoints of a vector's lanes. The vector must own its padding, where anything may be left.
    ///
    /// The masked lanes are added too: a masked store cannot be forwarded to the load that soon follows, which
    /// cost more than a third of a small gradient.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_adjoints<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, adjoints: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe {
            let place = self.adjoints.at_mut(slot.0 + lane.index, Pack::<S>::LANES);
            store(place, load(lane.simd, place) + adjoints);
        }
    }

    /// Adds to the adjoints of the unmasked lanes of a part of a vector.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn add_adjoints_of_part<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, adjoints: Pack<S>) {
        // SAFETY: see `Frame`. Masked lanes keep what they hold, also where they lie in the line behind the last.
        unsafe {
            let first = slot.0 + lane.index;
            let before = load(lane.simd, self.adjoints.at(first, Pack::<S>::LANES));
            let place = self.adjoints.at_mut(first, unmasked(lane));
            store(place, lane.accumulate(before, adjoints));
        }
    }

    /// One register of working memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn scratch<S: Simd>(&self, simd: S, place: Scratch) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(simd, self.scratch.at(place.0, Pack::<S>::LANES)) }
    }

    /// Stores one register of working memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_scratch<S: Simd>(&mut self, place: Scratch, values: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { store(self.scratch.at_mut(place.0, Pack::<S>::LANES), values) }
    }

    /// One register of packed data.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn packed<S: Simd>(&self, simd: S, place: Packed) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(simd, self.packed.at(place.0, Pack::<S>::LANES)) }
    }

    /// A packed number in every lane for a scalar, the lanes of a packed vector.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn packed_of<Sh: Shape, S: Simd>(&self, lane: Lane<S>, place: Packed) -> Pack<S> {
        if const { Sh::IS_SCALAR } {
            // SAFETY: see `Frame`.
            Pack::splat(lane.simd, unsafe { *self.packed.at(place.0, 1) })
        } else {
            self.packed(lane.simd, place.element(lane.index))
        }
    }

    /// Stores a constant in the packed data, while the model is being compiled.
    pub(crate) fn set_packed(&mut self, place: Packed, number: f64) {
        assert!(self.is_folding, "packed data does not change after compile()");
        // SAFETY: see `Frame`; a frame that folds was opened with exclusive access to the packed data.
        unsafe { *self.packed.at_mut(place.0, 1) = number }
    }

    /// One packed index.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn index(&self, indices: PackedIndices, place: usize) -> usize {
        // SAFETY: see `Frame`.
        unsafe { *self.indices.at(indices.0 + place, 1) as usize }
    }

    /// The values at a vector's elements that packed indices name.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn gather<S: Simd>(&self, slot: Slot, indices: PackedIndices, lane: Lane<S>) -> Pack<S> {
        let mut gathered = [0.0; MAX_LANES];
        for (offset, value) in gathered[..Pack::<S>::LANES].iter_mut().enumerate() {
            // SAFETY: see `Frame`; `compile()` has checked every index against the vector's length, and padded
            // the indices with zeros.
            *value = unsafe {
                let index = *self.indices.at(indices.0 + lane.index + offset, 1);
                *self.values.at(slot.0 + index as usize, 1)
            };
        }
        Pack::from_array(lane.simd, gathered)
    }

    /// Adds the unmasked lanes to the adjoints of the elements that packed indices name.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn scatter<S: Simd>(
        &mut self,
        slot: Slot,
        indices: PackedIndices,
        lane: Lane<S>,
        adjoints: Pack<S>,
    ) {
        let adjoints = lane.mask.select(adjoints, 0.0).to_array();
        for (offset, adjoint) in adjoints[..Pack::<S>::LANES].iter().enumerate() {
            // SAFETY: as in `gather`. A masked lane adds zero to the element that its padding index names.
            unsafe {
                let index = *self.indices.at(indices.0 + lane.index + offset, 1);
                *self.adjoints.at_mut(slot.0 + index as usize, 1) += adjoint;
            }
        }
    }

    /// The unconstrained coordinates in a vector's lanes; masked lanes hold zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn point<S: Simd>(&self, start: usize, lane: Lane<S>) -> Pack<S> {
        // SAFETY: a parameter's coordinates lie inside the point, and masked lanes are not read.
        let value = unsafe {
            let place = self.point.at(start + lane.index, unmasked(lane));
            lane.simd.mask_load_ptr_f64s(lane.mask.to_memory(), place)
        };
        Pack::new(lane.simd, value)
    }

    /// Stores the gradient of the unmasked lanes' unconstrained coordinates.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_gradient<S: Simd>(&mut self, start: usize, lane: Lane<S>, gradient: Pack<S>) {
        // SAFETY: the gradient has the point's length wherever a gradient is wanted, and masked lanes are not
        // written.
        unsafe {
            let place = self.gradient.at_mut(start + lane.index, unmasked(lane));
            if lane.is_full {
                store(place, gradient);
            } else {
                lane.simd.mask_store_ptr_f64s(lane.mask.to_memory(), place, gradient.value);
            }
        }
        let before = Pack::from_array(lane.simd, self.flaws.0);
        #[expect(clippy::eq_op, reason = "0 of finite numbers alone")]
        let flaw = gradient - gradient;
        let both = lane.simd.or_f64s(before.value, flaw.value);
        self.flaws.0 = lane.mask.select(Pack::new(lane.simd, both), before).to_array();
    }

    /// One unconstrained coordinate, in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn coordinate<S: Simd>(&self, simd: S, place: usize) -> Pack<S> {
        // SAFETY: a parameter's coordinates lie inside the point.
        Pack::splat(simd, unsafe { *self.point.at(place, 1) })
    }

    /// Stores the gradient of one unconstrained coordinate, which every lane holds.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn set_gradient_of<S: Simd>(&mut self, place: usize, gradient: Pack<S>) {
        let gradient = gradient.first();
        // SAFETY: as in `set_gradient`.
        unsafe { *self.gradient.at_mut(place, 1) = gradient }
        #[expect(clippy::eq_op, reason = "0 of finite numbers alone")]
        let flaw = gradient - gradient;
        self.flaws.1 |= flaw.to_bits();
    }

    /// Forgets what was stored in the gradient. A kernel says so itself, since it cannot see what a frame holds that was opened
    /// outside of it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn start_gradient(&mut self) {
        self.flaws = ([0.0; MAX_LANES], 0);
    }

    /// True if every entry of the gradient that was stored since [`start_gradient`](Self::start_gradient) is finite.
    ///
    /// Entries are watched on their way: to load them again would wait for stores, of which eight may become one register. A sum of
    /// 0 · g, with its four cycles a register, was 35 ns of 220 for a vector of 500 coordinates.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn gradient_is_finite<S: Simd>(&self, simd: S) -> bool {
        self.flaws.1 == 0 && Pack::from_array(simd, self.flaws.0).sum() == 0.0
    }
}

/// The number of lanes up to the last that is not masked, which only checked accesses ask for.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn unmasked<S: Simd>(lane: Lane<S>) -> usize {
    if const { !cfg!(debug_assertions) } {
        return 0;
    }
    let lanes = lane.mask.select(Pack::splat(lane.simd, 1.0), 0.0).to_array();
    lanes.iter().rposition(|&is_unmasked| is_unmasked == 1.0).map_or(0, |last| last + 1)
}

/// # Safety
///
/// A whole register must be readable at `place`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
unsafe fn load<S: Simd>(simd: S, place: *const f64) -> Pack<S> {
    // SAFETY: the caller's; registers of `f64` are plain data and need no alignment here.
    Pack::new(simd, unsafe { place.cast::<S::f64s>().read_unaligned() })
}

/// # Safety
///
/// A whole register must be writable at `place`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
unsafe fn store<S: Simd>(place: *mut f64, pack: Pack<S>) {
    // SAFETY: the caller's; registers of `f64` are plain data and need no alignment here.
    unsafe { place.cast::<S::f64s>().write_unaligned(pack.value) }
}
