//! Processes the gradient at a new point of a trajectory: the next leaf, and the parts that this leaf
//! completes.

use super::arena::{Arena, ENDS, SUM};
use super::leapfrog::{Leaf, Step, depart};
use super::momenta;
use super::orbit::{Course, Verdict};
use super::sampler::Sampler;
use super::scales::Scales;
use super::tree::{Kept, Tree};
use super::turn::Part;
use super::uniform::Uniform;
use crate::math::exp;
use crate::simd::Pack;
use pulp::{Simd, WithSimd};

/// The largest excess of a point's energy over that of the first point; beyond it the trajectory diverges,
/// as in Stan.
const LARGEST_ERROR: f64 = 1000.0;

/// The largest exponent of a weight e^x: a sum of 2³⁰ such weights does not overflow.
const LARGEST_EXPONENT: f64 = 600.0;

/// Draws momenta and begins a trajectory.
pub(super) struct Begin<'a> {
    pub sampler: &'a mut Sampler,
    pub uniform: Uniform,
}

impl WithSimd for Begin<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { sampler, mut uniform } = self;
        let Sampler { arena, dimension, map, precision, tree, orbit, length, .. } = sampler;
        let scales = Scales { precision: precision.as_deref(), map };
        momenta::draw(simd, arena, *dimension, &mut uniform);
        if let Some(orbit) = orbit.as_mut().filter(|orbit| !orbit.is_paused) {
            let course = Course { simd, scales, length: *length };
            let square = orbit.depart(course, arena, tree);
            tree.begin(uniform, 0.5 * square - tree.kept[tree.chosen].log_density);
            orbit.begin(course, arena, tree);
        } else {
            let square = depart(simd, arena, scales, *length, tree.chosen, tree.ends);
            tree.begin(uniform, 0.5 * square - tree.kept[tree.chosen].log_density);
        }
    }
}

/// Takes the log density at the requested point. Returns true if the trajectory is over.
pub(super) struct Advance<'a> {
    pub sampler: &'a mut Sampler,
    pub log_density: f64,
}

impl WithSimd for Advance<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let Self { sampler, log_density } = self;
        let Sampler { arena, map, precision, tree, length, max_depth, .. } = sampler;
        let scales = Scales { precision: precision.as_deref(), map };
        let direction = tree.direction();
        let is_second = tree.leaf.trailing_ones() > 0;
        let length = if direction == 0 { -*length } else { *length };
        let (first, last, sum) =
            (arena.first(tree.levels[0].first), arena.last(tree.last), arena.sum(tree.sum));
        let (slot, next) = (tree.ends[direction], tree.spare);
        let step = Step { scales, length, direction, slot, next, first, last, sum };
        let leaf = step.take(simd, arena, is_second);
        tree.ends[direction] = next;
        absorb(simd, arena, tree, *max_depth, &leaf, log_density, slot)
    }
}

/// [`Advance`] for steps that adapt within the orbit.
pub(super) struct AdvanceWithin<'a> {
    pub sampler: &'a mut Sampler,
    pub log_density: f64,
}

impl WithSimd for AdvanceWithin<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let Self { sampler, log_density } = self;
        let Sampler { arena, map, precision, tree, orbit, length, max_depth, .. } = sampler;
        let scales = Scales { precision: precision.as_deref(), map };
        let Some(orbit) = orbit else { return true };
        let course = Course { simd, scales, length: *length };
        match orbit.take(course, arena, tree, log_density) {
            Verdict::GoesOn => false,
            Verdict::IsOver => true,
            Verdict::Leaf(leaf, log_density) => {
                let is_over = absorb(simd, arena, tree, *max_depth, &leaf, log_density, tree.spare);
                if !is_over {
                    orbit.set_out(course, arena, tree);
                }
                is_over
            }
        }
    }
}

/// Adds a leaf to the tree; its point is in a slot, and its momenta are in the rows of a [`Step`]. Returns
/// true if the trajectory is over.
#[inline(always)]
fn absorb<S: Simd>(
    simd: S,
    arena: &mut Arena,
    tree: &mut Tree,
    max_depth: u32,
    leaf: &Leaf,
    log_density: f64,
    mut slot: usize,
) -> bool {
    let direction = tree.direction();
    // The number of parts that become complete with this leaf.
    let merges = tree.leaf.trailing_ones() as usize;
    let single = arena.first(tree.levels[0].first);
    let newest = Part { sum: arena.sum(tree.sum), first: single, last: arena.last(tree.last) };
    let energy = 0.5 * leaf.square - log_density;
    tree.kept[slot] = Kept { log_density, energy };
    tree.gain = tree.energy - energy;
    tree.leapfrogs += 1;
    // The comparison is false for NaN.
    let is_near = (tree.gain >= -LARGEST_ERROR) & (tree.gain < f64::INFINITY);
    if !is_near {
        (tree.spare, tree.is_divergent) = (slot, true);
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
            let waiting = tree.levels[level].part(arena);
            let newest = Part { first: arena.first(tree.levels[level - 1].first), ..newest };
            goes_on &= waiting.goes_on_into(newest, simd, arena.registers(simd), newest.sum);
            (slot, weight) = tree.merge(level, slot, weight);
        }
    }
    // True if the new half is complete.
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
            let [below, level] = &mut tree.levels[merges - 1..=merges] else { return true };
            core::mem::swap(&mut below.first, &mut level.first);
            core::mem::swap(&mut tree.last, &mut level.last);
            core::mem::swap(&mut tree.sum, &mut level.sum);
        }
        tree.leaf += 1;
        return false;
    }

    tree.join(slot, weight);
    let half = match merges {
        0 => Part { sum: single, first: single, last: single },
        _ => Part { first: arena.first(tree.levels[merges - 1].first), ..newest },
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
    !goes_on || tree.depth >= max_depth
}
