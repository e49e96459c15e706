//! Nested lists of numbers: an array with sides, or no array.

use super::number;
use crate::Problem;
use serde_json::Value;

/// Numbers with the sides of the list, the outer one first: none for a number, two for a matrix.
#[derive(Debug)]
pub(crate) struct Array {
    pub sides: Vec<usize>,
    /// The numbers, with the last index running fastest.
    pub numbers: Vec<f64>,
}

impl Array {
    /// Reads a number or a list of lists that have the same sides. What is wrong is said as the end of a
    /// sentence.
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        let mut array = Self { sides: Vec::new(), numbers: Vec::new() };
        let mut inner = value;
        while let Value::Array(list) = inner {
            array.sides.push(list.len());
            let Some(first) = list.first() else { break };
            inner = first;
        }
        array.extend(value, 0)?;
        Ok(array)
    }

    /// Adds the numbers of a value that is `depth` lists deep.
    fn extend(&mut self, value: &Value, depth: usize) -> Result<(), String> {
        match (value, self.sides.get(depth)) {
            (Value::Array(list), Some(side)) if list.len() == *side => {
                list.iter().try_for_each(|value| self.extend(value, depth + 1))
            }
            (Value::Array(list), Some(side)) => {
                Err(format!("its lists have {side} and {} elements", list.len()))
            }
            (Value::Array(_), None) => Err("numbers stand beside lists".to_owned()),
            (value, None) => match number::read(value) {
                Some(number) => {
                    self.numbers.push(number);
                    Ok(())
                }
                None => Err(format!("has {}", kind(value))),
            },
            (_, Some(_)) => Err("numbers stand beside lists".to_owned()),
        }
    }

    /// The problem of a variable that is something else than is wanted.
    pub fn other(&self, name: &str, rule: &str) -> Problem {
        format!("`{name}` must be {rule}, but is {}", text_of(&self.sides)).into()
    }
}

/// The sides of an array in words.
pub(crate) fn text_of(sides: &[usize]) -> String {
    match sides {
        [] => "a number".to_owned(),
        [length] => format!("a list of {length}"),
        [outer, inner @ ..] => format!("a list of {outer}, each {}", text_of(inner)),
    }
}

/// A value that is no number, in words.
fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null in it".to_owned(),
        Value::Bool(value) => format!("{value} in it"),
        Value::String(text) => format!("the text {text:?} in it"),
        _ => "an object in it".to_owned(),
    }
}
