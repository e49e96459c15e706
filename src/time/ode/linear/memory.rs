//! The memory of a linear system.

use super::plan::Plan;
use crate::compiler::Compiler;
use crate::frame::{Frame, Places, Range, Scratch};
use crate::linalg::EXPONENTIAL_BUFFERS;
use crate::simd::MAX_LANES;

/// The form of a system: `blocks` systems of `rows` rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinearForm {
    pub rows: usize,
    pub blocks: usize,
}

impl LinearForm {
    /// Returns the number of columns of a map: those of E, and e.
    pub fn columns(self) -> usize {
        self.rows + 1
    }

    /// Returns the number of elements of the maps of all blocks.
    pub fn length(self) -> usize {
        self.rows.saturating_mul(self.columns()).saturating_mul(self.blocks)
    }

    /// Returns the number of elements of a state.
    pub fn width(self) -> usize {
        self.rows * self.blocks
    }
}

impl core::fmt::Display for LinearForm {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(
            "whose right-hand side is linear in the state and does not read the time: it is solved by ",
        )?;
        match self.blocks {
            1 => write!(f, "exponentials of a matrix of {} rows", self.columns()),
            count => write!(f, "exponentials of {count} matrices of {} rows", self.columns()),
        }
    }
}

/// A linear system, with its memory.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    pub form: LinearForm,
    /// The plan, which is known when the data are known.
    pub plan: Plan,
    memory: Range<Scratch>,
    /// [A b] of each system, and the adjoints.
    pub(crate) systems: Part,
    pub(crate) system_adjoints: Part,
    /// [E e] of each map, and the adjoints.
    pub(crate) maps: Part,
    pub(crate) map_adjoints: Part,
    /// h of each map.
    pub(crate) lengths: Part,
    /// The state at the beginning of each leg, and at the end of the last one.
    pub(crate) states: Part,
    /// The adjoint of the state at the end of a leg, and later at its beginning.
    pub(crate) adjoint: Part,
    pub(crate) adjoint_before: Part,
    /// sⱼ, the largest magnitude of each element of the state.
    pub(crate) scales: Part,
    pub(crate) buffers: Part,
}

/// A part of the memory.
///
/// For a system or a map, row i and column j of block e are at (i (rows + 1) + j) · count + e, where `count`
/// is the number of blocks in all systems or maps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    first: usize,
    length: usize,
}

impl Linear {
    /// Reserves memory for the largest possible numbers of systems and legs.
    pub fn claim(form: LinearForm, legs: usize, systems: usize, compiler: &mut Compiler) -> Self {
        let mut end = 0_usize;
        let mut claim = |count: usize, of_each: usize| {
            let (first, length) = (end, count.saturating_mul(of_each));
            end = first.saturating_add(length);
            Part { first, length }
        };
        let width = form.width();
        let of_buffer = form.columns().saturating_mul(form.columns()).saturating_mul(MAX_LANES);
        let mut linear = Self {
            form,
            plan: Plan::default(),
            memory: Range::default(),
            systems: claim(systems, form.length()),
            system_adjoints: claim(systems, form.length()),
            maps: claim(legs, form.length()),
            map_adjoints: claim(legs, form.length()),
            lengths: claim(legs, 1),
            states: claim(legs + 1, width),
            adjoint: claim(1, width),
            adjoint_before: claim(1, width),
            scales: claim(1, width),
            buffers: claim(2 * EXPONENTIAL_BUFFERS, of_buffer),
        };
        linear.memory = Range { place: compiler.scratch(end), length: end };
        linear
    }

    /// Returns the place of a number of a part.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn number(&self, part: Part, place: usize) -> Scratch {
        self.memory.place.element(part.first + place)
    }

    /// Returns parts of the memory, in the order in which they are stored.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn parts<'a, const COUNT: usize>(
        &self,
        frame: &'a mut Frame<'_>,
        parts: [Part; COUNT],
    ) -> [&'a mut [f64]; COUNT] {
        let mut rest = frame.operands(&Places { scratch: self.memory, ..Places::default() }).scratch;
        let mut end = 0;
        parts.map(|Part { first, length }| {
            let (part, behind) = core::mem::take(&mut rest)[first - end..].split_at_mut(length);
            (rest, end) = (behind, first + length);
            part
        })
    }
}
