//! Conversion of state to bytes and back.
//!
//! One function does both, so the fields are read in the order in which they were written. [`state!`]
//! writes that function for a struct, and destructures the struct without `..`: a new field does not
//! compile until it is listed, as state or as not state.

/// A value that can be written to a tape and read from it, field by field.
pub trait State {
    /// Writes itself to a tape, or reads itself from it.
    fn pass(&mut self, tape: &mut Tape<'_>);

    /// Returns the state as bytes.
    fn to_bytes(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.pass(&mut Tape::Writing(&mut bytes));
        bytes
    }

    /// Sets the state from bytes. Returns false if they are not valid; the value must not be used then.
    fn set_from_bytes(&mut self, bytes: &[u8]) -> bool {
        let mut tape = Tape::Reading { bytes, fits: true };
        self.pass(&mut tape);
        matches!(tape, Tape::Reading { bytes: [], fits: true })
    }
}

/// A sequence of bytes that is written or read.
pub enum Tape<'a> {
    /// Bytes to which values are appended.
    Writing(&'a mut Vec<u8>),
    /// Bytes from which values are read.
    Reading {
        /// The bytes that are left.
        bytes: &'a [u8],
        /// True while there were enough bytes, and all of them were valid.
        fits: bool,
    },
}

impl Tape<'_> {
    /// Writes or reads a fixed number of bytes.
    pub fn bytes(&mut self, own: &mut [u8]) {
        match self {
            Self::Writing(bytes) => bytes.extend_from_slice(own),
            Self::Reading { bytes, fits } => match bytes.split_at_checked(own.len()) {
                Some((first, rest)) => {
                    own.copy_from_slice(first);
                    *bytes = rest;
                }
                None => *fits = false,
            },
        }
    }

    /// Marks the bytes that were read as invalid.
    pub fn refuse(&mut self) {
        if let Self::Reading { fits, .. } = self {
            *fits = false;
        }
    }

    /// Writes or reads the length of a list, each element of which takes at least `bytes_each` bytes.
    /// Returns `None` if fewer bytes are left.
    pub fn length(&mut self, own: usize, bytes_each: usize) -> Option<usize> {
        let mut length = own;
        length.pass(self);
        match self {
            Self::Writing(_) => Some(length),
            Self::Reading { bytes, fits } => {
                *fits &= length.checked_mul(bytes_each.max(1)).is_some_and(|all| all <= bytes.len());
                fits.then_some(length)
            }
        }
    }

    /// Writes the count of some numbers, and the numbers; or reads them, where another count makes the
    /// bytes invalid.
    pub fn numbers(&mut self, own: &mut [f64]) {
        let Some(length) = self.length(own.len(), 8) else { return };
        if length == own.len() { own.iter_mut().for_each(|number| number.pass(self)) } else { self.refuse() }
    }

    /// Returns true if values are read.
    pub fn is_reading(&self) -> bool {
        matches!(self, Self::Reading { .. })
    }
}

/// Implements [`State`] for a struct: `state!(Type { field, field; fields that are not saved });`
#[doc(hidden)]
#[macro_export]
macro_rules! state {
    ($Type:ty { $($field:ident),* $(; $($other:ident),*)? }) => {
        impl $crate::checkpoint::State for $Type {
            #[allow(unused_variables, reason = "a struct may have no state")]
            fn pass(&mut self, tape: &mut $crate::checkpoint::Tape<'_>) {
                let Self { $($field,)* $($($other: _,)*)? } = self;
                $($crate::checkpoint::State::pass($field, tape);)*
            }
        }
    };
}
#[doc(hidden)]
pub use crate::state;

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};
    use std::time::Duration;

    #[derive(Debug, Default, PartialEq)]
    struct Everything {
        count: usize,
        number: f64,
        flag: bool,
        time: Duration,
        text: String,
        list: Vec<f64>,
        maybe: Option<u64>,
        pair: (u32, f64),
        other: u8,
    }
    state!(Everything { count, number, flag, time, text, list, maybe, pair; other });

    #[test]
    fn what_was_written_is_read() {
        let mut all = Everything {
            count: 7,
            number: -0.0,
            flag: true,
            time: Duration::new(3, 999_999_999),
            text: "ε".to_owned(),
            list: vec![1.0, f64::INFINITY],
            maybe: Some(9),
            pair: (4, 0.5),
            other: 0,
        };
        let bytes = all.to_bytes();
        let mut read = Everything { maybe: None, ..Everything::default() };
        assert!(read.set_from_bytes(&bytes));
        assert_eq!(read, all);
        for length in 0..bytes.len() {
            assert!(!Everything::default().set_from_bytes(&bytes[..length]), "{length}");
        }
        assert!(!Everything::default().set_from_bytes(&[&bytes[..], &[0]].concat()));
        // The length of a list must equal the length that was written.
        let mut pair = [0.0; 2];
        for (count, fits) in [(2, true), (3, false), (1, false), (0, false)] {
            let bytes = vec![1.0; count].to_bytes();
            let mut tape = Tape::Reading { bytes: &bytes, fits: true };
            tape.numbers(&mut pair);
            assert_eq!(matches!(tape, Tape::Reading { bytes: [], fits: true }), fits, "{count}");
        }
        let mut longer = Everything { list: vec![0.0; 3], ..Everything::default() };
        assert!(!longer.set_from_bytes(&bytes));
    }

    #[test]
    fn a_generator_goes_on_at_every_place() {
        for place in 0..300 {
            let mut rng = ChaCha8Rng::seed_from_u64(1);
            rng.set_stream(3);
            (0..place).for_each(|_| {
                rng.next_u32();
            });
            let mut other = ChaCha8Rng::seed_from_u64(0);
            assert!(other.set_from_bytes(&rng.to_bytes()));
            for _ in 0..100 {
                assert_eq!(rng.next_u64(), other.next_u64(), "place {place}");
                assert_eq!(rng.next_u32(), other.next_u32(), "place {place}");
            }
        }
    }
}
