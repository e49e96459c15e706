//! [`Frame`]: the memory that one gradient reads and writes.
//!
//! This is the one module that touches memory without bounds checks. A checked access would put a compare, a
//! branch and a panic path beside every load of the hot loops; here the checks are made once, when the frame is
//! opened, and hold for every place that `compile()` has handed out.

mod whole;

pub use whole::{Adjoints, Operands};
pub(crate) use whole::{Places, Range};

use super::{Aligned, Lane, MAX_LANES, Pack};
use crate::shape::Shape;
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn element(self, index: usize) -> Self {
        Self(self.0 + index)
    }
}

impl Scratch {
    /// The place of an element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn element(self, index: usize) -> Self {
        Self(self.0 + index)
    }
}

impl Packed {
    /// The place of an element.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
/// Places are handed out by the compiler alone (their constructors are private to the crate), and lie inside the
/// buffers whose sizes the same compiler fixed. A frame is opened for the buffers of one posterior, whose sizes
/// are checked then. Vectors are padded to whole registers and every buffer ends in one more line, so a register
/// that begins at an element of a vector never ends outside its buffer. Hence all accesses below are in bounds.
/// All buffers are distinct allocations, borrowed for the life of the frame.
pub struct Frame<'a> {
    point: *const f64,
    gradient: *mut f64,
    values: *mut f64,
    adjoints: *mut f64,
    scratch: *mut f64,
    packed: *mut f64,
    /// True while `compile()` may write to `packed`.
    is_folding: bool,
    indices: *const u32,
    index_count: usize,
    stack: *mut MaybeUninit<u8>,
    stack_size: usize,
    dimension: usize,
    /// What is wrong with the entries of the gradient that were stored: the bits of g − g, which are 0 where g is finite and those
    /// of NaN where it is not, of registers lane by lane and of single entries.
    flaws: ([f64; MAX_LANES], u64),
    #[cfg(feature = "rayon")]
    pub(super) parts: super::parts::Parts<'a>,
    borrowed: PhantomData<&'a mut [f64]>,
}

/// What [`Frame::open`] borrows.
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

impl<'a> Frame<'a> {
    /// Opens a frame.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn open(buffers: Buffers<'a>) -> Self {
        Self {
            #[cfg(feature = "rayon")]
            parts: super::parts::Parts {
                point: buffers.point,
                packed: Some(buffers.packed),
                indices: buffers.indices,
                value_count: buffers.values.len(),
                parts: buffers.parts,
            },
            dimension: buffers.point.len(),
            flaws: ([0.0; MAX_LANES], 0),
            point: buffers.point.as_ptr(),
            gradient: buffers.gradient.as_mut_ptr(),
            values: buffers.values.as_mut_slice().as_mut_ptr(),
            adjoints: buffers.adjoints.as_mut_slice().as_mut_ptr(),
            scratch: buffers.scratch.as_mut_slice().as_mut_ptr(),
            // Never written through, unless it is folding.
            packed: buffers.packed.as_slice().as_ptr().cast_mut(),
            is_folding: false,
            indices: buffers.indices.as_ptr(),
            index_count: buffers.indices.len(),
            stack_size: buffers.stack.len(),
            stack: buffers.stack.as_mut_ptr(),
            borrowed: PhantomData,
        }
    }

    /// Opens a frame for `compile()`, which adds constants to the packed data.
    pub(crate) fn open_to_fold(buffers: Buffers<'a>, packed: &'a mut Aligned) -> Self {
        let packed = packed.as_mut_slice().as_mut_ptr();
        Self { packed, is_folding: true, ..Self::open(buffers) }
    }

    /// All values and all adjoints, of so many.
    #[cfg(feature = "rayon")]
    pub(super) fn values_and_adjoints(&mut self, count: usize) -> (&[f64], &mut [f64]) {
        // SAFETY: both buffers have the length of the values' one, which is `count`, and are distinct; the borrow of the
        // frame is exclusive.
        unsafe {
            (
                core::slice::from_raw_parts(self.values, count),
                core::slice::from_raw_parts_mut(self.adjoints, count),
            )
        }
    }

    /// The value of a scalar, in every lane.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn value<S: Simd>(&self, simd: S, slot: Slot) -> Pack<S> {
        // SAFETY: see `Frame`.
        Pack::splat(simd, unsafe { *self.values.add(slot.0) })
    }

    /// Stores the value of a scalar, which every lane holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn set_value<S: Simd>(&mut self, slot: Slot, value: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { *self.values.add(slot.0) = value.first() }
    }

    /// Stores numbers one after the other, no more than have a place there.
    pub(crate) fn set_numbers(&mut self, slot: Slot, numbers: &[f64]) {
        for (index, &number) in numbers.iter().enumerate() {
            self.set_value(slot.element(index), Pack::splat(pulp::Scalar::new(), number));
        }
    }

    /// Stores the value of a scalar that starts a gradient: its adjoint becomes zero.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn start_value<S: Simd>(&mut self, slot: Slot, value: Pack<S>) {
        self.set_value(slot, value);
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.add(slot.0) = 0.0 }
    }

    /// The adjoint of a scalar, in every lane.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn adjoint<S: Simd>(&self, simd: S, slot: Slot) -> Pack<S> {
        // SAFETY: see `Frame`.
        Pack::splat(simd, unsafe { *self.adjoints.add(slot.0) })
    }

    /// Adds to the adjoint of a scalar what every lane holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn add_adjoint<S: Simd>(&mut self, slot: Slot, adjoint: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.add(slot.0) += adjoint.first() }
    }

    /// Adds a number to the adjoint of a scalar.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn add_adjoint_number(&mut self, slot: Slot, adjoint: f64) {
        // SAFETY: see `Frame`.
        unsafe { *self.adjoints.add(slot.0) += adjoint }
    }

    /// One value as a number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn number(&self, slot: Slot) -> f64 {
        // SAFETY: see `Frame`.
        unsafe { *self.values.add(slot.0) }
    }

    /// The values of a vector's lanes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn values<S: Simd>(&self, slot: Slot, lane: Lane<S>) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(lane.simd, self.values.add(slot.0 + lane.index)) }
    }

    /// Stores the values of a vector's lanes. The vector must own its padding.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn set_values<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, values: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { store(self.values.add(slot.0 + lane.index), values) }
    }

    /// Stores the values of a vector's lanes, and makes their adjoints zero.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn start_values<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, values: Pack<S>) {
        self.set_values(slot, lane, values);
        // SAFETY: see `Frame`.
        unsafe { store(self.adjoints.add(slot.0 + lane.index), Pack::zero(lane.simd)) }
    }

    /// The adjoints of a vector's lanes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn adjoints<S: Simd>(&self, slot: Slot, lane: Lane<S>) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(lane.simd, self.adjoints.add(slot.0 + lane.index)) }
    }

    /// Adds to the adjoints of a vector's lanes. The vector must own its padding, where anything may be left.
    ///
    /// The masked lanes are added too: a masked store cannot be forwarded to the load that soon follows, which
    /// cost more than a third of a small gradient.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn add_adjoints<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, adjoints: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe {
            let place = self.adjoints.add(slot.0 + lane.index);
            store(place, load(lane.simd, place) + adjoints);
        }
    }

    /// Adds to the adjoints of the unmasked lanes of a part of a vector.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn add_adjoints_of_part<S: Simd>(&mut self, slot: Slot, lane: Lane<S>, adjoints: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe {
            let place = self.adjoints.add(slot.0 + lane.index);
            store(place, lane.accumulate(load(lane.simd, place), adjoints));
        }
    }

    /// One register of working memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn scratch<S: Simd>(&self, simd: S, place: Scratch) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(simd, self.scratch.add(place.0)) }
    }

    /// Stores one register of working memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn set_scratch<S: Simd>(&mut self, place: Scratch, values: Pack<S>) {
        // SAFETY: see `Frame`.
        unsafe { store(self.scratch.add(place.0), values) }
    }

    /// One register of packed data.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn packed<S: Simd>(&self, simd: S, place: Packed) -> Pack<S> {
        // SAFETY: see `Frame`.
        unsafe { load(simd, self.packed.add(place.0)) }
    }

    /// A packed number in every lane for a scalar, the lanes of a packed vector.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn packed_of<Sh: Shape, S: Simd>(&self, lane: Lane<S>, place: Packed) -> Pack<S> {
        if const { Sh::IS_SCALAR } {
            // SAFETY: see `Frame`.
            Pack::splat(lane.simd, unsafe { *self.packed.add(place.0) })
        } else {
            self.packed(lane.simd, place.element(lane.index))
        }
    }

    /// Stores a constant in the packed data, while the model is being compiled.
    pub(crate) fn set_packed(&mut self, place: Packed, number: f64) {
        assert!(self.is_folding, "packed data does not change after compile()");
        // SAFETY: see `Frame`; a frame that folds was opened with exclusive access to the packed data.
        unsafe { *self.packed.add(place.0) = number }
    }

    /// One packed index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn index(&self, indices: PackedIndices, place: usize) -> usize {
        debug_assert!(indices.0 + place < self.index_count);
        // SAFETY: see `Frame`.
        unsafe { *self.indices.add(indices.0 + place) as usize }
    }

    /// The values at a vector's elements that packed indices name.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn gather<S: Simd>(&self, slot: Slot, indices: PackedIndices, lane: Lane<S>) -> Pack<S> {
        let mut gathered = [0.0; MAX_LANES];
        for (offset, value) in gathered[..Pack::<S>::LANES].iter_mut().enumerate() {
            // SAFETY: see `Frame`; `compile()` has checked every index against the vector's length, and padded
            // the indices with zeros.
            *value = unsafe {
                let index = *self.indices.add(indices.0 + lane.index + offset);
                *self.values.add(slot.0 + index as usize)
            };
        }
        Pack::from_array(lane.simd, gathered)
    }

    /// Adds the unmasked lanes to the adjoints of the elements that packed indices name.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
                let index = *self.indices.add(indices.0 + lane.index + offset);
                *self.adjoints.add(slot.0 + index as usize) += adjoint;
            }
        }
    }

    /// The unconstrained coordinates in a vector's lanes; masked lanes hold zero.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn point<S: Simd>(&self, start: usize, lane: Lane<S>) -> Pack<S> {
        debug_assert!(start + lane.index < self.dimension);
        // SAFETY: a parameter's coordinates lie inside the point, and masked lanes are not read.
        let value = unsafe {
            lane.simd.mask_load_ptr_f64s(lane.mask.to_memory(), self.point.add(start + lane.index))
        };
        Pack::new(lane.simd, value)
    }

    /// Stores the gradient of the unmasked lanes' unconstrained coordinates.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn set_gradient<S: Simd>(&mut self, start: usize, lane: Lane<S>, gradient: Pack<S>) {
        debug_assert!(start + lane.index < self.dimension);
        // SAFETY: the gradient has the point's length wherever a gradient is wanted, and masked lanes are not
        // written.
        unsafe {
            let place = self.gradient.add(start + lane.index);
            if lane.is_full {
                store(place, gradient);
            } else {
                lane.simd.mask_store_ptr_f64s(lane.mask.to_memory(), place, gradient.value);
            }
        }
        let before = Pack::from_array(lane.simd, self.flaws.0);
        let both = lane.simd.or_f64s(before.value, (gradient - gradient).value);
        self.flaws.0 = lane.mask.select(Pack::new(lane.simd, both), before).to_array();
    }

    /// One unconstrained coordinate, in every lane.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn coordinate<S: Simd>(&self, simd: S, place: usize) -> Pack<S> {
        debug_assert!(place < self.dimension);
        // SAFETY: a parameter's coordinates lie inside the point.
        Pack::splat(simd, unsafe { *self.point.add(place) })
    }

    /// Stores the gradient of one unconstrained coordinate, which every lane holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn set_gradient_of<S: Simd>(&mut self, place: usize, gradient: Pack<S>) {
        debug_assert!(place < self.dimension);
        // SAFETY: as in `set_gradient`.
        unsafe { *self.gradient.add(place) = gradient.first() }
        let gradient = gradient.first();
        self.flaws.1 |= (gradient - gradient).to_bits();
    }

    /// Forgets what was stored in the gradient. A kernel says so itself, since it cannot see what a frame holds that was opened
    /// outside of it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn start_gradient(&mut self) {
        self.flaws = ([0.0; MAX_LANES], 0);
    }

    /// True if every entry of the gradient that was stored since [`start_gradient`](Self::start_gradient) is finite.
    ///
    /// Entries are watched on their way: to load them again would wait for stores, of which eight may become one register. A sum of
    /// 0 · g, with its four cycles a register, was 35 ns of 220 for a vector of 500 coordinates.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn gradient_is_finite<S: Simd>(&self, simd: S) -> bool {
        self.flaws.1 == 0 && Pack::from_array(simd, self.flaws.0).sum() == 0.0
    }
}

/// # Safety
///
/// A whole register must be readable at `place`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn load<S: Simd>(simd: S, place: *const f64) -> Pack<S> {
    // SAFETY: the caller's; registers of `f64` are plain data and need no alignment here.
    Pack::new(simd, unsafe { place.cast::<S::f64s>().read_unaligned() })
}

/// # Safety
///
/// A whole register must be writable at `place`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn store<S: Simd>(place: *mut f64, pack: Pack<S>) {
    // SAFETY: the caller's; registers of `f64` are plain data and need no alignment here.
    unsafe { place.cast::<S::f64s>().write_unaligned(pack.value) }
}
