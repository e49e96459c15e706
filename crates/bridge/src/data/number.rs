//! Numbers of JSON.

use serde_json::Value;

/// The largest number up to which all whole numbers are exact in double precision.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// Reads a number, or Stan's word for a number that JSON does not have, such as `"NaN"`; `None` for any
/// other value.
pub(super) fn read(value: &Value) -> Option<f64> {
    let Value::String(word) = value else { return value.as_f64() };
    match word.as_str() {
        "NaN" | "nan" => Some(f64::NAN),
        "Inf" | "+Inf" | "Infinity" | "+Infinity" | "inf" => Some(f64::INFINITY),
        "-Inf" | "-Infinity" | "-inf" => Some(f64::NEG_INFINITY),
        _ => None,
    }
}

/// Converts a number to an integer, if it is whole.
pub(super) fn integer(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= LARGEST).then_some(number as i64)
}

/// Converts a number to a count, if it is one.
pub(super) fn count(number: f64) -> Option<usize> {
    integer(number).and_then(|number| usize::try_from(number).ok())
}
