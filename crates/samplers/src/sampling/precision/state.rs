//! A learned precision of a chain in a checkpoint: its size, its places and its values. The factor is
//! computed again from them.

use super::PrecisionMatrix;
use crate::checkpoint::{State, Tape};
use crate::linalg::sparse::Pattern;
use std::sync::Arc;

/// The precision of a chain of this dimension, if the chain has learned one.
pub(in crate::sampling) struct Learned<'a> {
    pub dimension: usize,
    pub precision: &'a mut Option<Arc<PrecisionMatrix>>,
}

/// The number of bytes of a place and its value.
const BYTES_EACH: usize = 24;

impl State for Learned<'_> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let Self { dimension, precision } = self;
        let mut places: Vec<(usize, usize)> = precision.iter().flat_map(|own| own.pattern.iter()).collect();
        let mut values = precision.as_ref().map_or_else(Vec::new, |own| own.values.clone());
        let Some(count) = tape.length(values.len(), BYTES_EACH) else { return };
        places.resize(count, (0, 0));
        values.resize(count, 0.0);
        for (place, value) in places.iter_mut().zip(&mut values) {
            place.pass(tape);
            value.pass(tape);
        }
        if tape.is_reading() {
            let pattern = Pattern::new(*dimension, places);
            let read = pattern.ok().and_then(|pattern| PrecisionMatrix::new(&pattern, &values).ok());
            if count > 0 && read.is_none() {
                tape.refuse();
            }
            **precision = read.filter(|_| count > 0).map(Arc::new);
        }
    }
}
