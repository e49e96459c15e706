//! The cut of a sequence into segments: in each round as many as a register has lanes, all of one length,
//! except that the first ones have one more step if the length is not a multiple of their number.

use crate::simd::{MAX_LANES, Mask, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The maximum length of a segment.
const LONGEST: usize = 64;

/// The minimum length of a segment; shorter ones are slower than a single chain.
const SHORTEST: usize = 3;

/// The cut of a sequence into segments.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    pub length: usize,
    pub lanes: usize,
    pub rounds: usize,
    /// The number of steps that all segments have.
    pub steps: usize,
    /// The number of segments that have one more step.
    longer: usize,
    /// The number of steps of a round in memory, rounded up to whole squares of registers.
    pub room: usize,
}

#[inlined(all)]
impl Cut {
    /// Returns the segments of a sequence of this length.
    pub fn new(length: usize, lanes: usize) -> Self {
        let rounds = length.div_ceil(LONGEST * lanes).max(1);
        let (steps, longer) = (length / (rounds * lanes), length % (rounds * lanes));
        let room = (steps + usize::from(longer > 0)).next_multiple_of(lanes);
        Self { length, lanes, rounds, steps, longer, room }
    }

    /// Returns the first observations of the segments of a round.
    pub fn starts(&self, round: usize) -> [usize; MAX_LANES] {
        let mut starts = [0; MAX_LANES];
        for (lane, start) in starts[..self.lanes].iter_mut().enumerate() {
            let segment = round * self.lanes + lane;
            *start = segment * self.steps + segment.min(self.longer);
        }
        starts
    }

    /// Returns the lanes of a round that have one more step; `None` if there are none.
    pub fn longer<S: Simd>(&self, simd: S, round: usize) -> Option<Mask<S>> {
        let before = round * self.lanes;
        (self.longer > before).then(|| Mask::first(simd, self.longer - before))
    }
}

/// Returns true if a chain of `length` observations runs in segments.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn pays<S: Simd>(length: usize) -> bool {
    Pack::<S>::LANES > 1 && length > SHORTEST * Pack::<S>::LANES
}

/// Returns the length of the working memory, for any number of lanes: each segment has room for less than a
/// square of additional steps, and the number of segments is at most this.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn scratch(states: usize, length: usize) -> usize {
    if !matches!(states, 2 | 3) {
        return 0;
    }
    let segments = length / LONGEST + MAX_LANES;
    let steps = length.saturating_add(segments * MAX_LANES).saturating_mul(2 * states);
    steps.saturating_add(segments * (states + states * states + 1))
}
