//! Parts of a log density, each in its own memory, so that they can be evaluated at the same time.
//!
//! Each part begins with the values of all variables and with adjoints of zero. Afterwards its adjoints are
//! added to the adjoints of the whole, part after part: the result depends on the number of parts, and not
//! on the threads. The other memory of a part is independent: the part computes everything that its
//! statements store.

use crate::frame::share::{Own, Share};
use crate::frame::{Buffers, Frame, Sizes};
use crate::simd::{Aligned, MAX_LANES};
use core::ops::Range;
pub(crate) use monomorph_base::workspace::Sums;
use monomorph_base::workspace::{PartStorage, PartsStorage, Turn};

/// The memory of all parts in a frame, and the buffers that all parts read.
#[derive(Default)]
pub(in crate::frame) struct Parts<'a> {
    pub sizes: Sizes,
    pub point: &'a [f64],
    pub packed: Option<&'a Aligned>,
    pub indices: &'a [u32],
    pub memory: Option<&'a mut PartsStorage>,
}

impl<'a> Parts<'a> {
    /// The parts of a frame over buffers.
    #[inline(always)]
    pub(in crate::frame) fn over(
        sizes: &Sizes,
        point: &'a [f64],
        packed: &'a Aligned,
        indices: &'a [u32],
        memory: Option<&'a mut PartsStorage>,
    ) -> Self {
        Self { sizes: *sizes, point, packed: Some(packed), indices, memory }
    }
}

impl Parts<'_> {
    /// Lends the parts to a frame, while these are not used.
    #[inline(always)]
    pub(in crate::frame) fn lend(&mut self) -> Parts<'_> {
        let Self { sizes, point, packed, indices, memory } = self;
        Parts { sizes: *sizes, point, packed: *packed, indices, memory: memory.as_deref_mut() }
    }
}

impl Frame<'_> {
    /// True if there is memory for parts.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn has_parts(&self) -> bool {
        self.parts.memory.as_ref().is_some_and(|memory| !memory.parts.is_empty())
    }

    /// Returns all values and all adjoints, `count` of each.
    fn values_and_adjoints(&mut self, count: usize) -> (&[f64], &mut [f64]) {
        // SAFETY: both buffers have the length of the buffer of values, which is `count`, and are distinct;
        // the borrow of the frame is exclusive.
        unsafe {
            (
                core::slice::from_raw_parts(self.values.at(0, count), count),
                core::slice::from_raw_parts_mut(self.adjoints.at_mut(0, count), count),
            )
        }
    }
}

/// A part of the log density at a point, while it is evaluated.
pub(crate) struct Part<'a> {
    pub frame: Frame<'a>,
    pub sums: &'a mut Sums,
}

/// The values and the data that all parts of a point read.
#[derive(Clone, Copy)]
struct Read<'a> {
    sizes: Sizes,
    point: &'a [f64],
    packed: &'a Aligned,
    indices: &'a [u32],
    values: &'a [f64],
    variables: &'a [Range<usize>],
}

impl Read<'_> {
    /// Begins a part.
    fn begin<'b>(&'b self, share: Share, memory: &'b mut PartStorage) -> Option<Part<'b>> {
        let PartStorage { values, adjoints, scratch, stack, sums } = memory;
        for range in self.variables {
            values.as_mut_slice()[range.clone()].copy_from_slice(&self.values[range.clone()]);
            adjoints.as_mut_slice()[range.clone()].fill(0.0);
        }
        // The sum that is left if the part is not evaluated.
        *sums = ([f64::NAN; MAX_LANES], f64::NAN);
        let (point, packed, indices) = (self.point, self.packed, self.indices);
        let gradient = &mut [][..];
        let buffers =
            Buffers { point, gradient, values, adjoints, scratch, packed, indices, stack, parts: None };
        // Parts are made with the sizes of the whole workspace.
        let frame = Frame::open(&self.sizes, false, buffers)?;
        Some(Part { frame: Frame { own: Own::of(share), ..frame }, sums })
    }
}

/// Runs `run` on each part of the log densities at some points, with one frame for each point; each call
/// gets the parts with the same number of all points. Calls run on the threads of rayon's pool, if that is
/// faster. The log densities are passed to `add` with the number of the point, part after part.
pub(crate) fn in_parts<const POINTS: usize>(
    frames: [Option<&mut Frame<'_>>; POINTS],
    is_gradient: bool,
    run: &(impl Fn([Option<Part<'_>>; POINTS]) + Sync),
    mut add: impl FnMut(usize, Sums),
) {
    let mut taken = frames.map(|frame| frame.map(|frame| (core::mem::take(&mut frame.parts), frame)));
    let mut reads = [None; POINTS];
    let mut memories = [const { None }; POINTS];
    let mut adjoints = [const { None }; POINTS];
    let mut turn: Option<Turn> = None;
    for (point, (parts, frame)) in
        taken.iter_mut().enumerate().filter_map(|(n, one)| Some((n, one.as_mut()?)))
    {
        let Parts { sizes, point: q, packed: Some(packed), indices, memory: Some(memory) } = parts else {
            continue;
        };
        turn.get_or_insert_with(|| memory.paces[usize::from(is_gradient)].begin());
        let (values, own) = frame.values_and_adjoints(sizes.values);
        let variables = &memory.variables[..];
        reads[point] = Some(Read { sizes: *sizes, point: q, packed, indices, values, variables });
        memories[point] = Some(&mut memory.parts[..]);
        adjoints[point] = Some(own);
    }
    let count = memories.iter().flatten().map(|parts| parts.len()).min().unwrap_or(0);
    let is_at_once = turn.is_some_and(|turn| turn.is_at_once);
    let lent = memories.each_mut().map(|parts| parts.as_deref_mut());
    go(
        lent,
        Share::of(0, count),
        count,
        is_at_once,
        &|share, memories: [Option<&mut PartStorage>; POINTS]| {
            let mut reads = reads.iter();
            run(memories.map(|memory| reads.next()?.as_ref()?.begin(share, memory?)));
        },
    );
    for (point, parts) in memories.iter().enumerate() {
        let (Some(parts), Some(read), Some(adjoints)) = (parts, reads[point], &mut adjoints[point]) else {
            continue;
        };
        for part in parts.iter() {
            add(point, part.sums);
            for range in read.variables {
                let sums = adjoints[range.clone()].iter_mut();
                sums.zip(&part.adjoints.as_slice()[range.clone()]).for_each(|(sum, adjoint)| *sum += adjoint);
            }
        }
    }
    let mut first = true;
    for (parts, frame) in taken.into_iter().flatten() {
        frame.parts = parts;
        if let (true, Some(turn), Some(memory)) = (first, turn, &mut frame.parts.memory) {
            memory.paces[usize::from(is_gradient)].end(turn);
            first = false;
        }
    }
}

/// Runs `run` on `length` parts from the part `first` on, half by half, at the same time if `is_at_once` is
/// true.
fn go<const POINTS: usize>(
    parts: [Option<&mut [PartStorage]>; POINTS],
    first: Share,
    length: usize,
    is_at_once: bool,
    run: &(impl Fn(Share, [Option<&mut PartStorage>; POINTS]) + Sync),
) {
    if length < 2 {
        if length == 1 {
            run(first, parts.map(|parts| parts?.first_mut()));
        }
        return;
    }
    let half = length / 2;
    let (mut left, mut right) = ([const { None }; POINTS], [const { None }; POINTS]);
    for ((parts, left), right) in parts.into_iter().zip(&mut left).zip(&mut right) {
        if let Some((first, rest)) = parts.map(|parts| parts.split_at_mut(half)) {
            (*left, *right) = (Some(first), Some(rest));
        }
    }
    let behind = Share::of(first.number() + half, first.count());
    let run_left = || go(left, first, half, is_at_once, run);
    let run_right = || go(right, behind, length - half, is_at_once, run);
    if is_at_once {
        rayon::join(run_left, run_right);
    } else {
        run_left();
        run_right();
    }
}
