//! [`Search`]: the search for the mode of l(x) and for its second and third derivatives, one evaluation
//! after the other. It sets the x at which the log density is evaluated next, so that the statements are
//! compiled once, and nothing here is generic in a model.
//!
//! The second derivatives of statements that are quadratic functions of x are computed once, by steps of any
//! size. Newton's steps x + t H⁻¹ ∇l begin at 0. H = −∇²l is computed by differences of the slopes of all
//! other statements, with a ridge where H is not positive definite. t is shortened until l grows by at least
//! 10⁻⁴ of the growth that the slope predicts. Where ∇lᵀ H⁻¹ ∇l, the squared distance in standard
//! deviations, is small, further steps use the same H until the distance stops decreasing. If it is small
//! enough then, the mode was found; if not, H is computed anew.
//!
//! Nocedal and Wright (2006), "Numerical Optimization", ch. 3.

mod curvature;
mod quadratic;

use super::Part;
use super::memory::Memory;
use super::plan::Plan;
use super::subspace::{factor_with_ridge, factors, solve};
use crate::simd::InstructionSet;
use pulp::{Simd, WithSimd};
use quadratic::clear;

/// The squared distance from the mode, in standard deviations, below which H is kept: at first for each
/// element, and, if that was too far, for all elements together.
const NEAR: f64 = 1e-4;

/// Limits of the squared distance from the mode, for each element. Steps with the same H end below `FOUND`.
/// The mode was found if the distance is then at most `REACHED`; after a new H at most `ACCEPTED`, since
/// rounding may allow no smaller distance.
const FOUND: f64 = 1e-24;
const REACHED: f64 = 1e-20;
const ACCEPTED: f64 = 1e-14;

/// The fraction of the predicted growth that a step must have.
const GROWTH: f64 = 1e-4;

/// The maximum numbers of steps with new matrices, of halvings of a step, and of steps with one matrix.
const STEPS: usize = 100;
const HALVINGS: usize = 60;
const CHORDS: usize = 20;

/// The distance by which elements are moved in both directions for the H of a step, for elements up to 1.
const MOVE: f64 = 1e-6;

/// The purpose of the next evaluation.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// The slopes of quadratic functions at 0.
    Origin,
    /// The slopes of quadratic functions after the places of a colour are moved, for the first or the second
    /// time.
    Quadratic { is_second: bool, colour: usize },
    /// A point that may be better than the best point so far.
    Try,
    /// A step with the previous H.
    Chord,
    /// The slopes after the places of a colour are moved forward or back, for the H of a step.
    Column { colour: usize, is_back: bool },
    /// The slopes at a point of the differences for the columns of a colour of H at the mode.
    Curvature { colour: usize, point: usize },
    /// The slopes for third derivatives.
    Third { colour: usize, point: usize },
}

/// The search for the mode. Its functions return `None` while the search goes on. At the end of the search
/// they return the logarithm of the integral, or NaN if the mode was not found.
#[derive(Debug)]
pub(super) struct Search {
    stage: Stage,
    /// True if third derivatives are needed.
    is_gradient: bool,
    log_density: f64,
    /// The squared distance from the mode in standard deviations, ∇lᵀ H⁻¹ ∇l.
    decrement: f64,
    /// The fraction t of Newton's step that is tried.
    length: f64,
    steps: usize,
    halvings: usize,
    chords: usize,
    /// True if H was once kept too far away from the mode.
    is_careful: bool,
    integral: f64,
}

impl Search {
    /// Begins a search at 0.
    pub fn begin(plan: &Plan, memory: &mut Memory<'_>, is_gradient: bool) -> Self {
        memory.mode.fill(0.0);
        plan.known.iter().for_each(|&(element, value)| memory.mode[element as usize] = value);
        plan.spread(memory.mode, memory.values);
        clear(plan, memory.quadratic);
        Self {
            stage: if plan.quadratic.colours() > 0 { Stage::Origin } else { Stage::Try },
            is_gradient,
            log_density: f64::NEG_INFINITY,
            decrement: 0.0,
            length: 0.0,
            steps: 0,
            halvings: 0,
            chords: 0,
            is_careful: false,
            integral: f64::NAN,
        }
    }

    /// Returns the statements that are to be evaluated next.
    pub fn part(&self) -> Part {
        match self.stage {
            Stage::Origin | Stage::Quadratic { .. } => Part::Quadratic,
            Stage::Try | Stage::Chord => Part::All,
            Stage::Column { .. } | Stage::Curvature { .. } | Stage::Third { .. } => Part::Others,
        }
    }

    /// Takes the log density at the current values, whose slopes are in the memory, and sets the next
    /// values; or returns the logarithm of the integral, NaN if the mode was not found. The function is not
    /// generic, so that it is not compiled for each program.
    #[inline(never)]
    pub fn advance(
        &mut self,
        set: InstructionSet,
        plan: &Plan,
        memory: &mut Memory<'_>,
        log_density: f64,
    ) -> Option<f64> {
        set.dispatch(Advance { search: self, plan, memory, log_density })
    }

    fn advance_in<S: Simd>(
        &mut self,
        simd: S,
        plan: &Plan,
        memory: &mut Memory<'_>,
        log_density: f64,
    ) -> Option<f64> {
        plan.add_up(memory.slopes, memory.whole);
        match self.stage {
            Stage::Origin => self.leave_origin(plan, memory),
            Stage::Quadratic { is_second, colour } => self.know_quadratic(plan, memory, (is_second, colour)),
            Stage::Try => {
                let promised = GROWTH * self.length * self.decrement;
                let grows = log_density >= self.log_density + promised;
                if self.steps > 0 && !grows {
                    return self.shorten(plan, memory);
                }
                // The log density is NaN or −∞ where the search begins.
                if !(log_density.is_finite() && memory.whole.iter().all(|slope| slope.is_finite())) {
                    return if self.steps == 0 { Some(f64::NAN) } else { self.shorten(plan, memory) };
                }
                self.keep(memory, log_density);
                self.begin_columns(simd, plan, memory)
            }
            Stage::Chord => {
                let step = core::mem::take(&mut memory.moved);
                step.copy_from_slice(memory.whole);
                solve(simd, plan, factors!(memory), step);
                let decrement: f64 = memory.whole.iter().zip(&*step).map(|(slope, step)| slope * step).sum();
                memory.moved = step;
                let is_less = decrement.abs() < 0.25 * self.decrement;
                if is_less && log_density.is_finite() {
                    self.keep(memory, log_density);
                    memory.step.copy_from_slice(memory.moved);
                    self.decrement = decrement.abs();
                    self.chords += 1;
                }
                let count = plan.length() as f64;
                if is_less && self.decrement > FOUND * count && self.chords < CHORDS {
                    self.length = 1.0;
                    return self.go(plan, memory, Stage::Chord);
                }
                let enough = if self.is_careful { ACCEPTED } else { REACHED };
                if self.decrement <= enough * count {
                    return self.begin_curvature(simd, plan, memory);
                }
                if self.is_careful {
                    return Some(f64::NAN);
                }
                // One of many elements may be too far away for the previous H.
                (self.is_careful, self.chords) = (true, 0);
                self.begin_columns(simd, plan, memory)
            }
            Stage::Column { colour, is_back: false } => {
                let slopes = plan.others.pick(memory.slopes, memory.whole);
                memory.sum[..slopes.len()].copy_from_slice(slopes);
                self.move_column(plan, memory, colour, true)
            }
            Stage::Column { colour, is_back: true } => {
                let slopes = plan.others.pick(memory.slopes, memory.whole);
                let (sum, mode) = (&*memory.sum, &*memory.mode);
                plan.others.add(colour, memory.matrix, |near, place| {
                    (slopes[near] - sum[near]) / (2.0 * distance(mode[plan.others.element(place)]))
                });
                if colour + 1 < plan.others.colours() {
                    return self.move_column(plan, memory, colour + 1, false);
                }
                self.step(simd, plan, memory)
            }
            Stage::Curvature { colour, point } => self.add_curvature(simd, plan, memory, (colour, point)),
            Stage::Third { colour, point } => self.add_third(simd, plan, memory, (colour, point)),
        }
    }

    /// Keeps the values as the best point so far.
    fn keep(&mut self, memory: &mut Memory<'_>, log_density: f64) {
        memory.mode.copy_from_slice(&memory.values[..memory.mode.len()]);
        memory.slope.copy_from_slice(memory.whole);
        self.log_density = log_density;
        memory.peak[0] = log_density;
    }

    /// Moves by a fraction of the step, `length`, from the best point so far.
    fn go(&mut self, plan: &Plan, memory: &mut Memory<'_>, stage: Stage) -> Option<f64> {
        for ((moved, mode), step) in memory.moved.iter_mut().zip(&*memory.mode).zip(&*memory.step) {
            *moved = mode + self.length * step;
        }
        plan.spread(memory.moved, memory.values);
        self.stage = stage;
        None
    }

    /// Tries a shorter step.
    fn shorten(&mut self, plan: &Plan, memory: &mut Memory<'_>) -> Option<f64> {
        self.halvings += 1;
        self.length *= 0.5;
        if self.halvings > HALVINGS { Some(f64::NAN) } else { self.go(plan, memory, Stage::Try) }
    }

    /// Begins to compute the H of a step, or takes the step if H is known.
    fn begin_columns<S: Simd>(&mut self, simd: S, plan: &Plan, memory: &mut Memory<'_>) -> Option<f64> {
        memory.matrix.copy_from_slice(memory.quadratic);
        if plan.others.colours() == 0 {
            return self.step(simd, plan, memory);
        }
        self.move_column(plan, memory, 0, false)
    }

    /// Moves the places of a colour forward or back, for the H of a step.
    fn move_column(
        &mut self,
        plan: &Plan,
        memory: &mut Memory<'_>,
        colour: usize,
        is_back: bool,
    ) -> Option<f64> {
        let (columns, sign) = (&plan.others, if is_back { -1.0 } else { 1.0 });
        memory.move_from_mode(plan, columns, |values, _| {
            columns.members(colour).for_each(|place| values[place] += sign * distance(values[place]));
        });
        self.stage = Stage::Column { colour, is_back };
        None
    }

    /// Factors H and takes a step.
    fn step<S: Simd>(&mut self, simd: S, plan: &Plan, memory: &mut Memory<'_>) -> Option<f64> {
        let is_definite = factor_with_ridge(simd, plan, memory);
        self.steps += 1;
        if !is_definite || self.steps > STEPS {
            return Some(f64::NAN);
        }
        memory.step.copy_from_slice(memory.slope);
        solve(simd, plan, factors!(memory), memory.step);
        self.decrement = memory.slope.iter().zip(&*memory.step).map(|(slope, step)| slope * step).sum();
        (self.length, self.halvings) = (1.0, 0);
        let near = if self.is_careful { NEAR } else { NEAR * plan.length() as f64 };
        // H of quadratic functions is the same at all points.
        let is_near = self.decrement.abs() < near || plan.others.colours() == 0;
        let stage = if is_near { Stage::Chord } else { Stage::Try };
        self.go(plan, memory, stage)
    }
}

/// One step of the search, for an instruction set.
struct Advance<'a, 'm> {
    search: &'a mut Search,
    plan: &'a Plan,
    memory: &'a mut Memory<'m>,
    log_density: f64,
}

impl WithSimd for Advance<'_, '_> {
    type Output = Option<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Option<f64> {
        self.search.advance_in(simd, self.plan, self.memory, self.log_density)
    }
}

/// Returns the distance by which an element with this value is moved for the H of a step.
fn distance(value: f64) -> f64 {
    MOVE * (1.0 + value.abs())
}
