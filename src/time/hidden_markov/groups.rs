//! Sequences that run in the lanes of a register, one in each lane: the groups of sequences, and their
//! memory.

use super::sequences::{Probabilities, Sequence};
use super::shares::Shares;
use crate::frame::scratch;
use crate::simd::{MAX_LANES, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The smallest number of sequences that run in lanes; fewer run one after the other.
const FEWEST: usize = 4;

/// The number of packed numbers for each sequence.
pub const NUMBERS: usize = 3;

/// Returns the packed sequences in the order of their lengths: the number, the first observation, and the
/// length of each. The sequences of each share are contiguous, and followed by empty ones up to a whole
/// register, so that no register contains sequences of two shares.
pub fn in_order(lengths: &[usize], shares: &Shares) -> Vec<[usize; NUMBERS]> {
    let mut all: Vec<[usize; NUMBERS]> = Vec::with_capacity(lengths.len());
    for share in shares.each() {
        let first = all.len();
        all.extend(share.map(|(number, start)| [number, start, lengths[number]]));
        all[first..].sort_by_key(|[number, _, length]| (core::cmp::Reverse(*length), *number));
        if shares.count() > 1 {
            all.resize(all.len().next_multiple_of(MAX_LANES), [0; NUMBERS]);
        }
    }
    all
}

/// Returns the length of the working memory for sequences in order, for any number of lanes; 0 if they do
/// not run in lanes.
pub fn scratch(states: usize, ordered: &[[usize; NUMBERS]]) -> usize {
    let count = ordered.iter().filter(|[.., length]| *length > 0).count();
    if !matches!(states, 2 | 3) || count < FEWEST {
        return 0;
    }
    // Narrower registers make more groups with fewer sequences.
    let groups = ordered.chunks(MAX_LANES).map(|group| group[0][2]);
    let steps = groups.fold(0, usize::saturating_add).saturating_mul(MAX_LANES);
    // The last numbers are 1/Σ α of each sequence, and a flag that they ran in lanes.
    steps.saturating_mul(2 * states).saturating_add(ordered.len()).saturating_add(MAX_LANES + 1)
}

/// Sequences that run in the lanes of a register.
pub struct Group {
    /// The number of sequences, which are in the first lanes.
    pub count: usize,
    pub sequences: [Sequence; MAX_LANES],
}

scratch! {
    /// The memory of a group.
    pub struct GroupScratch(steps, states, lanes) {
        /// The weights, a register for each state in each step; then the probabilities of the states.
        weights: steps * states * lanes,
        /// α after each step.
        alphas: steps * states * lanes,
        /// 1/Σ α at the end.
        inverse: lanes,
    }
}

#[inlined(all)]
impl Group {
    pub fn new(packed: &[u32]) -> Self {
        let sequence = |lane: usize| {
            let numbers = packed[lane * NUMBERS..].first_chunk().copied();
            let [number, start, length] = numbers.unwrap_or([0; NUMBERS]).map(|number| number as usize);
            Sequence { number, start, length }
        };
        let count = packed.len() / NUMBERS;
        let mut sequences = [Sequence { number: 0, start: 0, length: 0 }; MAX_LANES];
        for (lane, place) in sequences.iter_mut().enumerate().take(count) {
            *place = sequence(lane);
        }
        Self { count, sequences }
    }

    pub fn steps(&self) -> usize {
        self.sequences[0].length
    }

    /// Returns the lengths, 0 for lanes without a sequence. A lane has an observation in a step if its
    /// length is greater than the step's number.
    pub fn lengths<S: Simd>(&self, simd: S) -> Pack<S> {
        self.of_lanes(simd, |sequence| sequence.length as f64)
    }

    /// Returns a register with a number for each lane.
    pub fn of_lanes<S: Simd>(&self, simd: S, mut number: impl FnMut(Sequence) -> f64) -> Pack<S> {
        let mut numbers = [0.0; MAX_LANES];
        for (lane, place) in numbers.iter_mut().enumerate().take(self.count) {
            *place = number(self.sequences[lane]);
        }
        Pack::from_array(simd, numbers)
    }

    /// Returns the transition matrix T of each lane.
    pub fn moves<const K: usize, S: Simd>(&self, simd: S, of: &Probabilities<'_>) -> [[Pack<S>; K]; K] {
        let mut moves = [[Pack::zero(simd); K]; K];
        if !of.by_sequence {
            for (from, row) in moves.iter_mut().enumerate() {
                for (to, into) in row.iter_mut().enumerate() {
                    *into = Pack::splat(simd, of.transition[from * K + to]);
                }
            }
            return moves;
        }
        for (from, row) in moves.iter_mut().enumerate() {
            for (to, into) in row.iter_mut().enumerate() {
                *into =
                    self.of_lanes(simd, |sequence| of.transition[of.moves_of(sequence).0 + from * K + to]);
            }
        }
        moves
    }
}
