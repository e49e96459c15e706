//! The tree of a transition: the parts of the trajectory that wait for their neighbour, and the point that
//! each part has chosen.

use super::arena::{Arena, MORE_SLOTS};
use super::turn::Part;
use super::uniform::Uniform;

/// A complete part of 2ᵏ leaves, where k is its level. It waits for the next part of that level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Level {
    /// The sum of the weights of the leaves.
    pub weight: f64,
    /// |z|² of a single leaf.
    pub square: f64,
    /// The slot of the chosen point; if no part waits, a free slot.
    pub slot: usize,
    /// The rows of the first momenta, of the last momenta and of the sum, each counted from the first row
    /// of its kind.
    pub first: usize,
    pub last: usize,
    pub sum: usize,
}

impl Level {
    /// The rows of the waiting part.
    #[inline(always)]
    pub fn part(&self, arena: &Arena) -> Part {
        Part { sum: arena.sum(self.sum), first: arena.first(self.first), last: arena.last(self.last) }
    }
}

/// The numbers that are stored for a point in a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Kept {
    pub log_density: f64,
    pub energy: f64,
}

/// The state of a transition.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree {
    pub levels: Vec<Level>,
    /// The numbers of the stored points, in the order of their slots.
    pub kept: Vec<Kept>,
    /// The slot of the trajectory's point.
    pub chosen: usize,
    /// A slot that is free.
    pub spare: usize,
    /// The slots of the next points, at both ends.
    pub ends: [usize; 2],
    /// The rows of the newest part's last momenta and of the sum of its momenta, if it has more than one
    /// leaf.
    pub last: usize,
    pub sum: usize,
    pub uniform: Uniform,
    /// One bit for each further doubling: its direction.
    pub directions: u64,
    /// The number of doublings of the trajectory.
    pub depth: u32,
    /// The number of the leaf in the new half.
    pub leaf: u64,
    /// The energy at the beginning of the transition.
    pub energy: f64,
    /// The number that is subtracted from the gain in energy before it becomes a weight, so that no weight
    /// overflows.
    pub offset: f64,
    /// The sum of the trajectory's weights.
    pub weight: f64,
    /// The sum of the leaves' acceptance probabilities.
    pub acceptance: f64,
    pub leapfrogs: u64,
    pub is_divergent: bool,
    /// H₀ − H of the newest leaf.
    pub gain: f64,
}

impl Tree {
    pub fn new(depth: usize) -> Self {
        let level = |number| Level {
            weight: 0.0,
            square: 0.0,
            slot: number,
            first: number,
            last: number,
            sum: number,
        };
        Self {
            levels: (0..depth).map(level).collect(),
            kept: vec![Kept::default(); depth + MORE_SLOTS],
            chosen: depth,
            spare: depth + 1,
            ends: [depth + 2, depth + 3],
            last: depth,
            sum: depth,
            uniform: Uniform(0),
            directions: 0,
            depth: 0,
            leaf: 0,
            energy: 0.0,
            offset: 0.0,
            weight: 1.0,
            acceptance: 0.0,
            leapfrogs: 0,
            is_divergent: false,
            gain: 0.0,
        }
    }

    /// Begins a transition.
    #[inline(always)]
    pub fn begin(&mut self, uniform: Uniform, energy: f64) {
        self.uniform = uniform;
        self.directions = self.uniform.bits();
        self.kept[self.chosen].energy = energy;
        (self.depth, self.leaf, self.leapfrogs, self.is_divergent) = (0, 0, 0, false);
        (self.energy, self.offset, self.weight, self.acceptance) = (energy, 0.0, 1.0, 0.0);
    }

    /// The end at which the trajectory grows: 0 backwards, 1 forwards.
    #[inline(always)]
    pub fn direction(&self) -> usize {
        (self.directions & 1) as usize
    }

    /// Joins a part with the part that waits at a level: one of their two points is chosen by weight.
    /// Returns its slot and the sum of the weights. The other slot becomes free.
    #[inline(always)]
    pub fn merge(&mut self, level: usize, slot: usize, weight: f64) -> (usize, f64) {
        let waiting = &mut self.levels[level];
        let sum = waiting.weight + weight;
        let keeps = self.uniform.number() * sum >= weight;
        // The choice is made without a branch, which no processor could predict.
        let (kept, free) = if keeps { (waiting.slot, slot) } else { (slot, waiting.slot) };
        waiting.slot = free;
        (kept, sum)
    }

    /// Joins the new half to the trajectory. The slot that is not chosen becomes free.
    #[inline(always)]
    pub fn join(&mut self, slot: usize, weight: f64) {
        let moves = self.uniform.number() * self.weight < weight;
        (self.chosen, self.spare) = if moves { (slot, self.chosen) } else { (self.chosen, slot) };
        self.weight += weight;
    }

    /// Shifts the weights so that the newest leaf has the weight 1, if its gain is so large that e^gain
    /// might overflow: the chain comes from far away.
    #[cold]
    pub fn rescale(&mut self) {
        let factor = (self.offset - self.gain).exp();
        self.levels.iter_mut().for_each(|level| level.weight *= factor);
        self.weight *= factor;
        self.offset = self.gain;
    }
}
