//! The sparsity pattern of the curvature ∇² log p at a point, found by gradients.
//!
//! A step along coordinate j changes slope i if ∂² log p/∂qᵢ∂qⱼ is not 0, and leaves every bit of slope i
//! unchanged if qⱼ does not occur in it. A step along all coordinates of a group changes the slopes that
//! any of them changes. Coordinates i and j are taken to meet if, in each of several partitions of the
//! coordinates into groups, the group of i changes slope j and the group of j changes slope i: group
//! testing (Dorfman 1943, "The detection of defective members of large populations").
//!
//! If groups change a part f of the slopes, the probability that k partitions do not separate a pair that
//! does not meet is f²ᵏ. So a few hundred gradients find the pattern of thousands of coordinates. There are
//! never more gradients than coordinates, because as many as coordinates find the pattern one by one.

use super::curvature::{Evaluate, is_finite};
use crate::error::Error;
use crate::linalg::sparse::Pattern;

/// The number of groups of a partition.
const GROUPS: usize = 128;

/// The largest number of coordinates for which a step is taken along each coordinate, without groups.
const ONE_BY_ONE: usize = 4 * GROUPS;

/// The largest number of coordinates for which a step is taken along each coordinate if groups do not
/// suffice.
const LARGEST: usize = 1 << 14;

/// The expected number of wrong pairs of each coordinate below which no partition is added.
const MISTAKEN: f64 = 0.05;

/// The length of a step, relative to the size of the coordinate or to 1. It is halved if the log density is
/// not finite.
const STEP: f64 = 1e-4;
const HALVED: usize = 20;

/// The part of the slopes that a group changes if coordinates meet [`MOST`] others at random places: 1 − (1
/// − MOST/n)ⁿᐟᴳᴿᴼᵁᴾˢ. If a group changes more, the pattern is not sparse.
const DENSE: f64 = 0.8;

/// The largest average number of coordinates that a coordinate meets in a sparse pattern.
const MOST: usize = 200;

/// Returns the pattern of a density's second derivatives at a point, given the gradient there. Returns
/// `None` if so many coordinates meet that the pattern is not sparse.
///
/// # Errors
///
/// [`Error::NotFinite`] if the log density, or its gradient, is not finite beside the point.
pub(super) fn of(
    point: &[f64],
    gradient: &[f64],
    evaluate: &mut Evaluate<'_>,
) -> Result<Option<Pattern>, Error> {
    let size = point.len();
    let single = |evaluate: &mut Evaluate<'_>| {
        Partition::new(size, size, |place| place).probed(point, gradient, evaluate)
    };
    let mut partitions = Vec::new();
    if size <= ONE_BY_ONE {
        partitions.push(single(evaluate)?);
    } else {
        let mut mistaken = 0.5 * size as f64;
        while mistaken > MISTAKEN {
            if (partitions.len() + 1) * GROUPS > size / 2 {
                if size > LARGEST {
                    return Ok(None);
                }
                partitions = vec![single(evaluate)?];
                break;
            }
            let number = partitions.len() as u64;
            let partition =
                Partition::new(size, GROUPS, |place| (hash(place, number) >> 32) as usize % GROUPS);
            partitions.push(partition.probed(point, gradient, evaluate)?);
            if partitions[0].changed_part() > DENSE {
                return Ok(None);
            }
            mistaken *= partitions[partitions.len() - 1].changed_part().powi(2);
        }
    }
    let mut pairs = Vec::new();
    for one in 0..size {
        for other in others(&partitions, one) {
            if pairs.len() >= MOST * size {
                return Ok(None);
            }
            pairs.push((other, one));
        }
    }
    Ok(Pattern::new(size, pairs).ok())
}

/// Returns the coordinates after `one` that it meets in all partitions.
fn others(partitions: &[Partition], one: usize) -> impl Iterator<Item = usize> + '_ {
    let first = one / 64;
    let rows: Vec<&[u64]> = partitions.iter().map(|partition| partition.row_of(one)).collect();
    let words = rows.first().map_or(0, |row| row.len());
    let bits = (first..words).flat_map(move |word| {
        let both = rows.iter().fold(u64::MAX, |both, row| both & row[word]);
        (0..64).filter(move |bit| both >> bit & 1 == 1).map(move |bit| 64 * word + bit)
    });
    bits.filter(move |&other| {
        other > one && partitions.iter().all(|partition| partition.has_changed(other, one))
    })
}

/// Returns a pseudorandom number (the finalizer of SplitMix64).
fn hash(place: usize, partition: u64) -> u64 {
    let mut bits = (place as u64).wrapping_add(partition << 48).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// A partition of the coordinates into groups, with the slopes that a step along each group changes.
struct Partition {
    size: usize,
    groups: Vec<u32>,
    /// A bit for each slope, for each group.
    changed: Vec<u64>,
}

impl Partition {
    fn new(size: usize, count: usize, group: impl Fn(usize) -> usize) -> Self {
        let groups = (0..size).map(|place| group(place) as u32).collect();
        Self { size, groups, changed: vec![0; count * size.div_ceil(64)] }
    }

    /// Takes a step along each group.
    fn probed(mut self, point: &[f64], gradient: &[f64], evaluate: &mut Evaluate<'_>) -> Result<Self, Error> {
        let words = self.size.div_ceil(64).max(1);
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); self.changed.len() / words];
        self.groups.iter().enumerate().for_each(|(place, &group)| members[group as usize].push(place));
        let (mut moved, mut slopes) = (point.to_vec(), gradient.to_vec());
        for (members, changed) in members.iter().zip(self.changed.chunks_exact_mut(words)) {
            let mut step = STEP;
            let mut value = f64::NAN;
            for _ in 0..HALVED {
                for &place in members {
                    // With steps of one length, x − y would not change.
                    let length = 0.5 + (hash(place, 0) >> 11) as f64 / (1_u64 << 53) as f64;
                    moved[place] = point[place] + step * length * (1.0 + point[place].abs());
                }
                value = evaluate(&moved, &mut slopes);
                if value.is_finite() {
                    break;
                }
                step *= 0.5;
            }
            is_finite("beside", value)?;
            members.iter().for_each(|&place| moved[place] = point[place]);
            for (place, (after, before)) in slopes.iter().zip(gradient).enumerate() {
                changed[place / 64] |= u64::from(after != before) << (place % 64);
            }
        }
        Ok(self)
    }

    /// Returns the slopes that the group of a coordinate changes.
    fn row_of(&self, place: usize) -> &[u64] {
        let words = self.size.div_ceil(64);
        &self.changed[self.groups[place] as usize * words..][..words]
    }

    /// Returns true if the group of a coordinate changes a slope.
    fn has_changed(&self, place: usize, slope: usize) -> bool {
        self.row_of(place)[slope / 64] >> (slope % 64) & 1 == 1
    }

    /// Returns the part of all slopes that a group changes on average.
    fn changed_part(&self) -> f64 {
        let count: u32 = self.changed.iter().map(|bits| bits.count_ones()).sum();
        let groups = self.changed.len() / self.size.div_ceil(64).max(1);
        f64::from(count) / (groups * self.size) as f64
    }
}
