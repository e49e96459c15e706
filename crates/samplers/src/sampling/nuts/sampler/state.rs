//! The saved state of a sampler: everything with which a transition begins.
//!
//! It has no rows of the arena that a transition writes before it reads them, and not the number of the
//! slot of the chain's point.

use super::Sampler;
use crate::checkpoint::{State, Tape};
use crate::sampling::nuts::arena::SCALES;
use crate::sampling::nuts::map::Map;
use crate::sampling::precision::Learned;
use crate::simd::Aligned;

/// The state is saved between two transitions.
impl State for Sampler {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let (mut point, mut gradient) = (self.point().to_vec(), self.gradient().to_vec());
        let mut log_density = self.log_density();
        let Self {
            arch: _,
            dimension,
            arena,
            map,
            precision,
            is_precision_given,
            tree,
            orbit,
            step,
            jitter,
            length: _,
            max_depth,
            numbers: _,
        } = self;
        tape.numbers(&mut point);
        tape.numbers(&mut gradient);
        log_density.pass(tape);
        let mut learned = precision.clone().filter(|_| !*is_precision_given);
        Learned { dimension: *dimension, precision: &mut learned }.pass(tape);
        tape.numbers(&mut arena.row_mut(SCALES)[..*dimension]);
        let stride = arena.row(SCALES).len();
        MapOf { map, dimension: *dimension, stride }.pass(tape);
        step.pass(tape);
        jitter.pass(tape);
        max_depth.pass(tape);
        if let Some(orbit) = orbit {
            orbit.is_paused.pass(tape);
        }
        if tape.is_reading() {
            if *max_depth == 0 || *max_depth as usize > tree.levels.len() {
                return tape.refuse();
            }
            let step = *step;
            if learned.is_some() {
                self.set_precision(learned);
            }
            self.place(&point, &gradient, log_density);
            self.set_step(step);
        }
    }
}

/// A map of vectors of `dimension` numbers, in rows of `stride` numbers.
struct MapOf<'a> {
    map: &'a mut Map,
    dimension: usize,
    stride: usize,
}

impl State for MapOf<'_> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let mut kind: u32 = match self.map {
            Map::Identity => 0,
            Map::Dense(_) => 1,
            Map::LowRank { .. } => 2,
        };
        kind.pass(tape);
        let mut rank = match self.map {
            Map::Identity => 0,
            Map::Dense(_) => self.dimension,
            Map::LowRank { stretches, .. } => stretches.len(),
        };
        rank.pass(tape);
        if tape.is_reading() {
            // There are at most as many orthogonal vectors as dimensions.
            let room = (rank <= self.dimension).then(|| Aligned::zeros(rank * self.stride)).flatten();
            *self.map = match (kind, room) {
                (0, Some(_)) => Map::Identity,
                (1, Some(factor)) if rank == self.dimension => Map::Dense(factor),
                (2, Some(vectors)) => Map::LowRank { vectors, stretches: vec![0.0; rank] },
                _ => return tape.refuse(),
            };
        }
        match self.map {
            Map::Identity => {}
            Map::Dense(factor) => tape.numbers(factor.as_mut_slice()),
            Map::LowRank { vectors, stretches } => {
                tape.numbers(vectors.as_mut_slice());
                tape.numbers(stretches);
            }
        }
    }
}
