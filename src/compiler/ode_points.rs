//! The points of all stages of a solution of a differential equation, if the state consists of scalars and
//! the backward pass runs in lanes.
//!
//! Eight stages are a block, in which the values of one element of the state stand side by side, so a
//! register of stages reads a register of points.

use crate::compiler::Compiler;
use crate::frame::{Frame, Scratch};
use crate::simd::{Lane, MAX_LANES, Pack};
use pulp::Simd;

/// The number of steps that the backward pass processes at a time. Their stages fill whole blocks, for any
/// number of stages.
pub(crate) const STEPS_AT_ONCE: usize = 16;

/// The places of the points, and of numbers that the backward pass computes for some steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct OdePoints {
    /// The number of elements of the state.
    width: usize,
    /// The elements of the points, and the times.
    points: Scratch,
    /// The Jacobians at the stages of some steps.
    jacobians: Scratch,
    /// The adjoints of the slopes at the stages of some steps.
    adjoints: Scratch,
}

/// The number of stages, rounded up to whole blocks.
fn in_blocks(stages: usize) -> usize {
    stages.div_ceil(MAX_LANES).saturating_mul(MAX_LANES)
}

/// The place of the number `number` of a stage, where each stage has `count` numbers.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn place(first: Scratch, count: usize, number: usize, stage: usize) -> Scratch {
    first.element((stage / MAX_LANES * count + number) * MAX_LANES + stage % MAX_LANES)
}

impl OdePoints {
    /// Claims memory for `steps` steps of `stages` stages each, of a state with `width` elements.
    pub(crate) fn claim(width: usize, steps: usize, stages: usize, compiler: &mut Compiler) -> Self {
        let all = in_blocks(steps.saturating_mul(stages));
        let at_once = in_blocks(STEPS_AT_ONCE.saturating_mul(stages));
        Self {
            width,
            points: compiler.scratch(all.saturating_mul(width + 1)),
            jacobians: compiler.scratch(at_once.saturating_mul(width * width)),
            adjoints: compiler.scratch(at_once.saturating_mul(width)),
        }
    }

    /// The place of an element of the point of a stage. The number after the last element is the time.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn element(&self, element: usize, stage: usize) -> Scratch {
        place(self.points, self.width + 1, element, stage)
    }

    /// The place of the time of a stage.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn time(&self, stage: usize) -> Scratch {
        self.element(self.width, stage)
    }

    /// The place of the entry in a row and a column of the Jacobian of a stage.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn entry(&self, row: usize, column: usize, stage: usize) -> Scratch {
        place(self.jacobians, self.width * self.width, row * self.width + column, stage)
    }

    /// The place of the adjoint of an element of the slopes of a stage.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn adjoint(&self, element: usize, stage: usize) -> Scratch {
        place(self.adjoints, self.width, element, stage)
    }

    /// Reads an element at a register of points.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn read<S: Simd>(&self, frame: &Frame<'_>, element: usize, lane: Lane<S>) -> Pack<S> {
        frame.scratch(lane.simd, self.element(element, lane.index))
    }
}
