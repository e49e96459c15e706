//! Converts values to bytes.

use crate::data::Values;
use std::ops::Range;

/// Returns the bytes of a chunk: some values, then fill values up to the length of a chunk.
pub(super) fn encode(values: &Values, range: Range<usize>, length: usize) -> Vec<u8> {
    let missing = length.saturating_sub(range.len());
    match values {
        Values::Real(values) => {
            let mut bytes = Vec::with_capacity(8 * length);
            bytes.extend(values[range].iter().flat_map(|value| value.to_le_bytes()));
            bytes.extend(std::iter::repeat_n(f64::NAN.to_le_bytes(), missing).flatten());
            bytes
        }
        Values::Integer(values) => {
            let mut bytes = Vec::with_capacity(8 * length);
            bytes.extend(values[range].iter().flat_map(|value| value.to_le_bytes()));
            bytes.resize(8 * length, 0);
            bytes
        }
        Values::Bool(values) => {
            let mut bytes: Vec<u8> = values[range].iter().map(|value| u8::from(*value)).collect();
            bytes.resize(length, 0);
            bytes
        }
        Values::Text(values) => {
            let missing = std::iter::repeat_n("", missing);
            texts(values[range].iter().map(String::as_str).chain(missing), length)
        }
    }
}

/// Encodes texts with the codec `vlen-utf8`: their number, then each text after its length.
fn texts<'a>(texts: impl Iterator<Item = &'a str>, count: usize) -> Vec<u8> {
    let length = |length: usize| u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
    let mut bytes = length(count).to_vec();
    for text in texts {
        bytes.extend(length(text.len()));
        bytes.extend(text.as_bytes());
    }
    bytes
}
