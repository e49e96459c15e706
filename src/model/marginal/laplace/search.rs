//! [`Search`]: the way to the mode of l(x) and to its second and third derivatives, one evaluation after the
//! other. It says at which x the log density is to be evaluated next, so that the statements are compiled
//! once, and nothing here is generic in a model.
//!
//! Of statements that are quadratic functions of x the second derivatives are found once, by steps of any
//! size. Newton's steps x + t H⁻¹ ∇l begin at 0, with H = −∇²l by differences of the slopes of all others,
//! and a ridge where H is not positive definite. t is shortened until l grows by 10⁻⁴ of what the slope
//! promises. Where ∇lᵀ H⁻¹ ∇l, the square of the distance in standard deviations, is small, further steps
//! have the same H, until the distance grows no less. If it is small enough then, that is the proof that the
//! mode was found; if not, H is found anew.
//!
//! Nocedal and Wright (2006), "Numerical Optimization", ch. 3.

use super::Part;
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
const FOUND: f64 = 1e-24;
const REACHED: f64 = 1e-20;
const ACCEPTED: f64 = 1e-14;

/// The part of the growth that the slope promises which a step must have.
const GROWTH: f64 = 1e-4;

/// The most steps with new matrices, halvings of a step, and steps with one matrix.
const STEPS: usize = 100;
const HALVINGS: usize = 60;
const CHORDS: usize = 20;

/// The distance by which elements are moved both ways for the H of a step, for elements up to 1.
const MOVE: f64 = 1e-6;

/// The distances by which elements are moved for the second derivatives of quadratic functions, which are
/// exact whatever the distance is: at first, and in standard deviations where slopes at 0 were so many times
/// larger that digits of the differences are lost.
const UNIT: f64 = 1.0;
const FAR: f64 = 1e3;
const LARGE: f64 = 100.0;

/// What the next evaluation is for.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Slopes of quadratic functions at 0.
    Origin,
    /// Slopes of quadratic functions where the places of a colour are moved, for the first or the second
    /// time.
    Quadratic { is_second: bool, colour: usize },
    /// A point that may be better than the mode so far.
    Try,
    /// A step with the H before.
    Chord,
    /// Slopes where the places of a colour are moved one way, or the other, for H of a step.
    Column { colour: usize, is_back: bool },
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

    /// The statements that are to be evaluated next.
    pub fn part(&self) -> Part {
        match self.stage {
            Stage::Origin | Stage::Quadratic { .. } => Part::Quadratic,
            Stage::Try | Stage::Chord => Part::All,
            Stage::Column { .. } | Stage::Curvature { .. } | Stage::Third { .. } => Part::Others,
        }
    }

    /// Takes the log density at the values, of which the slopes stand in the memory, and sets the next
    /// values; or tells the logarithm of the integral, NaN if the mode was not found.
    pub fn advance<S: Simd>(
        &mut self,
        simd: S,
        plan: &Plan,
        memory: &mut Memory<'_>,
        log_density: f64,
    ) -> Option<f64> {
        plan.add_up(memory.slopes, memory.whole);
        match self.stage {
            Stage::Origin => {
                memory.sum.copy_from_slice(memory.slopes);
                memory.scale.fill(UNIT);
                self.move_quadratic(plan, memory, false, 0)
            }
            Stage::Quadratic { is_second, colour } => {
                self.add_quadratic(plan, memory, colour);
                if colour + 1 < plan.quadratic.colours() {
                    return self.move_quadratic(plan, memory, is_second, colour + 1);
                }
                if !memory.quadratic.iter().all(|entry| entry.is_finite()) {
                    return Some(f64::NAN);
                }
                if !is_second && self.has_large_slopes(plan, memory) {
                    for (scale, entry) in memory.scale.iter_mut().zip(plan.diagonal()) {
                        let precision = memory.quadratic[entry];
                        *scale = if precision > 0.0 { FAR / precision.sqrt() } else { UNIT };
                    }
                    clear(plan, memory.quadratic);
                    return self.move_quadratic(plan, memory, true, 0);
                }
                plan.spread(memory.mode, memory.values);
                self.stage = Stage::Try;
                None
            }
            Stage::Try => {
                let promised = GROWTH * self.length * self.decrement;
                let grows = log_density >= self.log_density + promised;
                if self.steps > 0 && !grows {
                    return self.shorten(plan, memory);
                }
                // NaN, and a density that is 0 where the search begins.
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
                // Of many elements one may be too far away for the H before.
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
            Stage::Curvature { colour, point } => {
                let (_, weight) = first(point);
                let slopes = plan.others.pick(memory.slopes, memory.whole);
                memory.sum.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += weight * slope);
                if point + 1 < FIRST_POINTS {
                    return self.move_colour(plan, memory, (colour, point + 1));
                }
                let (sum, scale) = (&*memory.sum, &*memory.scale);
                plan.others
                    .add(colour, memory.matrix, |near, place| -sum[near] / scale[plan.others.element(place)]);
                if colour + 1 < plan.others.colours() {
                    memory.sum.fill(0.0);
                    return self.move_colour(plan, memory, (colour + 1, 0));
                }
                self.integrate(simd, plan, memory)
            }
            Stage::Third { colour, point } => {
                let (_, weight) = mixed(point);
                let slopes = memory.third.iter_mut().zip(&*memory.whole);
                slopes.for_each(|(sum, slope)| *sum += 0.5 * weight * slope);
                let (colour, point) =
                    if point + 1 < MIXED_POINTS { (colour, point + 1) } else { (colour + 1, 0) };
                if colour < plan.others.colours() {
                    return self.go_to_third(plan, memory, colour, point);
                }
                solve(simd, plan, factors!(memory), memory.third);
                Some(self.integral)
            }
        }
    }

    /// Keeps the values as the mode so far.
    fn keep(&mut self, memory: &mut Memory<'_>, log_density: f64) {
        memory.mode.copy_from_slice(&memory.values[..memory.mode.len()]);
        memory.slope.copy_from_slice(memory.whole);
        self.log_density = log_density;
        memory.peak[0] = log_density;
    }

    /// Goes a part of the step from the mode so far.
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

    /// Moves the places of a colour of quadratic functions.
    fn move_quadratic(
        &mut self,
        plan: &Plan,
        memory: &mut Memory<'_>,
        is_second: bool,
        colour: usize,
    ) -> Option<f64> {
        let columns = &plan.quadratic;
        memory.move_from_mode(plan, columns, |values, moves| {
            columns.members(colour).for_each(|place| values[place] += moves.scale[columns.element(place)]);
        });
        self.stage = Stage::Quadratic { is_second, colour };
        None
    }

    /// Adds the second derivatives of quadratic functions in the columns of a colour.
    fn add_quadratic(&self, plan: &Plan, memory: &mut Memory<'_>, colour: usize) {
        let columns = &plan.quadratic;
        plan.add_up(memory.sum, memory.moved);
        let origin = columns.pick(memory.sum, memory.moved);
        let slopes = columns.pick(memory.slopes, memory.whole);
        columns.add(colour, memory.quadratic, |near, place| {
            (origin[near] - slopes[near]) / memory.scale[columns.element(place)]
        });
    }

    /// True if a slope of quadratic functions at 0 is so large beside what a unit makes of it that digits of
    /// the difference are lost.
    fn has_large_slopes(&self, plan: &Plan, memory: &mut Memory<'_>) -> bool {
        plan.add_up(memory.sum, memory.moved);
        let mut both = memory.moved.iter().zip(plan.diagonal());
        both.any(|(slope, entry)| slope.abs() > LARGE * memory.quadratic[entry])
    }

    /// Begins with H of a step, or goes the step if H is known.
    fn begin_columns<S: Simd>(&mut self, simd: S, plan: &Plan, memory: &mut Memory<'_>) -> Option<f64> {
        memory.matrix.copy_from_slice(memory.quadratic);
        if plan.others.colours() == 0 {
            return self.step(simd, plan, memory);
        }
        self.move_column(plan, memory, 0, false)
    }

    /// Moves the places of a colour one way or the other, for H of a step.
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

    /// Factors H and goes a step.
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
        // H of quadratic functions is the same everywhere.
        let is_near = self.decrement.abs() < near || plan.others.colours() == 0;
        let stage = if is_near { Stage::Chord } else { Stage::Try };
        self.go(plan, memory, stage)
    }

    /// Begins with H at the mode, for which elements are moved by parts of their standard deviations.
    fn begin_curvature<S: Simd>(&mut self, simd: S, plan: &Plan, memory: &mut Memory<'_>) -> Option<f64> {
        for (scale, entry) in memory.scale.iter_mut().zip(plan.diagonal()) {
            *scale = 1.0 / memory.matrix[entry].sqrt();
        }
        memory.matrix.copy_from_slice(memory.quadratic);
        if plan.others.colours() == 0 {
            return self.integrate(simd, plan, memory);
        }
        memory.sum.fill(0.0);
        self.move_colour(plan, memory, (0, 0))
    }

    fn move_colour(
        &mut self,
        plan: &Plan,
        memory: &mut Memory<'_>,
        (colour, point): (usize, usize),
    ) -> Option<f64> {
        let (columns, (distance, _)) = (&plan.others, first(point));
        memory.move_from_mode(plan, columns, |values, moves| {
            for place in columns.members(colour) {
                values[place] += distance * moves.scale[columns.element(place)];
            }
        });
        self.stage = Stage::Curvature { colour, point };
        None
    }

    /// The logarithm of the integral, and the first point of third derivatives if they are wanted.
    fn integrate<S: Simd>(&mut self, simd: S, plan: &Plan, memory: &mut Memory<'_>) -> Option<f64> {
        let log_determinant = factor(simd, plan, memory);
        let constant = plan.dimension() as f64 * core::f64::consts::TAU.ln();
        self.integral = self.log_density + 0.5 * (constant - log_determinant);
        if !(self.is_gradient && self.integral.is_finite()) {
            return Some(self.integral);
        }
        invert(simd, plan, memory);
        for (scale, entry) in memory.scale.iter_mut().zip(plan.diagonal()) {
            *scale = memory.matrix[entry].sqrt();
        }
        memory.third.fill(0.0);
        if plan.others.colours() == 0 {
            return Some(self.integral);
        }
        self.go_to_third(plan, memory, 0, 0)
    }

    fn go_to_third(
        &mut self,
        plan: &Plan,
        memory: &mut Memory<'_>,
        colour: usize,
        point: usize,
    ) -> Option<f64> {
        go_to_mixed(plan, &plan.others, memory, colour, mixed(point).0);
        self.stage = Stage::Third { colour, point };
        None
    }
}

/// Begins with second derivatives of 0; of elements that have values H is that of a standard normal variable
/// apart, whose determinant is 1.
fn clear(plan: &Plan, matrix: &mut [f64]) {
    matrix.fill(0.0);
    plan.known.iter().for_each(|&(element, _)| matrix[plan.entry(element)] = 1.0);
}

/// The distance by which an element with a value is moved for H of a step.
fn distance(value: f64) -> f64 {
    MOVE * (1.0 + value.abs())
}
