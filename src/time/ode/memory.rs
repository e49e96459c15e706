//! The memory of a solution.

use super::linear::{Linear, LinearForm};
use super::method::{RungeKutta, is_implicit, stages_in_sum};
use crate::compiler::{Compiler, Counter, Failure, OdePoints, RowPart};
use crate::frame::{Frame, Scratch, Slot};
use crate::linalg::inverse_scratch;
use crate::shape::{Extent, Size};
use crate::simd::MAX_LANES;
use monomorph_macros::inlined;

/// The settings of a solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Settings {
    pub initial_time: f64,
    pub relative: f64,
    pub absolute: f64,
    pub max_steps: usize,
}

/// Returns the length of a row in memory: registers that begin in a part of the state stay within the row.
fn length_of_row(parts: &[Extent]) -> usize {
    let (mut offset, mut length) = (0_usize, 0_usize);
    for extent in parts {
        length = length.max(offset.saturating_add(extent.size().next_multiple_of(MAX_LANES)));
        offset = offset.saturating_add(extent.size());
    }
    length.next_multiple_of(MAX_LANES)
}

/// The distance between the elements of a state of scalars, which leaves room for all stages. With adjacent
/// elements, LLVM would compute with two elements at once and load both together, and this load would wait
/// for the two stores before it.
pub(crate) const SPREAD: usize = 8;

/// The memory of a solution.
#[derive(Clone, Debug)]
pub(crate) struct SolutionMemory {
    /// The solution, a row for each time.
    pub values: Slot,
    /// The number of times, and of elements of a state.
    pub size: Size,
    /// The length of a row of all numbers below.
    pub row: usize,
    /// The point at which the right-hand side is evaluated, its adjoint, and its parts.
    pub point: Slot,
    pub points: Box<[RowPart]>,
    /// The time at which the right-hand side is evaluated.
    pub time: Slot,
    /// The slopes of the stages, and later the adjoints of their points.
    pub slopes: Slot,
    pub slope_parts: Box<[RowPart]>,
    /// The point before a step, and λ.
    pub state: Slot,
    /// The record of each step: its time, its length, the number of the time at which it ends, the number of
    /// breaks passed before it, and the points of its stages if they are not in blocks.
    pub steps: Scratch,
    /// The number of steps that the forward pass has made.
    pub count: Counter,
    /// The number of solutions that failed.
    pub failures: Scratch,
    pub newton: Option<NewtonMemory>,
    /// The points of all stages, if the backward pass runs in lanes.
    pub points_of_stages: OdePoints,
    /// The memory of a linear system, if the solution is not computed by steps.
    pub linear: Option<Linear>,
}

/// The working memory that an implicit method needs in addition.
#[derive(Clone, Debug)]
pub(crate) struct NewtonMemory {
    /// The slopes that are solved for.
    pub guess: Slot,
    /// The known part of a stage's point.
    pub base: Slot,
    /// (1 − hγJ)⁻¹.
    pub inverse: Slot,
    /// 1 − hγJ.
    pub matrix: Scratch,
}

/// The number of numbers of a step before its points.
pub(crate) const HEAD: usize = 4;

/// The record of a step, besides its points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub time: f64,
    pub length: f64,
    /// The place of the time at which the step ends, if it ends at one.
    pub ends: Option<usize>,
    /// The number of breaks that were passed before the step.
    pub passed: usize,
}

#[inlined(all)]
impl Step {
    /// Stores the step at a place.
    pub fn keep(self, frame: &mut Frame<'_>, place: Scratch) {
        frame.set_scratch_number(place, self.time);
        frame.set_scratch_number(place.element(1), self.length);
        // The place plus 1 is stored, since 0 stands for none; as bits, which need no conversion.
        let ends = self.ends.map_or(0, |time| time as u64 + 1);
        frame.set_scratch_number(place.element(2), f64::from_bits(ends));
        frame.set_scratch_number(place.element(3), f64::from_bits(self.passed as u64));
    }

    /// Returns the step that was stored at a place, in a solution at `count` times with `breaks` breaks.
    pub fn at(frame: &Frame<'_>, place: Scratch, count: usize, breaks: usize) -> Self {
        let ends = frame.scratch_number(place.element(2)).to_bits() as usize;
        Self {
            time: frame.scratch_number(place),
            length: frame.scratch_number(place.element(1)),
            // The result is always one of the times, whatever the memory contains.
            ends: ends.checked_sub(1).map(|time| time.min(count - 1)),
            passed: (frame.scratch_number(place.element(3)).to_bits() as usize).min(breaks),
        }
    }
}

impl SolutionMemory {
    /// Reserves memory for the stages of a method and a state of these parts; the solution is in `values`.
    pub fn claim<Method: RungeKutta>(
        values: Slot,
        size: Size,
        parts: &[Extent],
        compiler: &mut Compiler,
    ) -> Self {
        let width = size.columns;
        // A state of scalars only is read number by number.
        let are_numbers = parts.iter().all(|part| *part == Extent::Scalar);
        let row = if are_numbers { width } else { length_of_row(parts) };
        let rows = |count: usize, compiler: &mut Compiler| {
            let length = if are_numbers { width.saturating_mul(SPREAD) } else { count.saturating_mul(row) };
            compiler.slot_of(Extent::Vector(length))
        };
        let (point, slopes, state) = (
            rows(1, compiler),
            rows(Method::STAGES + usize::from(is_implicit::<Method>()), compiler),
            rows(1, compiler),
        );
        let newton = is_implicit::<Method>().then(|| {
            compiler.stack(inverse_scratch(width));
            NewtonMemory {
                guess: rows(1, compiler),
                base: rows(1, compiler),
                inverse: compiler.slot_of(Extent::Vector(width.saturating_mul(width))),
                matrix: compiler.scratch_of_rows(width, width),
            }
        });
        // Steps of a scan pass adjoints to each other. Steps of a solution do not, and read zeros from one
        // place.
        let mut offset = 0;
        let arranged = parts.iter().map(|extent| {
            let left = [compiler.slot_of(*extent); 2];
            let [point, slope] = [point, slopes].map(|first| {
                let own = first.element(offset);
                RowPart { initial: own, first: own, extent: *extent, is_only: false, left }
            });
            offset += extent.size();
            (point, slope)
        });
        let (points, slope_parts): (Vec<RowPart>, Vec<RowPart>) = arranged.unzip();
        let (points, slope_parts) = (points.into(), slope_parts.into());
        Self {
            values,
            size,
            row,
            point,
            points,
            time: compiler.slot_of(Extent::Scalar),
            slopes,
            slope_parts,
            state,
            steps: Scratch::default(),
            count: Counter::claim(1, compiler),
            failures: compiler.failures(Failure::Solution),
            newton,
            points_of_stages: OdePoints::default(),
            linear: None,
        }
    }

    /// Reserves memory for the steps; their backward pass may run in lanes.
    pub fn claim_steps<Method: RungeKutta>(&mut self, count: usize, in_lanes: bool, compiler: &mut Compiler) {
        let stages = stages_in_sum::<Method>();
        let length = if in_lanes {
            self.points_of_stages = OdePoints::claim(self.size.columns, count, stages, compiler);
            HEAD
        } else {
            HEAD.saturating_add(stages.saturating_mul(self.row))
        };
        self.steps = compiler.scratch_of_rows(count, length);
        self.count = Counter::claim(count.saturating_add(1), compiler);
    }

    /// Reserves memory for a linear system, given the number of legs and the number of pieces of the inputs.
    pub fn claim_linear(&mut self, form: LinearForm, legs: usize, pieces: usize, compiler: &mut Compiler) {
        let legs = legs.saturating_add(pieces);
        self.linear = Some(Linear::claim(form, legs, pieces + 1, compiler));
        self.count = Counter::claim(legs.saturating_add(1), compiler);
    }

    /// Returns the slot of the solution at a time.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn value(&self, time: usize) -> Slot {
        self.values.element(time * self.size.columns)
    }

    /// Returns the offset in a row of a part's elements.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn offset(&self, part: &RowPart) -> usize {
        part.first.0 - self.point.0
    }
}
