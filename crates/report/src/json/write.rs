//! Writes JSON as text.

use super::Json;
use std::fmt::{self, Write as _};

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Integer(number) => write!(f, "{number}"),
            Json::Real(number) if number.is_nan() => f.write_str("\"NaN\""),
            Json::Real(number) if *number == f64::INFINITY => f.write_str("\"Infinity\""),
            Json::Real(number) if *number == f64::NEG_INFINITY => f.write_str("\"-Infinity\""),
            // `Debug` writes a point or an exponent, so that a real number is read as a real number.
            Json::Real(number) => write!(f, "{number:?}"),
            Json::Text(text) => quoted(f, text),
            Json::List(list) => {
                f.write_char('[')?;
                for (place, value) in list.iter().enumerate() {
                    write!(f, "{}{value}", if place == 0 { "" } else { "," })?;
                }
                f.write_char(']')
            }
            Json::Object(entries) => {
                f.write_char('{')?;
                for (place, (name, value)) in entries.iter().enumerate() {
                    f.write_str(if place == 0 { "" } else { "," })?;
                    quoted(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            letter if letter.is_control() => write!(f, "\\u{:04x}", letter as u32)?,
            letter => f.write_char(letter)?,
        }
    }
    f.write_char('"')
}
