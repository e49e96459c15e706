//! [`State`] of numbers, texts, lists and generators.

use super::{State, Tape};
use rand::rngs::ChaCha8Rng;
use std::time::Duration;

/// Implements [`State`] for numbers, which have a fixed number of bytes.
macro_rules! of_number {
    ($($Type:ty),*) => {$(
        impl State for $Type {
            fn pass(&mut self, tape: &mut Tape<'_>) {
                let mut bytes = self.to_le_bytes();
                tape.bytes(&mut bytes);
                *self = Self::from_le_bytes(bytes);
            }
        }
    )*};
}
of_number!(u32, u64, f64);

impl State for usize {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let mut number = *self as u64;
        number.pass(tape);
        match Self::try_from(number) {
            Ok(number) => *self = number,
            Err(_) => tape.refuse(),
        }
    }
}

impl State for bool {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let mut byte = [u8::from(*self)];
        tape.bytes(&mut byte);
        match byte {
            [0] => *self = false,
            [1] => *self = true,
            _ => tape.refuse(),
        }
    }
}

impl State for Duration {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let (mut seconds, mut nanos) = (self.as_secs(), u64::from(self.subsec_nanos()));
        seconds.pass(tape);
        nanos.pass(tape);
        match u32::try_from(nanos) {
            Ok(nanos) if nanos < 1_000_000_000 => *self = Self::new(seconds, nanos),
            _ => tape.refuse(),
        }
    }
}

impl State for String {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let mut bytes = std::mem::take(self).into_bytes();
        bytes.pass(tape);
        match Self::from_utf8(bytes) {
            Ok(text) => *self = text,
            Err(_) => tape.refuse(),
        }
    }
}

impl State for Vec<u8> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let Some(length) = tape.length(self.len(), 1) else { return };
        self.resize(length, 0);
        tape.bytes(self);
    }
}

/// A vector that is not empty must have the length that is stored in the bytes; an empty vector is resized
/// to that length.
impl State for Vec<f64> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        if !self.is_empty() {
            return tape.numbers(self);
        }
        let Some(length) = tape.length(0, 8) else { return };
        self.resize(length, 0.0);
        self.iter_mut().for_each(|number| number.pass(tape));
    }
}

impl<T: State + Default> State for Option<T> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let mut is_some = self.is_some();
        is_some.pass(tape);
        if tape.is_reading() {
            *self = is_some.then(T::default);
        }
        if let Some(inner) = self {
            inner.pass(tape);
        }
    }
}

impl<A: State, B: State> State for (A, B) {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        self.0.pass(tape);
        self.1.pass(tape);
    }
}

impl State for ChaCha8Rng {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        let mut state = self.serialize_state();
        tape.bytes(&mut state);
        if tape.is_reading() {
            *self = Self::deserialize_state(&state);
        }
    }
}
