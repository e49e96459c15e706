//! The windows of warmup in which the metric is learned.
//!
//! The first draws only adapt the step size: ten, or more if the chain has not [arrived](super::arrival) by
//! then, but at most a quarter of warmup. A metric from the way there would be wrong by orders of
//! magnitude. Then come windows of 10, 20, 40, … draws; at the end of each the metric is set from the
//! window's draws. If the next window, twice as long, does not fit, the current one extends to the end. The
//! last fifth of warmup, at least 10 and at most 50 draws, adapts the step size to the last metric: a new
//! metric with an unsuitable step is worse than no new metric.
//!
//! The windows are Stan's except for the lengths of the first two phases, which are 75 and 25 draws in
//! Stan: the sooner a bad metric is replaced, the fewer steps warmup takes.

/// The least number of draws before the first window.
const START: usize = 10;

/// The divisor of the length of warmup that gives the latest start of the first window.
const LATEST: usize = 4;

/// The length of the first window.
const WIDTH: usize = 10;

/// The least and the most draws after the last window.
const REST: core::ops::RangeInclusive<usize> = 10..=50;

/// The least number of draws for a metric.
const FEWEST: usize = 5;

/// The windows of a warmup.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Windows {
    /// The first draw of the first window; `None` before it begins.
    start: Option<usize>,
    /// The end of the current window.
    next: usize,
    width: usize,
    /// The end of the last window.
    end: usize,
    /// The number of draws of warmup.
    length: usize,
}

crate::checkpoint::state!(Windows { start, length, next, width, end });

impl Windows {
    /// Makes the windows of a warmup of a given length.
    pub fn new(length: usize) -> Self {
        let rest = (length / 5).clamp(*REST.start(), *REST.end()).min(length);
        Self { start: None, next: 0, width: WIDTH / 2, end: length - rest, length }
    }

    /// Makes a warmup without windows: every draw counts as one after the last window.
    pub fn none(length: usize) -> Self {
        Self { start: Some(0), next: 0, width: 0, end: 0, length }
    }

    /// Returns true if a draw comes before the first window.
    pub fn are_ahead_of(&self, draw: usize) -> bool {
        self.start.is_none_or(|start| draw < start)
    }

    /// Returns true if a draw is the last one before the first window, given whether the chain has arrived.
    /// The first window is then open.
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

    /// Returns true if a draw is in a window.
    pub fn contains(&self, draw: usize) -> bool {
        self.start.is_some_and(|start| draw >= start && draw < self.end)
    }

    /// Returns true if a draw is the last one of its window; then the next window is open.
    pub fn close(&mut self, draw: usize) -> bool {
        let is_last = self.contains(draw) && draw + 1 == self.next;
        if is_last && self.next < self.end {
            self.open();
        }
        is_last
    }

    /// Returns true if no window comes after a draw.
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
