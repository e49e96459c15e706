//! The draws of a window with their gradients, for a metric that needs all of them.
//!
//! Their number is bounded: at most [`ROOM`] numbers of draws, but at least [`FEWEST`] draws. When there is
//! no room for the next draw, every second draw is dropped, and from then on every second new draw is
//! skipped: the stored draws stay evenly spaced over the window.

/// The most numbers of draws that are stored: 2 MiB, and as much for gradients.
const ROOM: usize = 1 << 18;

/// The number of draws that are stored in any dimension.
const FEWEST: usize = 64;

/// Draws with their gradients, vector after vector.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WindowDraws {
    pub points: Vec<f64>,
    pub gradients: Vec<f64>,
    dimension: usize,
    /// The number of draws that were added.
    given: usize,
    /// The distance between stored draws: one of every `stride` draws is stored.
    stride: usize,
}

crate::checkpoint::state!(WindowDraws { points, gradients, given, stride; dimension });

impl WindowDraws {
    pub fn new(dimension: usize) -> Self {
        Self { points: Vec::new(), gradients: Vec::new(), dimension, given: 0, stride: 1 }
    }

    /// The number of stored draws.
    pub fn count(&self) -> usize {
        self.points.len() / self.dimension
    }

    pub fn add(&mut self, point: &[f64], gradient: &[f64]) {
        let room = (ROOM / self.dimension).max(FEWEST);
        if self.given.is_multiple_of(self.stride) && self.count() == room {
            for vectors in [&mut self.points, &mut self.gradients] {
                let kept = room.div_ceil(2);
                for place in 1..kept {
                    let from = 2 * place * self.dimension;
                    vectors.copy_within(from..from + self.dimension, place * self.dimension);
                }
                vectors.truncate(kept * self.dimension);
            }
            self.stride *= 2;
        }
        if self.given.is_multiple_of(self.stride) {
            self.points.extend_from_slice(point);
            self.gradients.extend_from_slice(gradient);
        }
        self.given += 1;
    }

    pub fn clear(&mut self) {
        self.points.clear();
        self.gradients.clear();
        (self.given, self.stride) = (0, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_spread_evenly() {
        // Room for 64 draws.
        let dimension = ROOM / 10;
        let mut draws = WindowDraws::new(dimension);
        let mut vector = vec![0.0; dimension];
        for draw in 0..300 {
            vector.fill(f64::from(draw));
            draws.add(&vector, &vector);
        }
        assert!((FEWEST / 2..=FEWEST).contains(&draws.count()));
        let firsts: Vec<f64> = draws.points.chunks(dimension).map(|point| point[0]).collect();
        let stride = firsts[1];
        assert_eq!(firsts, (0..draws.count()).map(|k| k as f64 * stride).collect::<Vec<_>>());
        assert!(300.0 - firsts[firsts.len() - 1] <= stride);
        assert_eq!(draws.points, draws.gradients);
        draws.clear();
        draws.add(&vector, &vector);
        assert_eq!(draws.count(), 1);
    }
}
