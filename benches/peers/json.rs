//! Data as the JSON that Stan programs read.

use std::fmt::Display;

/// A JSON list. Rust writes finite numbers with neither exponent nor loss, which
/// is valid JSON and reads back as the same number.
pub fn list(items: impl IntoIterator<Item: Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

/// A list of rows, each of `columns` numbers.
pub fn rows(numbers: &[f64], columns: usize) -> String {
    list(numbers.chunks(columns).map(list))
}

/// Indices, which Stan counts from one.
pub fn from_one(indices: &[usize]) -> String {
    list(indices.iter().map(|index| index + 1))
}
