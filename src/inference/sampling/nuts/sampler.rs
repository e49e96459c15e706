//! The machine: it begins a transition, asks for gradients, and takes them until the transition is over.

mod state;

use super::arena::{Arena, ENDS, LAST, PART_SUM, POINTS, SCALES, STEPS, SUM};
use super::leapfrog::{Step, depart};
use super::map::Map;
use super::momenta;
use super::tree::{Kept, Tree};
use super::turn::Part;
use super::uniform::Uniform;
use crate::math::exp;
use crate::simd::Pack;
use pulp::{Arch, Simd, WithSimd};
use rand::{Rng, RngExt};

/// A point whose energy exceeds that of the first one by more diverges, as in Stan.
const LARGEST_ERROR: f64 = 1000.0;

/// Weights stay below e to this power; sums of 2³⁰ of them do not overflow.
const LARGEST_EXPONENT: f64 = 600.0;

/// A chain of the No-U-turn sampler.
///
/// ```text
/// place(q, gradient, log density)
/// repeat: begin(random numbers);  loop { log density = f(request()); if advance(log density) { break } }
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Sampler {
    arch: Arch,
    dimension: usize,
    arena: Arena,
    map: Map,
    tree: Tree,
    step: f64,
    jitter: f64,
    /// The step of the transition, with its jitter.
    length: f64,
    max_depth: u32,
}

impl Sampler {
    /// A chain with the scales 1; nothing if there is no memory for it.
    pub fn new(dimension: usize, max_depth: u32, arch: Arch) -> Option<Self> {
        let depth = max_depth as usize;
        let mut arena = Arena::new(dimension, depth)?;
        arena.row_mut(SCALES)[..dimension].fill(1.0);
        let (map, tree) = (Map::Identity, Tree::new(depth));
        let mut sampler =
            Self { arch, dimension, arena, map, tree, step: 1.0, jitter: 0.0, length: 1.0, max_depth };
        sampler.set_length(1.0);
        Some(sampler)
    }

    /// Puts the chain at a point, given the log density and the gradient there.
    pub fn place(&mut self, point: &[f64], gradient: &[f64], log_density: f64) {
        let slot = self.tree.chosen;
        let (kept_point, kept_gradient) = (self.arena.kept_point(slot), self.arena.kept_gradient(slot));
        self.arena.row_mut(kept_point)[..self.dimension].copy_from_slice(point);
        self.arena.row_mut(kept_gradient)[..self.dimension].copy_from_slice(gradient);
        self.tree.kept[slot] = Kept { log_density, energy: f64::NAN };
    }

    /// Draws momenta and begins a transition.
    pub fn begin<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.jitter > 0.0 {
            let spread = 1.0 + self.jitter * (2.0 * rng.random::<f64>() - 1.0);
            self.set_length(self.step * spread);
        }
        self.arch.dispatch(Begin { uniform: Uniform(rng.next_u64()), sampler: self });
    }

    /// Where the next gradient is wanted, and the room for it.
    pub fn request(&mut self) -> (&[f64], &mut [f64]) {
        let (point, gradient) = self.arena.beside_gradient(POINTS + self.tree.direction());
        (&point[..self.dimension], &mut gradient[..self.dimension])
    }

    /// Takes the log density at the point that was asked for, whose gradient was stored. True if the transition is over.
    pub fn advance(&mut self, log_density: f64) -> bool {
        self.arch.dispatch(Advance { sampler: self, log_density })
    }

    /// A whole transition. `evaluate` gives the log density at a point and stores its gradient.
    #[inline]
    pub fn transition<R: Rng + ?Sized>(
        &mut self,
        rng: &mut R,
        mut evaluate: impl FnMut(&[f64], &mut [f64]) -> f64,
    ) {
        self.begin(rng);
        loop {
            let (point, gradient) = self.request();
            let log_density = evaluate(point, gradient);
            if self.advance(log_density) {
                break;
            }
        }
    }

    /// The chain's point.
    pub fn point(&self) -> &[f64] {
        &self.arena.row(self.arena.kept_point(self.tree.chosen))[..self.dimension]
    }

    /// The gradient at the chain's point.
    pub fn gradient(&self) -> &[f64] {
        &self.arena.row(self.arena.kept_gradient(self.tree.chosen))[..self.dimension]
    }

    /// The log density at the chain's point.
    pub fn log_density(&self) -> f64 {
        self.tree.kept[self.tree.chosen].log_density
    }

    /// The energy of the chain's point with the momenta that it had there.
    pub fn energy(&self) -> f64 {
        self.tree.kept[self.tree.chosen].energy
    }

    /// The mean acceptance probability over the last trajectory.
    pub fn acceptance(&self) -> f64 {
        self.tree.acceptance / self.tree.leapfrogs as f64
    }

    /// The number of leapfrog steps of the last trajectory.
    pub fn leapfrogs(&self) -> u64 {
        self.tree.leapfrogs
    }

    /// How often the last trajectory doubled.
    pub fn depth(&self) -> u32 {
        self.tree.depth
    }

    /// Whether the last trajectory diverged.
    pub fn is_divergent(&self) -> bool {
        self.tree.is_divergent
    }

    /// By how much the energy fell from the first to the last point of the last trajectory.
    pub fn gain(&self) -> f64 {
        self.tree.gain
    }

    /// The length of the last trajectory's steps.
    pub fn length(&self) -> f64 {
        self.length
    }

    /// The length of steps, without jitter.
    pub fn step(&self) -> f64 {
        self.step
    }

    /// Sets the length of steps.
    pub fn set_step(&mut self, step: f64) {
        self.step = step;
        self.set_length(step);
    }

    /// Lets the length of steps vary uniformly by up to this part of it, from transition to transition.
    pub fn set_jitter(&mut self, jitter: f64) {
        self.jitter = jitter;
    }

    /// How often a trajectory may double, but never more often than there is room for.
    pub fn set_max_depth(&mut self, depth: u32) {
        self.max_depth = depth.clamp(1, self.tree.levels.len() as u32);
    }

    /// The largest depth that there is room for.
    pub fn room(&self) -> u32 {
        self.tree.levels.len() as u32
    }

    /// The diagonal of the scales.
    pub fn scales(&self) -> &[f64] {
        &self.arena.row(SCALES)[..self.dimension]
    }

    /// The diagonal of the inverse metric.
    pub fn inverse_metric(&self) -> Vec<f64> {
        let along = |i| self.map.row_square(i, self.arena.row(SCALES).len());
        self.scales().iter().enumerate().map(|(i, scale)| scale * scale * along(i)).collect()
    }

    /// The inverse metric, row after row, if it is dense.
    pub fn dense_inverse_metric(&self) -> Option<Vec<f64>> {
        let Map::Dense(factor) = &self.map else { return None };
        let (scales, n) = (self.scales(), self.dimension);
        let stride = self.arena.row(SCALES).len();
        let column = |j: usize| factor.as_slice()[j..].iter().step_by(stride);
        let entry = |i: usize, j: usize| -> f64 { column(i).zip(column(j)).map(|(a, b)| a * b).sum() };
        Some((0..n * n).map(|k| scales[k / n] * scales[k % n] * entry(k / n, k % n)).collect())
    }

    /// What stands beside the diagonal of the scales.
    #[cfg(test)]
    pub(super) fn map(&self) -> &Map {
        &self.map
    }

    /// Sets the scales.
    pub(super) fn set_scales(&mut self, scales: impl Iterator<Item = f64>, map: Map) {
        let row = &mut self.arena.row_mut(SCALES)[..self.dimension];
        row.iter_mut().zip(scales).for_each(|(scale, new)| *scale = new);
        self.map = map;
        self.set_length(self.step);
    }

    fn set_length(&mut self, length: f64) {
        self.length = length;
        for i in 0..self.dimension {
            let step = length * self.arena.row(SCALES)[i];
            self.arena.row_mut(STEPS)[i] = -step;
            self.arena.row_mut(STEPS + 1)[i] = step;
        }
    }
}

struct Begin<'a> {
    sampler: &'a mut Sampler,
    uniform: Uniform,
}

impl WithSimd for Begin<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { sampler: Sampler { arena, dimension, map, tree, length, .. }, mut uniform } = self;
        momenta::draw(simd, arena, *dimension, &mut uniform);
        let square = depart(simd, arena, map, *length, tree.chosen);
        tree.begin(uniform, 0.5 * square - tree.kept[tree.chosen].log_density);
    }
}

struct Advance<'a> {
    sampler: &'a mut Sampler,
    log_density: f64,
}

impl WithSimd for Advance<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let Self { sampler: Sampler { arena, map, tree, length, max_depth, .. }, log_density } = self;
        let direction = tree.direction();
        // As many parts become complete with this leaf.
        let merges = tree.leaf.trailing_ones() as usize;
        let mut slot = tree.spare;
        let single = arena.first(tree.levels[0].first);
        let length = if direction == 0 { -*length } else { *length };
        let leaf = Step { map, length, direction, slot, first: single }.take(simd, arena, merges > 0);

        let energy = 0.5 * leaf.square - log_density;
        tree.kept[slot] = Kept { log_density, energy };
        tree.gain = tree.energy - energy;
        tree.leapfrogs += 1;
        // False for NaN.
        let is_near = (tree.gain >= -LARGEST_ERROR) & (tree.gain < f64::INFINITY);
        if !is_near {
            tree.is_divergent = true;
            return true;
        }
        if tree.gain - tree.offset > LARGEST_EXPONENT {
            tree.rescale();
        }
        let mut weight = exp(Pack::splat(simd, tree.gain - tree.offset)).first();
        let acceptance = if tree.offset == 0.0 { weight } else { tree.gain.exp() };
        tree.acceptance += if acceptance < 1.0 { acceptance } else { 1.0 };

        let mut goes_on = true;
        if merges > 0 {
            let waiting = tree.levels[0].square;
            goes_on = (waiting + leaf.product > 0.0) & (leaf.square + leaf.product > 0.0);
            (slot, weight) = tree.merge(0, slot, weight);
            for level in 1..merges {
                let first_of = |level: usize| arena.first(tree.levels[level].first);
                let waiting =
                    Part { sum: arena.sum_of(level), first: first_of(level), last: arena.last_of(level) };
                let newest = Part { sum: PART_SUM, first: first_of(level - 1), last: LAST };
                goes_on &= waiting.goes_on_into(newest, simd, arena.registers(simd), PART_SUM);
                (slot, weight) = tree.merge(level, slot, weight);
            }
        }
        // Whether the new half is complete.
        let is_half = tree.leaf + 1 == 1 << tree.depth;
        if !goes_on {
            tree.spare = slot;
            return true;
        }
        if !is_half {
            let level = &mut tree.levels[merges];
            (tree.spare, level.slot) = (level.slot, slot);
            level.weight = weight;
            if merges == 0 {
                level.square = leaf.square;
            } else {
                let (sum, last) = (arena.sum_of(merges), arena.last_of(merges));
                let rows = arena.registers(simd);
                for i in 0..rows.count {
                    rows.row(sum).set(i, rows.row(PART_SUM).get(i));
                    rows.row(last).set(i, rows.row(LAST).get(i));
                }
                let [below, level] = &mut tree.levels[merges - 1..=merges] else { return true };
                core::mem::swap(&mut below.first, &mut level.first);
            }
            tree.leaf += 1;
            return false;
        }

        tree.join(slot, weight);
        let half = match merges {
            0 => Part { sum: single, first: single, last: single },
            _ => Part { sum: PART_SUM, first: arena.first(tree.levels[merges - 1].first), last: LAST },
        };
        let rest = Part { sum: SUM, first: ENDS + 1 - direction, last: ENDS + direction };
        let rows = arena.registers(simd);
        let goes_on = rest.goes_on_into(half, simd, rows, SUM);
        for i in 0..rows.count {
            rows.row(ENDS + direction).set(i, rows.row(half.last).get(i));
        }
        tree.depth += 1;
        tree.leaf = 0;
        tree.directions >>= 1;
        !goes_on || tree.depth >= *max_depth
    }
}
