//! [`Search`]: the way to the mode of l(x) and to its second and third derivatives, one evaluation after the
//! other. It says at which x the log density is to be evaluated next, so that the statements are compiled
//! once, and nothing here is generic in a model.
//!
//! Newton's steps x + t H⁻¹ ∇l begin at 0, with H = −∇²l by differences of slopes, and a ridge where H is not
//! positive definite. t is shortened until l grows by 10⁻⁴ of what the slope promises. Where ∇lᵀ H⁻¹ ∇l, the
//! square of the distance in standard deviations, is small, further steps have the same H, until the distance
//! grows no less. If it is small enough then, that is the proof that the mode was found; if not, H is found
//! anew.
//!
//! Nocedal and Wright (2006), "Numerical Optimization", ch. 3.

use super::memory::Memory;
use super::plan::Plan;
use super::points::go_to_mixed;
use super::stencils::{FIRST_POINTS, MIXED_POINTS, first, mixed};
use super::subspace::{factor, factor_with_ridge, factors, invert, solve};
use pulp::Simd;

/// The squared distance from the mode, in standard deviations, from which on H is kept: at first for each
/// element, and where that was too far, of all.
const NEAR: f64 = 1e-4;

/// The squared distance at which the mode was found, for each element; the one that must be reached, or H is
/// found anew; and the one that is enough then, where rounding leaves no smaller one.
const FOUND: f64 = 1e-26;
const REACHED: f64 = 1e-20;
const ACCEPTED: f64 = 1e-14;

/// The part of the growth that the slope promises which a step must have.
const GROWTH: f64 = 1e-4;

/// The most steps with new matrices, halvings of a step, and steps with one matrix.
const STEPS: usize = 100;
const HALVINGS: usize = 60;
const CHORDS: usize = 20;

/// The distance by which elements are moved for the H of a step, for elements up to 1.
const MOVE: f64 = 1e-6;

/// What the next evaluation is for.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// A point that may be better than the mode so far.
    Try,
    /// A step with the H before.
    Chord,
    /// Slopes where the elements of a colour are moved, for H of a step.
    Column { colour: usize },
    /// Slopes at a point of the differences that make the columns of a colour of H at the mode.
    Curvature { colour: usize, point: usize },
    /// Slopes for third derivatives.
    Third { colour: usize, point: usize },
}

/// The search for the mode.
#[derive(Debug)]
pub(super) struct Search {
    stage: Stage,
    /// True if third derivatives are wanted.
    is_gradient: bool,
    log_density: f64,
    /// ∇lᵀ H⁻¹ ∇l
    decrement: f64,
    /// t
    length: f64,
    steps: usize,
    halvings: usize,
    chords: usize,
    /// True if H was kept too far away from the mode once.
    is_careful: bool,
    integral: f64,
}

impl Search {
    /// Begins at 0.
    pub fn begin(values: &mut [f64], is_gradient: bool) -> Self {
        values.fill(0.0);
        Self {
            stage: Stage::Try,
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

    /// Takes the log density and its slopes at the values, and sets the next values; or tells the logarithm
    /// of the integral, NaN if the mode was not found.
    pub fn advance<S: Simd>(
        &mut self,
        simd: S,
        plan: &Plan,
        memory: &mut Memory<'_>,
        values: &mut [f64],
        (log_density, slopes): (f64, &[f64]),
    ) -> Option<f64> {
        match self.stage {
            Stage::Try => {
                let promised = GROWTH * self.length * self.decrement;
                let grows = log_density >= self.log_density + promised;
                if self.steps > 0 && !grows {
                    return self.shorten(memory, values);
                }
                // NaN, and a density that is 0 where the search begins.
                if !(log_density.is_finite() && slopes.iter().all(|slope| slope.is_finite())) {
                    return if self.steps == 0 { Some(f64::NAN) } else { self.shorten(memory, values) };
                }
                self.keep(memory, values, (log_density, slopes));
                self.begin_column(plan, memory, values, 0)
            }
            Stage::Chord => {
                memory.sum.copy_from_slice(slopes);
                solve(simd, plan, factors!(memory), memory.sum);
                let decrement: f64 = slopes.iter().zip(&*memory.sum).map(|(slope, step)| slope * step).sum();
                let is_less = decrement.abs() < 0.25 * self.decrement;
                if is_less && log_density.is_finite() {
                    self.keep(memory, values, (log_density, slopes));
                    memory.step.copy_from_slice(memory.sum);
                    self.decrement = decrement.abs();
                    self.chords += 1;
                }
                let count = plan.length() as f64;
                if is_less && self.decrement > FOUND * count && self.chords < CHORDS {
                    self.length = 1.0;
                    return self.go(memory, values, Stage::Chord);
                }
                let enough = if self.is_careful { ACCEPTED } else { REACHED };
                if self.decrement <= enough * count {
                    return self.begin_curvature(plan, memory, values);
                }
                if self.is_careful {
                    return Some(f64::NAN);
                }
                // Of many elements one may be too far away for the H before.
                (self.is_careful, self.chords) = (true, 0);
                self.begin_column(plan, memory, values, 0)
            }
            Stage::Column { colour } => {
                plan.add_columns(colour, memory.matrix, |near, element| {
                    (memory.slope[near] - slopes[near]) / (values[element] - memory.mode[element])
                });
                if colour + 1 < plan.colours() {
                    return self.begin_column(plan, memory, values, colour + 1);
                }
                self.step(simd, plan, memory, values)
            }
            Stage::Curvature { colour, point } => {
                let (_, weight) = first(point);
                memory.sum.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += weight * slope);
                if point + 1 < FIRST_POINTS {
                    return self.move_colour(plan, memory, values, (colour, point + 1));
                }
                plan.add_columns(colour, memory.matrix, |near, element| {
                    -memory.sum[near] / memory.scale[element]
                });
                if colour + 1 < plan.colours() {
                    memory.sum.fill(0.0);
                    return self.move_colour(plan, memory, values, (colour + 1, 0));
                }
                self.integrate(simd, plan, memory, values)
            }
            Stage::Third { colour, point } => {
                let (_, weight) = mixed(point);
                memory.third.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += 0.5 * weight * slope);
                let (colour, point) =
                    if point + 1 < MIXED_POINTS { (colour, point + 1) } else { (colour + 1, 0) };
                if colour < plan.colours() {
                    go_to_mixed(plan, memory, values, colour, point);
                    self.stage = Stage::Third { colour, point };
                    return None;
                }
                solve(simd, plan, factors!(memory), memory.third);
                Some(self.integral)
            }
        }
    }

    /// Keeps the values as the mode so far.
    fn keep(&mut self, memory: &mut Memory<'_>, values: &[f64], (log_density, slopes): (f64, &[f64])) {
        memory.mode.copy_from_slice(values);
        memory.slope.copy_from_slice(slopes);
        self.log_density = log_density;
    }

    /// Goes a part of the step from the mode so far.
    fn go(&mut self, memory: &Memory<'_>, values: &mut [f64], stage: Stage) -> Option<f64> {
        for ((value, mode), step) in values.iter_mut().zip(&*memory.mode).zip(&*memory.step) {
            *value = mode + self.length * step;
        }
        self.stage = stage;
        None
    }

    /// Tries a shorter step.
    fn shorten(&mut self, memory: &Memory<'_>, values: &mut [f64]) -> Option<f64> {
        self.halvings += 1;
        self.length *= 0.5;
        if self.halvings > HALVINGS { Some(f64::NAN) } else { self.go(memory, values, Stage::Try) }
    }

    /// Moves the elements of a colour, for H of a step.
    fn begin_column(
        &mut self,
        plan: &Plan,
        memory: &mut Memory<'_>,
        values: &mut [f64],
        colour: usize,
    ) -> Option<f64> {
        if colour == 0 {
            memory.matrix.fill(0.0);
        }
        values.copy_from_slice(memory.mode);
        for &element in plan.members(colour) {
            let value = &mut values[element as usize];
            *value += MOVE * (1.0 + value.abs());
        }
        self.stage = Stage::Column { colour };
        None
    }

    /// Factors H and goes a step.
    fn step<S: Simd>(
        &mut self,
        simd: S,
        plan: &Plan,
        memory: &mut Memory<'_>,
        values: &mut [f64],
    ) -> Option<f64> {
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
        let is_near = self.decrement.abs() < near;
        let stage = if is_near { Stage::Chord } else { Stage::Try };
        self.go(memory, values, stage)
    }

    /// Begins with H at the mode, for which elements are moved by parts of their standard deviations.
    fn begin_curvature(&mut self, plan: &Plan, memory: &mut Memory<'_>, values: &mut [f64]) -> Option<f64> {
        for (scale, place) in memory.scale.iter_mut().zip(plan.diagonal()) {
            *scale = 1.0 / memory.matrix[place].sqrt();
        }
        memory.matrix.fill(0.0);
        memory.sum.fill(0.0);
        self.move_colour(plan, memory, values, (0, 0))
    }

    fn move_colour(
        &mut self,
        plan: &Plan,
        memory: &Memory<'_>,
        values: &mut [f64],
        (colour, point): (usize, usize),
    ) -> Option<f64> {
        let (distance, _) = first(point);
        values.copy_from_slice(memory.mode);
        for &element in plan.members(colour) {
            values[element as usize] += distance * memory.scale[element as usize];
        }
        self.stage = Stage::Curvature { colour, point };
        None
    }

    /// The logarithm of the integral, and the first point of third derivatives if they are wanted.
    fn integrate<S: Simd>(
        &mut self,
        simd: S,
        plan: &Plan,
        memory: &mut Memory<'_>,
        values: &mut [f64],
    ) -> Option<f64> {
        let log_determinant = factor(simd, plan, memory);
        let dimension = plan.length() - plan.constraints.count();
        let constant = dimension as f64 * core::f64::consts::TAU.ln();
        self.integral = self.log_density + 0.5 * (constant - log_determinant);
        if !(self.is_gradient && self.integral.is_finite()) {
            return Some(self.integral);
        }
        invert(simd, plan, memory);
        for (scale, place) in memory.scale.iter_mut().zip(plan.diagonal()) {
            *scale = memory.matrix[place].sqrt();
        }
        memory.third.fill(0.0);
        go_to_mixed(plan, memory, values, 0, 0);
        self.stage = Stage::Third { colour: 0, point: 0 };
        None
    }
}
