//! The serde form of a list of any numbers, each in the form of `any_number`.

use super::any_number;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Number(#[serde(with = "any_number")] f64);

/// Writes the numbers.
pub fn serialize<S: Serializer>(numbers: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().map(|number| Number(*number)))
}

/// Reads the numbers.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    Ok(Vec::<Number>::deserialize(deserializer)?.into_iter().map(|number| number.0).collect())
}
