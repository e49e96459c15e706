//! The memory of an operation on whole values, as slices.

use super::{Frame, Packed, Scratch, Slot};
use crate::frame::MAX_ARGUMENTS;
use core::slice::{from_raw_parts, from_raw_parts_mut};
use faer::dyn_stack::MemStack;
use monomorph_macros::inlined;

/// A place and a number of elements.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Range<Place> {
    pub place: Place,
    pub length: usize,
}

/// The places of an operation's arguments, of its value and of its working memory.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Places {
    pub arguments: [Range<Slot>; MAX_ARGUMENTS],
    pub value: Range<Slot>,
    pub scratch: Range<Scratch>,
    pub kept: Range<Packed>,
}

/// The memory of an operation. Matrices are stored row after row.
pub struct Operands<'a> {
    /// The arguments' values.
    pub arguments: [&'a [f64]; MAX_ARGUMENTS],
    /// The value: `forward` writes it, and `backward` reads it.
    pub value: &'a mut [f64],
    /// Working memory, which `backward` finds as `forward` leaves it.
    pub scratch: &'a mut [f64],
    /// The numbers that `compile()` computed from data.
    pub kept: &'a [f64],
    /// All packed indices.
    pub indices: &'a [u32],
    /// The share of the series that is added up.
    pub(crate) series: super::Share,
    /// Working memory for linear algebra.
    pub stack: &'a mut MemStack,
}

/// The adjoint of an operation's value, and the adjoints of its arguments.
pub struct Adjoints<'a> {
    /// The adjoint of the value.
    pub value: &'a [f64],
    arguments: [(*mut f64, usize); MAX_ARGUMENTS],
    wanted: [bool; MAX_ARGUMENTS],
}

impl<'a> Adjoints<'a> {
    /// The adjoint of a value, and the adjoints of its arguments, all of which are wanted: at most
    /// [`MAX_ARGUMENTS`].
    pub(crate) fn over(value: &'a [f64], adjoints: &'a mut [Vec<f64>]) -> Self {
        let mut arguments = [(core::ptr::dangling_mut(), 0); MAX_ARGUMENTS];
        let mut wanted = [false; MAX_ARGUMENTS];
        for (place, adjoints) in adjoints.iter_mut().enumerate() {
            (arguments[place], wanted[place]) = ((adjoints.as_mut_ptr(), adjoints.len()), true);
        }
        Self { value, arguments, wanted }
    }
}

impl<'a> Adjoints<'a> {
    /// The adjoint of a value, and the wanted adjoints of its arguments, each in a slice of its own.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn of_slices(value: &'a [f64], slices: [Option<&'a mut [f64]>; MAX_ARGUMENTS]) -> Self {
        let wanted = slices.each_ref().map(Option::is_some);
        let arguments = slices.map(|slice| {
            slice.map_or((core::ptr::dangling_mut(), 0), |slice| (slice.as_mut_ptr(), slice.len()))
        });
        Self { value, arguments, wanted }
    }
}

#[inlined(all)]
impl Adjoints<'_> {
    /// True if the adjoint of an argument is wanted.
    pub fn wants(&self, place: usize) -> bool {
        self.wanted[place]
    }

    /// The adjoints without the first `first` arguments: the next argument gets the place 0.
    pub(crate) fn without(self, first: usize) -> Self {
        let Self { value, mut arguments, mut wanted } = self;
        arguments.rotate_left(first);
        wanted.rotate_left(first);
        Self { value, arguments, wanted }
    }

    /// The adjoints with the places of two arguments exchanged.
    pub(crate) fn exchanged(&mut self, left: usize, right: usize) -> Adjoints<'_> {
        let Self { value, mut arguments, mut wanted } = *self;
        arguments.swap(left, right);
        wanted.swap(left, right);
        Adjoints { value, arguments, wanted }
    }

    /// The adjoints with some arguments replaced by parts of themselves. Each part is a place, the first
    /// element, and the number of elements.
    ///
    /// # Panics
    ///
    /// If an argument is shorter than its part.
    pub(crate) fn of_parts<const COUNT: usize>(
        &mut self,
        parts: [(usize, usize, usize); COUNT],
    ) -> Adjoints<'_> {
        let Self { value, mut arguments, wanted } = *self;
        for (place, start, count) in parts {
            let (pointer, length) = arguments[place];
            if wanted[place] {
                assert!(start <= length && count <= length - start, "an argument has its parts");
                arguments[place] = (pointer.wrapping_add(start), count);
            }
        }
        Adjoints { value, arguments, wanted }
    }

    /// The wanted adjoint of an argument, to which `backward` adds; `None` if it is not wanted.
    pub fn of(&mut self, place: usize) -> Option<&mut [f64]> {
        let (start, length) = self.arguments[place];
        // SAFETY: see `Frame`; those made by `over` borrow their memory for as long as this lives, and those
        // made by `of_parts` lie within these. Two arguments may be one variable, so one adjoint is lent at a
        // time: the borrow is of all of `self`. The value's own adjoint is another place than any argument's.
        self.wanted[place].then(|| unsafe { from_raw_parts_mut(start, length) })
    }
}

impl Frame<'_> {
    /// The memory of an operation.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn operands(&mut self, places: &Places) -> Operands<'_> {
        let Places { value, scratch, kept, .. } = *places;
        debug_assert!(places.arguments.iter().all(|argument| {
            let (first, last) = (argument.place.0, argument.place.0 + argument.length);
            last <= value.place.0 || value.place.0 + value.length <= first
        }));
        // SAFETY: see `Frame`. The value and the scratch were claimed by the operation alone, so that no
        // argument overlaps them. Values, scratch, packed numbers, indices and the stack are distinct
        // allocations.
        unsafe {
            Operands {
                arguments: places
                    .arguments
                    .map(|Range { place, length }| from_raw_parts(self.values.at(place.0, length), length)),
                value: from_raw_parts_mut(self.values.at_mut(value.place.0, value.length), value.length),
                scratch: from_raw_parts_mut(
                    self.scratch.at_mut(scratch.place.0, scratch.length),
                    scratch.length,
                ),
                kept: from_raw_parts(self.packed.at(kept.place.0, kept.length), kept.length),
                indices: from_raw_parts(self.indices.at(0, self.index_count), self.index_count),
                series: self.series(),
                stack: MemStack::new(from_raw_parts_mut(
                    self.stack.at_mut(0, self.stack_size),
                    self.stack_size,
                )),
            }
        }
    }

    /// The memory of an operation, the adjoint of its value, and the wanted adjoints of its arguments.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn operands_and_adjoints(
        &mut self,
        places: &Places,
        wanted: [bool; MAX_ARGUMENTS],
    ) -> (Operands<'_>, Adjoints<'_>) {
        let (adjoints, value) = (&self.adjoints, places.value);
        // SAFETY: see `Frame`. Adjoints are an allocation apart from everything that `Operands` holds.
        let adjoints = unsafe {
            Adjoints {
                value: from_raw_parts(adjoints.at(value.place.0, value.length), value.length),
                arguments: places
                    .arguments
                    .map(|Range { place, length }| (adjoints.at_mut(place.0, length), length)),
                wanted,
            }
        };
        (self.operands(places), adjoints)
    }

    /// Sets the adjoints of a value to zero.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn clear_adjoints(&mut self, value: Range<Slot>) {
        // SAFETY: see `Frame`.
        unsafe {
            from_raw_parts_mut(self.adjoints.at_mut(value.place.0, value.length), value.length).fill(0.0);
        }
    }

    /// The memory of an operation while the model is being compiled, and the kept numbers, which it
    /// computes from data.
    pub(crate) fn operands_to_precompute(&mut self, places: &Places) -> (Operands<'_>, &mut [f64]) {
        assert!(self.is_precomputing, "packed data does not change after compile()");
        let kept = places.kept;
        // SAFETY: see `Frame`; a frame that precomputes was opened with exclusive access to the packed data,
        // and the operands get none of it.
        let kept = unsafe { from_raw_parts_mut(self.packed.at_mut(kept.place.0, kept.length), kept.length) };
        let others = Places { kept: Range::default(), ..*places };
        (self.operands(&others), kept)
    }
}
