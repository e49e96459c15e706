//! The cut of a sequence into segments: as many in each round as a register has lanes, all of one length, but
//! that the first ones have a step more where the length is no multiple of their number.

use crate::simd::{MAX_LANES, Mask, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The largest length of a segment.
const LONGEST: usize = 64;

/// Shorter segments do not pay.
const SHORTEST: usize = 3;

/// The segments of a sequence.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    pub length: usize,
    pub lanes: usize,
    pub rounds: usize,
    /// The steps that all segments have.
    pub steps: usize,
    /// The number of segments that have a step more.
    longer: usize,
    /// The steps of a round in memory: whole squares of registers.
    pub room: usize,
}

#[inlined(all)]
impl Cut {
    /// The segments of a sequence of this length.
    pub fn new(length: usize, lanes: usize) -> Self {
        let rounds = length.div_ceil(LONGEST * lanes).max(1);
        let (steps, longer) = (length / (rounds * lanes), length % (rounds * lanes));
        let room = (steps + usize::from(longer > 0)).next_multiple_of(lanes);
        Self { length, lanes, rounds, steps, longer, room }
    }

    /// The first observations of the segments of a round.
    pub fn starts(&self, round: usize) -> [usize; MAX_LANES] {
        let mut starts = [0; MAX_LANES];
        for (lane, start) in starts[..self.lanes].iter_mut().enumerate() {
            let segment = round * self.lanes + lane;
            *start = segment * self.steps + segment.min(self.longer);
        }
        starts
    }

    /// The lanes of a round that have a step more; nothing if there are none.
    pub fn longer<S: Simd>(&self, simd: S, round: usize) -> Option<Mask<S>> {
        let before = round * self.lanes;
        (self.longer > before).then(|| Mask::first(simd, self.longer - before))
    }
}

/// True if a chain of `length` observations runs in segments.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn pays<S: Simd>(length: usize) -> bool {
    Pack::<S>::LANES > 1 && length > SHORTEST * Pack::<S>::LANES
}

/// The number of numbers of working memory, for any number of lanes: all segments have room for less than a
/// square of steps each more than there are observations, and their number is at most this many.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn scratch(states: usize, length: usize) -> usize {
    if !matches!(states, 2 | 3) {
        return 0;
    }
    let segments = length / LONGEST + MAX_LANES;
    let steps = length.saturating_add(segments * MAX_LANES).saturating_mul(2 * states);
    steps.saturating_add(segments * (states + states * states + 1))
}
