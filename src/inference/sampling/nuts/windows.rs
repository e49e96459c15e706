//! When warmup learns the metric.
//!
//! The draws 0 to 9 only find the step. Then come windows of 10, 20, 40, … draws, at the end of each of which the metric becomes that of the
//! window's draws. A window for which the next one, twice as long, has no room goes on to the end. The last fifth of warmup, at most 50 draws, finds the
//! step that goes with the metric.
//!
//! The windows are Stan's but for their first lengths, which there are 75 and 25 draws: the sooner a bad metric is left, the fewer steps
//! warmup takes.

/// The first draw of the first window.
const START: usize = 10;

/// The length of the first window.
const WIDTH: usize = 10;

/// The most draws after the last window.
const REST: usize = 50;

/// The fewest draws that make a metric.
const FEWEST: usize = 5;

/// The windows of a warmup.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Windows {
    /// The end of the window that is open.
    next: usize,
    width: usize,
    /// The end of the last window.
    end: usize,
}

crate::checkpoint::state!(Windows { next, width, end });

impl Windows {
    /// The windows of a warmup of a length.
    pub fn new(length: usize) -> Self {
        let end = length - (length / 5).min(REST);
        let mut windows = Self { next: START, width: WIDTH / 2, end };
        windows.open();
        windows
    }

    /// Whether a draw is in a window.
    pub fn contains(&self, draw: usize) -> bool {
        draw >= START && draw < self.end && self.end >= START + FEWEST
    }

    /// Whether a draw is the last of its window. If it is, the next window is open.
    pub fn close(&mut self, draw: usize) -> bool {
        let is_last = self.contains(draw) && draw + 1 == self.next;
        if is_last && self.next < self.end {
            self.open();
        }
        is_last
    }

    /// Whether no window comes after a draw.
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

    fn ends(length: usize) -> Vec<usize> {
        let mut windows = Windows::new(length);
        (0..length).filter(|&draw| windows.close(draw)).map(|draw| draw + 1).collect()
    }

    #[test]
    fn windows_double_and_fill_warmup() {
        assert_eq!(ends(1000), [20, 40, 80, 160, 320, 950]);
        assert_eq!(ends(150), [20, 40, 120]);
        assert_eq!(ends(20), [16]);
        for length in 0..18 {
            assert!(ends(length).is_empty(), "{length}");
        }
    }
}
