//! When warmup learns the metric.
//!
//! The first draws only find the step: ten, or more if the chain has not [arrived](super::arrival) by then,
//! but at most a quarter of warmup. What is learned on the way there would be wrong by orders of magnitude.
//! Then come windows of 10, 20, 40, … draws, at the end of each of which the metric becomes that of the
//! window's draws. A window for which the next one, twice as long, has no room goes on to the end. The last
//! fifth of warmup, at least 10 and at most 50 draws, finds the step that goes with the metric: a metric that
//! no step has followed is worse than none.
//!
//! The windows are Stan's but for their first lengths, which there are 75 and 25 draws: the sooner a bad
//! metric is left, the fewer steps warmup takes.

/// The fewest draws before the first window.
const START: usize = 10;

/// The largest part of warmup before the first window.
const LATEST: usize = 4;

/// The length of the first window.
const WIDTH: usize = 10;

/// The fewest and the most draws after the last window.
const REST: core::ops::RangeInclusive<usize> = 10..=50;

/// The fewest draws that make a metric.
const FEWEST: usize = 5;

/// The windows of a warmup.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Windows {
    /// The first draw of the first window, if it has begun.
    start: Option<usize>,
    /// The end of the window that is open.
    next: usize,
    width: usize,
    /// The end of the last window.
    end: usize,
    /// The number of draws of warmup.
    length: usize,
}

crate::checkpoint::state!(Windows { start, length, next, width, end });

impl Windows {
    /// The windows of a warmup of a length.
    pub fn new(length: usize) -> Self {
        let rest = (length / 5).clamp(*REST.start(), *REST.end()).min(length);
        Self { start: None, next: 0, width: WIDTH / 2, end: length - rest, length }
    }

    /// No window: draws come after all of them.
    pub fn none(length: usize) -> Self {
        Self { start: Some(0), next: 0, width: 0, end: 0, length }
    }

    /// True if a draw comes before the first window.
    pub fn are_ahead_of(&self, draw: usize) -> bool {
        self.start.is_none_or(|start| draw < start)
    }

    /// Whether a draw is the last one before the first window, given whether the chain has arrived. If it is,
    /// the first window is open.
    pub fn begin(&mut self, draw: usize, has_arrived: bool) -> bool {
        let next = draw + 1;
        let has_room = next >= START && next + FEWEST <= self.end;
        let begins = self.start.is_none() && has_room && (has_arrived || next >= self.length / LATEST);
        if begins {
            (self.start, self.next) = (Some(next), next);
            self.open();
        }
        begins
    }

    /// True if a draw is in a window.
    pub fn contains(&self, draw: usize) -> bool {
        self.start.is_some_and(|start| draw >= start && draw < self.end)
    }

    /// True if a draw is the last of its window; then the next window is open.
    pub fn close(&mut self, draw: usize) -> bool {
        let is_last = self.contains(draw) && draw + 1 == self.next;
        if is_last && self.next < self.end {
            self.open();
        }
        is_last
    }

    /// True if no window comes after a draw.
    pub fn ends_with(&self, draw: usize) -> bool {
        draw + 1 >= self.end
    }

    fn open(&mut self) {
        self.width *= 2;
        self.next += self.width;
        if self.next + 2 * self.width > self.end {
            self.next = self.end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(length: usize, arrival: usize) -> Vec<usize> {
        let mut windows = Windows::new(length);
        let mut closes = |draw| {
            windows.begin(draw, draw + 1 >= arrival);
            windows.close(draw)
        };
        (0..length).filter(|&draw| closes(draw)).map(|draw| draw + 1).collect()
    }

    #[test]
    fn windows_double_and_fill_warmup() {
        assert_eq!(ends(1000, 0), [20, 40, 80, 160, 320, 950]);
        assert_eq!(ends(150, 0), [20, 40, 120]);
        assert_eq!(ends(25, 0), [15]);
        assert_eq!(ends(40, 0), [30]);
        for length in 0..25 {
            assert!(ends(length, 0).is_empty(), "{length}");
        }
    }

    #[test]
    fn windows_without_room_do_not_begin() {
        let mut windows = Windows::new(10);
        assert!((0..10).all(|draw| !windows.begin(draw, true) && !windows.contains(draw)));
    }

    #[test]
    fn windows_wait_for_the_chain() {
        assert_eq!(ends(1000, 60), [70, 90, 130, 210, 370, 950]);
        assert_eq!(ends(1000, 2000), ends(1000, 250));
        assert_eq!(ends(30, 40), ends(30, 0));
    }
}
