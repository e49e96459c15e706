//! Steps that adapt within the orbit: WALNUTS.
//!
//! A macro step of length ε leads from one leaf to the next. It consists of 2ᵏ micro steps, leapfrog steps
//! of length ε/2ᵏ, with the smallest k for which the energies of all points on the way, both ends included,
//! differ by at most δ. The reversed step from its end must take the same k, or the trajectory could not
//! have been made from there: so all smaller k are tried backwards, and if one of them suffices, the
//! trajectory ends without the half that was being made, as it does when a half turns. The trajectory
//! diverges if no k up to [`HALVINGS`] suffices.
//!
//! Leaves are the ends of macro steps; their weights and the checks for turns are those of NUTS. If no step
//! is halved, a transition equals one of NUTS.
//!
//! While energies are within δ, the acceptance of whole trajectories has no information on the step size.
//! So the step size follows the mean of e^(−|ΔH|) over the first attempts of macro steps, with k = 0.
//!
//! Bou-Rabee, Carpenter, Kleppe and Liu 2025, "The within-orbit adaptive leapfrog no-U-turn sampler" (arXiv
//! 2506.18746), the variant whose k is not drawn.

use super::arena::{Arena, ENDS, MOMENTA, SCALES, SUM, VELOCITY, WHITE};
use super::leapfrog::Leaf;
use super::scales::Scales;
use super::tree::{Kept, Tree};
use crate::simd::Pack;
use pulp::Simd;

/// The largest k: the most times that a step is halved.
const HALVINGS: u32 = 10;

/// The rows of an orbit, after those of the sampler: points, momenta and gradients by whitened coordinates,
/// at both ends of the trajectory.
const END_POINTS: usize = 0;
const END_MOMENTA: usize = 2;
const END_WHITES: usize = 4;
/// The momenta and the gradient at the end of a macro step whose reverse is tried. Its point is already in
/// a slot.
const NEW_MOMENTA: usize = 6;
const NEW_WHITE: usize = 7;
/// The number of rows.
pub(super) const ROWS: usize = 8;

/// The state of a trajectory whose steps adapt.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Orbit {
    /// δ: the largest difference of energies within a step.
    pub max_error: f64,
    /// True while steps are those of NUTS.
    pub is_paused: bool,
    /// The energies at both ends of the trajectory.
    energies: [f64; 2],
    /// The number k of halvings of the macro step.
    halvings: u32,
    /// The number k of halvings of the reversed step, if that is tried.
    back: Option<u32>,
    /// The number of micro steps that this attempt has made.
    taken: u64,
    /// The energy at the start of this attempt, and the range of the energies since.
    start: f64,
    lowest: f64,
    highest: f64,
    /// |z|² at the end of the macro step.
    square: f64,
    /// The number of macro steps, and the sum of e^(−|ΔH|) of their first attempts.
    steps: u64,
    acceptance: f64,
}

/// The state of a transition after a gradient.
pub(super) enum Verdict {
    /// The macro step continues with the next gradient.
    GoesOn,
    /// The macro step is complete, and its end is a leaf with a log density.
    Leaf(Leaf, f64),
    /// The trajectory is over.
    IsOver,
}

/// The parts of the sampler that an attempt reads.
#[derive(Clone, Copy)]
pub(super) struct Course<'a, S: Simd> {
    pub simd: S,
    pub scales: Scales<'a>,
    /// The length ε of macro steps.
    pub length: f64,
}

impl Orbit {
    pub fn new(max_error: f64) -> Self {
        Self {
            max_error,
            is_paused: false,
            energies: [0.0; 2],
            halvings: 0,
            back: None,
            taken: 0,
            start: 0.0,
            lowest: 0.0,
            highest: 0.0,
            square: 0.0,
            steps: 0,
            acceptance: 0.0,
        }
    }

    /// The mean of e^(−|ΔH|) over the macro steps of the trajectory.
    pub fn acceptance(&self) -> f64 {
        self.acceptance / self.steps as f64
    }

    /// Moves both ends to the chain's point, with the momenta in [`SUM`]. Returns |z|².
    #[inline(always)]
    pub fn depart<S: Simd>(&self, course: Course<'_, S>, arena: &mut Arena, tree: &Tree) -> f64 {
        let places = Places::of(arena);
        let (point, gradient) = (arena.point(tree.chosen), arena.gradient(tree.chosen));
        course.scales.whiten(course.simd, arena, gradient);
        let rows = arena.registers(course.simd);
        let mut square = Pack::zero(course.simd);
        for i in 0..rows.count {
            let (z, q, w) = (rows.row(SUM).get(i), rows.row(point).get(i), rows.row(WHITE).get(i));
            square = z.mul_add(z, square);
            for end in 0..2 {
                rows.row(ENDS + end).set(i, z);
                rows.row(places.at(END_POINTS + end)).set(i, q);
                rows.row(places.at(END_MOMENTA + end)).set(i, z);
                rows.row(places.at(END_WHITES + end)).set(i, w);
            }
        }
        square.sum()
    }

    /// Begins a trajectory.
    #[inline(always)]
    pub fn begin<S: Simd>(&mut self, course: Course<'_, S>, arena: &mut Arena, tree: &Tree) {
        self.energies = [tree.energy; 2];
        (self.steps, self.acceptance) = (0, 0.0);
        self.set_out(course, arena, tree);
    }

    /// Begins a macro step at the end at which the trajectory grows.
    #[inline(always)]
    pub fn set_out<S: Simd>(&mut self, course: Course<'_, S>, arena: &mut Arena, tree: &Tree) {
        (self.halvings, self.back) = (0, None);
        self.attempt(course, arena, tree);
    }

    /// Begins an attempt: forwards from an end, or backwards from the end of the macro step.
    #[inline(always)]
    fn attempt<S: Simd>(&mut self, course: Course<'_, S>, arena: &mut Arena, tree: &Tree) {
        let (direction, places) = (tree.direction(), Places::of(arena));
        let (point, momenta, white) = if self.back.is_none() {
            self.start = self.energies[direction];
            (
                places.at(END_POINTS + direction),
                places.at(END_MOMENTA + direction),
                places.at(END_WHITES + direction),
            )
        } else {
            self.start = tree.kept[tree.spare].energy;
            (arena.point(tree.spare), places.at(NEW_MOMENTA), places.at(NEW_WHITE))
        };
        (self.taken, self.lowest, self.highest) = (0, self.start, self.start);
        let step = self.micro_step(course.length, direction);
        let next = arena.point(tree.ends[direction]);
        let rows = arena.registers(course.simd);
        let half = rows.row(MOMENTA + direction);
        for i in 0..rows.count {
            half.set(i, rows.row(white).get(i).mul_add(0.5 * step, rows.row(momenta).get(i)));
            rows.row(next).set(i, rows.row(point).get(i));
        }
        course.drift(arena, MOMENTA + direction, next, step);
    }

    /// The signed length of this attempt's micro steps.
    #[inline(always)]
    fn micro_step(&self, length: f64, direction: usize) -> f64 {
        let is_negative = (direction == 0) != self.back.is_some();
        let length = if is_negative { -length } else { length };
        length / (1_u64 << self.back.unwrap_or(self.halvings)) as f64
    }

    /// Processes the gradient at the end of a micro step.
    #[inline(always)]
    pub fn take<S: Simd>(
        &mut self,
        course: Course<'_, S>,
        arena: &mut Arena,
        tree: &mut Tree,
        log_density: f64,
    ) -> Verdict {
        let direction = tree.direction();
        let step = self.micro_step(course.length, direction);
        let (here, gradient) = (arena.point(tree.ends[direction]), arena.gradient(tree.ends[direction]));
        let square = self.kick(course, arena, direction, gradient, step);
        let energy = 0.5 * square - log_density;
        self.taken += 1;
        (self.lowest, self.highest) = (self.lowest.min(energy), self.highest.max(energy));
        let is_near = energy.is_finite() && self.highest - self.lowest <= self.max_error;
        if self.back.is_none() && self.halvings == 0 {
            self.steps += 1;
            self.acceptance += if energy.is_finite() { (-(energy - self.start).abs()).exp() } else { 0.0 };
        }
        if is_near && self.taken < 1 << self.back.unwrap_or(self.halvings) {
            course.drift(arena, MOMENTA + direction, here, step);
        } else {
            match (self.back, is_near) {
                (None, true) => {
                    self.square = square;
                    tree.kept[tree.spare] = Kept { log_density, energy };
                    keep(course.simd, arena, tree);
                    if self.halvings == 0 {
                        return self.arrive(course.simd, arena, tree);
                    }
                    self.back = Some(self.halvings - 1);
                }
                (None, false) if self.halvings < HALVINGS => self.halvings += 1,
                (None, false) => {
                    // The point of a divergence is requested later.
                    keep(course.simd, arena, tree);
                    tree.is_divergent = true;
                    tree.leapfrogs += 1;
                    return Verdict::IsOver;
                }
                (Some(0), false) => return self.arrive(course.simd, arena, tree),
                (Some(halvings), false) => self.back = Some(halvings - 1),
                (Some(_), true) => {
                    tree.leapfrogs += 1;
                    return Verdict::IsOver;
                }
            }
            self.attempt(course, arena, tree);
        }
        tree.leapfrogs += 1;
        Verdict::GoesOn
    }

    /// Adds ε w to h, with the gradient w by whitened coordinates at the new point. Returns |z|² there,
    /// where z is the mean of the old and the new h.
    #[inline(always)]
    fn kick<S: Simd>(
        &self,
        course: Course<'_, S>,
        arena: &mut Arena,
        direction: usize,
        gradient: usize,
        step: f64,
    ) -> f64 {
        // The z of the reversed step is not needed, and goes to a row that is not read.
        let target = if self.back.is_none() { Places::of(arena).at(NEW_MOMENTA) } else { VELOCITY };
        course.scales.whiten(course.simd, arena, gradient);
        let rows = arena.registers(course.simd);
        let (half, target) = (rows.row(MOMENTA + direction), rows.row(target));
        let mut square = Pack::zero(course.simd);
        for i in 0..rows.count {
            let before = half.get(i);
            let after = rows.row(WHITE).get(i).mul_add(step, before);
            let z = (before + after) * 0.5;
            half.set(i, after);
            target.set(i, z);
            square = z.mul_add(z, square);
        }
        square.sum()
    }

    /// Makes the end of the macro step an end of the trajectory, and a leaf.
    #[inline(always)]
    fn arrive<S: Simd>(&mut self, simd: S, arena: &mut Arena, tree: &Tree) -> Verdict {
        let (direction, places) = (tree.direction(), Places::of(arena));
        let Kept { log_density, energy } = tree.kept[tree.spare];
        self.energies[direction] = energy;
        let is_second = tree.leaf.trailing_ones() > 0;
        let (first, point) = (arena.first(tree.levels[0].first), arena.point(tree.spare));
        let (last, sum) = (arena.last(tree.last), arena.sum(tree.sum));
        let rows = arena.registers(simd);
        let mut product = Pack::zero(simd);
        for i in 0..rows.count {
            let z = rows.row(places.at(NEW_MOMENTA)).get(i);
            rows.row(places.at(END_POINTS + direction)).set(i, rows.row(point).get(i));
            rows.row(places.at(END_MOMENTA + direction)).set(i, z);
            rows.row(places.at(END_WHITES + direction)).set(i, rows.row(places.at(NEW_WHITE)).get(i));
            if is_second {
                let before = rows.row(first).get(i);
                product = z.mul_add(before, product);
                rows.row(last).set(i, z);
                rows.row(sum).set(i, z + before);
            } else {
                rows.row(first).set(i, z);
            }
        }
        Verdict::Leaf(Leaf { square: self.square, product: product.sum() }, log_density)
    }
}

/// Stores the point, the gradient and the whitened gradient at the end of a macro step.
#[inline(always)]
fn keep<S: Simd>(simd: S, arena: &mut Arena, tree: &Tree) {
    let end = tree.ends[tree.direction()];
    let (point, gradient) = (arena.point(tree.spare), arena.gradient(tree.spare));
    let (here, its_gradient) = (arena.point(end), arena.gradient(end));
    let white = Places::of(arena).at(NEW_WHITE);
    let rows = arena.registers(simd);
    for i in 0..rows.count {
        rows.row(point).set(i, rows.row(here).get(i));
        rows.row(gradient).set(i, rows.row(its_gradient).get(i));
        rows.row(white).set(i, rows.row(WHITE).get(i));
    }
}

/// The first row of an orbit.
#[derive(Clone, Copy)]
struct Places(usize);

impl Places {
    #[inline(always)]
    fn of(arena: &Arena) -> Self {
        Self(arena.behind())
    }

    #[inline(always)]
    fn at(self, row: usize) -> usize {
        self.0 + row
    }
}

impl<S: Simd> Course<'_, S> {
    /// q ← q + ε S h at an end.
    #[inline(always)]
    fn drift(self, arena: &mut Arena, momenta: usize, point: usize, step: f64) {
        let velocity = if self.scales.are_diagonal() {
            momenta
        } else {
            self.scales.velocity(self.simd, arena, momenta);
            VELOCITY
        };
        let rows = arena.registers(self.simd);
        let (point, velocity) = (rows.row(point), rows.row(velocity));
        for i in 0..rows.count {
            point.set(i, (rows.row(SCALES).get(i) * velocity.get(i)).mul_add(step, point.get(i)));
        }
    }
}
