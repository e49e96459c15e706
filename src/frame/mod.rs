//! [`Frame`]: the memory that one gradient reads and writes.
//!
//! Only this module accesses memory without bounds checks. A checked access would put a compare, a branch
//! and a panic path beside every load of the hot loops; here the sizes of the buffers are checked once,
//! when the frame is opened, against the sizes that `compile()` has counted while it handed out places in
//! them. With debug assertions, and so in every test, each access is checked too: see [`Buffer`].

mod buffer;
mod data;
mod gradient;
mod lent;
mod numbers;
mod parts;
mod place;
mod prefetch;
mod scratch;
mod share;
mod values;
mod whole;

pub(crate) use lent::Lent;
use monomorph_base::workspace::PartsStorage;
#[cfg(feature = "rayon")]
pub(crate) use parts::{Part, Sums, in_parts};
pub use place::{Packed, PackedIndices, Scratch, Slot};
pub(crate) use prefetch::Ahead;
pub(crate) use scratch::{Count, MutableNumbers, Numbers, scratch, split_off};
pub(crate) use share::Columns;
pub use share::Share;
pub use whole::{Adjoints, Operands};
pub(crate) use whole::{Places, Range};

use crate::simd::{Aligned, Lane, MAX_LANES, Pack};
use buffer::Buffer;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use pulp::Simd;
use share::Own;

pub use monomorph_base::MAX_ARGUMENTS;

/// The buffers of one evaluation: the unconstrained point and its gradient, the workspace, the packed data.
///
/// Nodes access memory only through a frame.
///
/// # Safety argument
///
/// Only the compiler hands out places: their constructors are private to the crate, and the traits whose
/// implementations name places, sizes or shapes are sealed. The places lie inside the buffers whose sizes
/// the same compiler has counted. `open` compares the sizes of the point, of a gradient that is wanted, and
/// of the workspace's values, adjoints, scratch and stack; `of_own`, which kernels call, does not compare
/// the sizes of the workspace, since the workspace's owner is the posterior that has made it. Neither
/// compares the sizes of the packed data and the indices, which belong to the posterior; each part of a log
/// density has a frame of its own, which `open` checks in turn. Vectors are padded to whole registers and
/// every buffer of numbers ends in one more cache line, so a register that begins at an element of a vector
/// never ends outside its buffer; columns of numbers of 32 bits are padded to whole cache lines of 16.
/// Hence all accesses of this module are in bounds. All buffers are distinct allocations, borrowed for the
/// life of the frame, and each pointer may reach all of its own buffer.
pub struct Frame<'a> {
    point: Buffer<f64>,
    gradient: Buffer<f64>,
    values: Buffer<f64>,
    adjoints: Buffer<f64>,
    scratch: Buffer<f64>,
    /// The packed data, which only `compile()` writes.
    packed: Buffer<f64>,
    /// True while `compile()` may write to `packed`.
    is_precomputing: bool,
    /// True while `compile()` precomputes a second time, with values of the variables.
    has_values: bool,
    indices: Buffer<u32>,
    index_count: usize,
    stack: Buffer<MaybeUninit<u8>>,
    stack_size: usize,
    /// The flaws of the entries of the gradient that were stored, of registers lane by lane and of single
    /// entries: the bits of g − g, which are 0 where g is finite and the bits of NaN where it is not.
    flaws: Flaws,
    /// The sums of the slopes of a register of steps, while they are added up: see [`Frame::add_slopes`].
    slopes: [f64; MAX_LANES],
    /// The number of the row that is drawn, for a law that draws rows one after the other.
    row: usize,
    /// The data that are prefetched while other data are evaluated.
    ahead: Ahead,
    parts: parts::Parts<'a>,
    /// The part of the log density that the frame evaluates.
    own: Own,
    borrowed: PhantomData<&'a mut [f64]>,
    /// The numbers of a point, and their adjoints: see [`Frame::set_carry`].
    carry_adjoints: Carry,
    carry: Carry,
    /// The adjoints of a register of points, while they are added up: see [`Frame::add_point_adjoints`].
    point_adjoints: [[f64; MAX_LANES]; MAX_CARRIED],
}

/// The bits of g − g, of registers lane by lane, and of single entries: see [`Frame::gradient_is_finite`].
pub(crate) type Flaws = ([f64; MAX_LANES], u64);

/// The maximum number of numbers of a right-hand side's point that a frame can hold.
const MAX_CARRIED: usize = 4;

/// The numbers of a point, each stored twice. LLVM loads two numbers where one is broadcast; if the second
/// were another number, these loads would keep all of them out of registers. They stand apart, since LLVM
/// would store four neighbours at once, and first collect their parts in one register.
type Carry = [[f64; MAX_LANES]; MAX_CARRIED];

/// The lengths of the buffers of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sizes {
    /// The number of unconstrained coordinates.
    pub dimension: usize,
    /// The number of values, and of adjoints.
    pub values: usize,
    /// The number of numbers of working memory.
    pub scratch: usize,
    /// The number of bytes of working memory for linear algebra.
    pub stack: usize,
}

/// The memory that [`Frame::open`] borrows.
pub(crate) struct Buffers<'a> {
    pub point: &'a [f64],
    /// The gradient; empty if no gradient is wanted.
    pub gradient: &'a mut [f64],
    pub values: &'a mut Aligned,
    pub adjoints: &'a mut Aligned,
    pub scratch: &'a mut Aligned,
    pub packed: &'a Aligned,
    pub indices: &'a [u32],
    pub stack: &'a mut [MaybeUninit<u8>],
    pub parts: Option<&'a mut PartsStorage>,
}

impl Buffers<'_> {
    /// True if the point, the values, the adjoints, the scratch and the stack have these sizes, and the
    /// gradient too if one is wanted. Packed data, indices and parts are not compared with anything.
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
    /// Opens a frame; `None` if the point, a gradient that is wanted, or the values, adjoints, scratch or
    /// stack of the workspace have other sizes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn open(sizes: &Sizes, wants_gradient: bool, buffers: Buffers<'a>) -> Option<Self> {
        buffers.fit(sizes, wants_gradient).then(|| Self::over(sizes, buffers))
    }

    /// Opens a frame over buffers that have these sizes.
    ///
    /// # Safety
    ///
    /// The point must have its size in `sizes`, and so must a gradient that will be written, and the
    /// workspace's memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) unsafe fn of_own(sizes: &Sizes, buffers: Buffers<'a>) -> Self {
        debug_assert!(buffers.fit(sizes, false), "a workspace keeps the sizes that it was made with");
        Self::over(sizes, buffers)
    }

    /// Runs `run` in a frame, which is not moved after it is made, if the buffers have the sizes that
    /// [`open`](Self::open) requires.
    #[inline(always)]
    pub(crate) fn enter<T>(
        sizes: &Sizes,
        wants_gradient: bool,
        buffers: Buffers<'a>,
        run: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if !buffers.fit(sizes, wants_gradient) {
            return None;
        }
        Some(run(&mut Self::over(sizes, buffers)))
    }

    /// A frame over buffers with the right sizes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn over(sizes: &Sizes, buffers: Buffers<'a>) -> Self {
        Self {
            parts: parts::Parts::over(sizes, buffers.point, buffers.packed, buffers.indices, buffers.parts),
            own: Own::of(Share::WHOLE),
            flaws: ([0.0; MAX_LANES], 0),
            slopes: [0.0; MAX_LANES],
            carry: [[0.0; MAX_LANES]; MAX_CARRIED],
            carry_adjoints: [[0.0; MAX_LANES]; MAX_CARRIED],
            point_adjoints: [[0.0; MAX_LANES]; MAX_CARRIED],
            row: 0,
            ahead: Ahead::NOTHING,
            point: Buffer::of("point", buffers.point),
            gradient: Buffer::of_mut("gradient", buffers.gradient),
            values: Buffer::of_lines_mut("values", buffers.values),
            adjoints: Buffer::of_lines_mut("adjoints", buffers.adjoints),
            scratch: Buffer::of_lines_mut("scratch", buffers.scratch),
            packed: Buffer::of_lines("packed data", buffers.packed),
            is_precomputing: false,
            has_values: false,
            indices: Buffer::of("indices", buffers.indices),
            index_count: buffers.indices.len(),
            stack_size: buffers.stack.len(),
            stack: Buffer::of_mut("stack", buffers.stack),
            borrowed: PhantomData,
        }
    }

    /// Lends the memory to another frame. That frame is kept in registers, while a frame that other code
    /// can access goes through memory at each access. [`take_back`](Self::take_back) ends the loan.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn lend(&mut self) -> Frame<'_> {
        Frame {
            parts: self.parts.lend(),
            own: self.own,
            flaws: self.flaws,
            slopes: [0.0; MAX_LANES],
            carry: [[0.0; MAX_LANES]; MAX_CARRIED],
            carry_adjoints: [[0.0; MAX_LANES]; MAX_CARRIED],
            point_adjoints: [[0.0; MAX_LANES]; MAX_CARRIED],
            row: 0,
            ahead: Ahead::NOTHING,
            point: self.point.again(),
            gradient: self.gradient.again(),
            values: self.values.again(),
            adjoints: self.adjoints.again(),
            scratch: self.scratch.again(),
            packed: self.packed.again(),
            is_precomputing: false,
            has_values: false,
            indices: self.indices.again(),
            index_count: self.index_count,
            stack_size: self.stack_size,
            stack: self.stack.again(),
            borrowed: PhantomData,
        }
    }

    /// Takes over the flaws that a [lent](Self::lend) frame has found in the gradient.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn take_back(&mut self, flaws: Flaws) {
        self.flaws = flaws;
    }

    /// The flaws found in the gradient.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn flaws(&self) -> Flaws {
        self.flaws
    }

    /// Opens a frame for `compile()`, which adds constants to the packed data.
    pub(crate) fn open_to_precompute(
        sizes: &Sizes,
        buffers: Buffers<'a>,
        packed: &'a mut Aligned,
    ) -> Option<Self> {
        let packed = Buffer::of_lines_mut("packed data", packed);
        Self::open(sizes, false, buffers).map(|frame| Self { packed, is_precomputing: true, ..frame })
    }

    /// Records that variables have values while nodes precompute a second time.
    pub(crate) fn give_values(&mut self) {
        self.has_values = true;
    }

    /// True if variables have values while nodes precompute.
    pub(crate) fn has_values(&self) -> bool {
        self.has_values
    }
}

/// The number of lanes up to the last unmasked one, which only checked accesses need.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn unmasked<S: Simd>(lane: Lane<S>) -> usize {
    if const { !cfg!(debug_assertions) } {
        return 0;
    }
    let lanes = lane.mask.select(Pack::splat(lane.simd, 1.0), 0.0).to_array();
    lanes.iter().rposition(|&is_unmasked| is_unmasked == 1.0).map_or(0, |last| last + 1)
}

/// Returns the register of numbers that begins at `place`.
///
/// # Safety
///
/// A whole register must be readable at `place`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
unsafe fn load<S: Simd>(simd: S, place: *const f64) -> Pack<S> {
    // SAFETY: the caller guarantees it; registers of `f64` are plain data and need no alignment here.
    Pack::new(simd, unsafe { place.cast::<S::f64s>().read_unaligned() })
}

/// Stores a register of numbers from `place` on.
///
/// # Safety
///
/// A whole register must be writable at `place`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
unsafe fn store<S: Simd>(place: *mut f64, pack: Pack<S>) {
    // SAFETY: the caller guarantees it; registers of `f64` are plain data and need no alignment here.
    unsafe { place.cast::<S::f64s>().write_unaligned(pack.value) }
}
