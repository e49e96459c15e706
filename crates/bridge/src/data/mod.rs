//! [`Data`]: the variables that a client passes as Stan's JSON.

mod array;
mod number;

use crate::Problem;
use array::Array;
pub(crate) use array::text_of;
use monomorph::faer::Mat;
use serde_json::{Map, Value};
use std::fs;

/// Variables by name, from a JSON object in Stan's form: a matrix is a list of its rows, an array of
/// vectors is a list of vectors, and `"NaN"`, `"Inf"` and `"-Inf"` are numbers.
///
/// ```
/// use monomorph_bridge::Data;
///
/// let data = Data::parse(r#"{"N": 2, "y": [0.5, "Inf"], "x": [[1, 2, 3], [4, 5, 6]], "group": [2, 1]}"#)?;
/// assert_eq!(data.count("N")?, 2);
/// assert_eq!(data.numbers("y")?, [0.5, f64::INFINITY]);
/// assert_eq!(data.matrix("x")?[(1, 0)], 4.0);
/// assert_eq!(data.indices("group", 2)?, [1, 0]);
/// assert_eq!(data.number("y").unwrap_err().to_string(), "`y` must be a number, but is a list of 2");
/// # Ok::<(), monomorph_bridge::Problem>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Data(Map<String, Value>);

impl Data {
    /// Reads a JSON object, or the file with this name if it ends in `.json`. An empty text, or one with
    /// only white space, has no variables.
    ///
    /// # Errors
    ///
    /// [`Problem`] if the file cannot be read, or if the text is not a JSON object.
    pub fn read(text: &str) -> Result<Self, Problem> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        if !text.ends_with(".json") {
            return Self::parse(text);
        }
        let read = fs::read_to_string(text).map_err(|error| format!("cannot read {text}: {error}"))?;
        Self::parse(&read).map_err(|problem| format!("in {text}: {problem}").into())
    }

    /// Reads a JSON object.
    ///
    /// # Errors
    ///
    /// [`Problem`] if the text is not a JSON object.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        match serde_json::from_str(text).map_err(|error| format!("the data are no JSON: {error}"))? {
            Value::Object(variables) => Ok(Self(variables)),
            _ => Err("the data must be an object of JSON, with a key for each variable".into()),
        }
    }

    /// True if there is a variable with this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns a number.
    ///
    /// # Errors
    ///
    /// [`Problem`] if there is no such variable, or if it is not a number.
    pub fn number(&self, name: &str) -> Result<f64, Problem> {
        let array = self.array(name, "a number")?;
        if array.sides.is_empty() { Ok(array.numbers[0]) } else { Err(array.other(name, "a number")) }
    }

    /// Returns a count: a whole number that is not negative.
    ///
    /// # Errors
    ///
    /// The errors of [`number`](Self::number), and if the number is not a count.
    pub fn count(&self, name: &str) -> Result<usize, Problem> {
        let found = self.number(name)?;
        number::count(found).ok_or_else(|| format!("`{name}` must be a count, but is {found}").into())
    }

    /// Returns a list of numbers.
    ///
    /// # Errors
    ///
    /// [`Problem`] if there is no such variable, or if it is not a list of numbers.
    pub fn numbers(&self, name: &str) -> Result<Vec<f64>, Problem> {
        const RULE: &str = "a list of numbers";
        let array = self.array(name, RULE)?;
        match array.sides[..] {
            [_] => Ok(array.numbers),
            _ => Err(array.other(name, RULE)),
        }
    }

    /// Returns a list of counts: whole numbers that are not negative.
    ///
    /// # Errors
    ///
    /// [`Problem`] if there is no such variable, or if it is not a list of counts.
    pub fn counts(&self, name: &str) -> Result<Vec<usize>, Problem> {
        self.each(name, "a count", number::count)
    }

    /// Returns a list of whole numbers.
    ///
    /// # Errors
    ///
    /// [`Problem`] if there is no such variable, or if it is not a list of whole numbers.
    pub fn integers(&self, name: &str) -> Result<Vec<i64>, Problem> {
        self.each(name, "a whole number", number::integer)
    }

    /// Returns a list of indices. They count from 1 to `size` in the data, as in Stan, and from 0 in the
    /// result.
    ///
    /// # Errors
    ///
    /// [`Problem`] if there is no such variable, or if it is not a list of such indices.
    pub fn indices(&self, name: &str, size: usize) -> Result<Vec<usize>, Problem> {
        let rule = format!("an index from 1 to {size}");
        self.each(name, &rule, |found| number::count(found)?.checked_sub(1).filter(|index| *index < size))
    }

    /// Returns a matrix, which is a list of its rows in the data.
    ///
    /// # Errors
    ///
    /// [`Problem`] if there is no such variable, or if it is not a list of rows.
    pub fn matrix(&self, name: &str) -> Result<Mat<f64>, Problem> {
        const RULE: &str = "a list of rows";
        let array = self.array(name, RULE)?;
        match array.sides[..] {
            [0] => Ok(Mat::new()),
            [rows, columns] => {
                let number = |row, column| array.numbers[row * columns + column];
                Ok(Mat::from_fn(rows, columns, number))
            }
            _ => Err(array.other(name, RULE)),
        }
    }

    /// Converts the numbers of a list by `keep`, which returns `None` for a number that breaks the rule.
    fn each<T>(&self, name: &str, rule: &str, keep: impl Fn(f64) -> Option<T>) -> Result<Vec<T>, Problem> {
        let numbers = self.numbers(name)?.into_iter().enumerate();
        let kept = numbers.map(|(place, found)| {
            let broken = || format!("element {} of `{name}` must be {rule}, but is {found}", place + 1);
            keep(found).ok_or_else(|| broken().into())
        });
        kept.collect()
    }

    /// Returns a variable with any sides. `rule` describes the expected value in messages.
    pub(crate) fn array(&self, name: &str, rule: &str) -> Result<Array, Problem> {
        let value =
            self.0.get(name).ok_or_else(|| format!("the data have no `{name}`, which must be {rule}"))?;
        Array::read(value).map_err(|problem| format!("`{name}` must be {rule}, but {problem}").into())
    }
}
