//! Nested lists of numbers as arrays.

use super::number;
use crate::Problem;
use serde_json::Value;

/// Numbers with the lengths of the nested lists, the outer one first: no length for a number, two lengths
/// for a matrix.
#[derive(Debug)]
pub(crate) struct Array {
    pub sides: Vec<usize>,
    /// The numbers; the last index varies fastest.
    pub numbers: Vec<f64>,
}

impl Array {
    /// Reads a number, or a list of numbers or of lists with the same sides. The error is the end of a
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

    /// Adds the numbers of a value at nesting depth `depth`.
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

    /// Makes the error of a variable that breaks a rule.
    pub fn other(&self, name: &str, rule: &str) -> Problem {
        format!("`{name}` must be {rule}, but is {}", text_of(&self.sides)).into()
    }
}

/// Describes the sides of an array.
pub(crate) fn text_of(sides: &[usize]) -> String {
    match sides {
        [] => "a number".to_owned(),
        [length] => format!("a list of {length}"),
        [outer, inner @ ..] => format!("a list of {outer}, each {}", text_of(inner)),
    }
}

/// Describes a value that is not a number.
fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null in it".to_owned(),
        Value::Bool(value) => format!("{value} in it"),
        Value::String(text) => format!("the text {text:?} in it"),
        _ => "an object in it".to_owned(),
    }
}
