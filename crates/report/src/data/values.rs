//! Values of one kind.

/// The kind of a variable's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Floating-point numbers of 64 bits.
    Real,
    /// Whole numbers of 64 bits.
    Integer,
    /// True or false.
    Bool,
    /// Texts.
    Text,
}

/// Values of one kind; the last dimension is fastest.
///
/// NaN with equal bits are equal here, so that values that were read can be compared with values that were
/// written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Values {
    /// Numbers.
    Real(Vec<f64>),
    /// Whole numbers.
    Integer(Vec<i64>),
    /// True or false.
    Bool(Vec<bool>),
    /// Texts.
    Text(Vec<String>),
}

impl Values {
    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Values::Real(values) => values.len(),
            Values::Integer(values) => values.len(),
            Values::Bool(values) => values.len(),
            Values::Text(values) => values.len(),
        }
    }

    /// Returns true if there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The kind of the values.
    pub fn kind(&self) -> Kind {
        match self {
            Values::Real(_) => Kind::Real,
            Values::Integer(_) => Kind::Integer,
            Values::Bool(_) => Kind::Bool,
            Values::Text(_) => Kind::Text,
        }
    }

    /// Returns a value as a number; true is 1. Returns NaN for a text, and if there is no such place.
    pub fn number(&self, place: usize) -> f64 {
        let number = match self {
            Values::Real(values) => values.get(place).copied(),
            Values::Integer(values) => values.get(place).map(|value| *value as f64),
            Values::Bool(values) => values.get(place).map(|value| f64::from(u8::from(*value))),
            Values::Text(_) => None,
        };
        number.unwrap_or(f64::NAN)
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Values::Real(a), Values::Real(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || a.to_bits() == b.to_bits())
            }
            (Values::Integer(a), Values::Integer(b)) => a == b,
            (Values::Bool(a), Values::Bool(b)) => a == b,
            (Values::Text(a), Values::Text(b)) => a == b,
            _ => false,
        }
    }
}

impl From<Vec<f64>> for Values {
    fn from(values: Vec<f64>) -> Self {
        Values::Real(values)
    }
}

impl From<&[f64]> for Values {
    fn from(values: &[f64]) -> Self {
        Values::Real(values.to_vec())
    }
}

impl From<Vec<i64>> for Values {
    fn from(values: Vec<i64>) -> Self {
        Values::Integer(values)
    }
}

impl From<Vec<bool>> for Values {
    fn from(values: Vec<bool>) -> Self {
        Values::Bool(values)
    }
}

impl From<Vec<String>> for Values {
    fn from(values: Vec<String>) -> Self {
        Values::Text(values)
    }
}
