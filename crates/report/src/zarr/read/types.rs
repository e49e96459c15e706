//! The types of values that can be read, and their decoding.

use crate::Error;
use crate::data::Values;
use crate::json::Json;

/// The type of an array's values in its chunks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Type {
    Float(usize),
    Signed(usize),
    Unsigned(usize),
    Bool,
    /// Texts of any length.
    Text,
    /// Texts of a fixed number of characters, with four bytes for each.
    Utf32(usize),
}

impl Type {
    pub fn parse(json: &Json) -> Result<Self, Error> {
        if let Some(bytes) = json.get("configuration").and_then(|own| own.get("length_bytes"))
            && json.get("name").and_then(Json::as_str) == Some("fixed_length_utf32")
        {
            return Ok(Type::Utf32(bytes.as_usize().unwrap_or(0)));
        }
        Ok(match json.as_str() {
            Some("float64") => Type::Float(8),
            Some("float32") => Type::Float(4),
            Some("int64") => Type::Signed(8),
            Some("int32") => Type::Signed(4),
            Some("int16") => Type::Signed(2),
            Some("int8") => Type::Signed(1),
            Some("uint64") => Type::Unsigned(8),
            Some("uint32") => Type::Unsigned(4),
            Some("uint16") => Type::Unsigned(2),
            Some("uint8") => Type::Unsigned(1),
            Some("bool") => Type::Bool,
            Some("string") => Type::Text,
            _ => return Err(Error::new(format!("values of the type {json} are not read"))),
        })
    }

    /// The number of bytes of a value; `None` for texts of any length.
    pub fn size(self) -> Option<usize> {
        match self {
            Type::Float(size) | Type::Signed(size) | Type::Unsigned(size) | Type::Utf32(size) => Some(size),
            Type::Bool => Some(1),
            Type::Text => None,
        }
    }

    /// Returns `count` values, all equal to the fill value.
    pub fn filled(self, fill: &Json, count: usize) -> Result<Values, Error> {
        let odd = || Error::new(format!("the fill value {fill} is not understood"));
        Ok(match self {
            Type::Float(_) => {
                let number = match fill.as_str() {
                    Some("NaN") => f64::NAN,
                    Some("Infinity") => f64::INFINITY,
                    Some("-Infinity") => f64::NEG_INFINITY,
                    _ => fill.as_f64().ok_or_else(odd)?,
                };
                Values::Real(repeated(number, count)?)
            }
            Type::Signed(_) | Type::Unsigned(_) => {
                Values::Integer(repeated(fill.as_f64().ok_or_else(odd)? as i64, count)?)
            }
            Type::Bool => Values::Bool(repeated(*fill == Json::Bool(true), count)?),
            Type::Text | Type::Utf32(_) => {
                Values::Text(repeated(fill.as_str().unwrap_or_default().to_string(), count)?)
            }
        })
    }

    /// Decodes the values of a chunk.
    pub fn decode(self, bytes: &[u8], is_little: bool) -> Result<Values, Error> {
        let Some(size) = self.size() else { return texts(bytes) };
        // The bytes are ordered from the lowest one, in an array of eight.
        let word = |bytes: &[u8]| {
            let mut word = [0_u8; 8];
            word[..size].copy_from_slice(bytes);
            if !is_little {
                word[..size].reverse();
            }
            word
        };
        let words = bytes.chunks_exact(size.max(1));
        Ok(match self {
            Type::Float(8) if is_little => {
                Values::Real(bytes.as_chunks().0.iter().map(|word| f64::from_le_bytes(*word)).collect())
            }
            Type::Float(8) => Values::Real(words.map(|w| f64::from_le_bytes(word(w))).collect()),
            Type::Float(_) => {
                let single = |w| f32::from_bits(u64::from_le_bytes(word(w)) as u32).into();
                Values::Real(words.map(single).collect())
            }
            Type::Signed(_) => {
                // The sign bit is shifted to the highest bit and back, which extends the sign.
                let unused = 64 - 8 * size as u32;
                Values::Integer(words.map(|w| i64::from_le_bytes(word(w)) << unused >> unused).collect())
            }
            Type::Unsigned(_) => {
                let number = |w| i64::try_from(u64::from_le_bytes(word(w)));
                let numbers: Result<Vec<i64>, _> = words.map(number).collect();
                Values::Integer(
                    numbers
                        .map_err(|_| Error::new("a number is too large for a signed integer of 64 bits"))?,
                )
            }
            Type::Bool => Values::Bool(bytes.iter().map(|byte| *byte != 0).collect()),
            Type::Utf32(_) => {
                let letter = |bytes: &[u8; 4]| {
                    let code =
                        if is_little { u32::from_le_bytes(*bytes) } else { u32::from_be_bytes(*bytes) };
                    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
                };
                let text = |bytes: &[u8]| bytes.as_chunks().0.iter().map(letter).collect::<String>();
                Values::Text(words.map(|bytes| text(bytes).trim_end_matches('\0').into()).collect())
            }
            Type::Text => return texts(bytes),
        })
    }
}

/// Repeats a value `count` times; returns an error if there is not enough memory.
fn repeated<T: Clone>(value: T, count: usize) -> Result<Vec<T>, Error> {
    let mut values = vec![];
    let large = |_| Error::new("the array is too large for this machine");
    values.try_reserve_exact(count).map_err(large)?;
    values.resize(count, value);
    Ok(values)
}

/// Decodes texts of the codec `vlen-utf8`.
fn texts(bytes: &[u8]) -> Result<Values, Error> {
    let short = || Error::new("a chunk of texts ends early");
    let length = |bytes: &mut &[u8]| {
        let (word, rest) = bytes.split_first_chunk().ok_or_else(short)?;
        *bytes = rest;
        Ok::<_, Error>(u32::from_le_bytes(*word) as usize)
    };
    let mut rest = bytes;
    let count = length(&mut rest)?;
    let mut found = vec![];
    for _ in 0..count {
        let own = length(&mut rest)?;
        let (text, behind) = rest.split_at_checked(own).ok_or_else(short)?;
        found.push(String::from_utf8(text.to_vec()).map_err(|_| Error::new("a text is no UTF-8"))?);
        rest = behind;
    }
    Ok(Values::Text(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_sizes_and_orders_are_read() {
        let minus_two = Values::from(vec![-2_i64]);
        assert_eq!(Type::Signed(2).decode(&[254, 255], true).unwrap(), minus_two);
        assert_eq!(Type::Signed(4).decode(&[255, 255, 255, 254], false).unwrap(), minus_two);
        assert_eq!(Type::Unsigned(1).decode(&[255], true).unwrap(), Values::from(vec![255_i64]));
        assert!(Type::Unsigned(8).decode(&[255; 8], true).is_err());
        let half = Values::from(vec![0.5]);
        assert_eq!(Type::Float(4).decode(&0.5_f32.to_be_bytes(), false).unwrap(), half);
        assert_eq!(Type::Float(8).decode(&0.5_f64.to_be_bytes(), false).unwrap(), half);
        let text = Type::Utf32(8).decode(&[b'a', 0, 0, 0, 0, 0, 0, 0], true).unwrap();
        assert_eq!(text, Values::from(vec!["a".to_string()]));
        assert!(Type::Text.decode(&[255, 255, 255, 255, 9, 0, 0, 0], true).is_err());
    }
}
