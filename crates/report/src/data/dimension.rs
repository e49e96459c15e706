//! Dimensions and the labels along them.

use super::Values;

/// The labels along a dimension.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Labels {
    /// The whole numbers from 0; the field is their count.
    Range(usize),
    /// Texts, such as names of counties.
    Text(Vec<String>),
    /// Whole numbers, such as years.
    Integers(Vec<i64>),
    /// Numbers, such as times.
    Reals(Vec<f64>),
}

impl Labels {
    /// The number of labels.
    pub fn len(&self) -> usize {
        match self {
            Labels::Range(length) => *length,
            Labels::Text(labels) => labels.len(),
            Labels::Integers(labels) => labels.len(),
            Labels::Reals(labels) => labels.len(),
        }
    }

    /// Returns true if there is no label.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a label as a text; an empty text if there is no such place.
    pub fn label(&self, place: usize) -> String {
        match self {
            Labels::Range(length) => {
                if place < *length {
                    place.to_string()
                } else {
                    String::new()
                }
            }
            Labels::Text(labels) => labels.get(place).cloned().unwrap_or_default(),
            Labels::Integers(labels) => labels.get(place).map(i64::to_string).unwrap_or_default(),
            Labels::Reals(labels) => labels.get(place).map(f64::to_string).unwrap_or_default(),
        }
    }

    /// Returns the labels as values of a variable along the dimension.
    pub(crate) fn values(&self) -> Values {
        match self {
            Labels::Range(length) => Values::Integer((0..*length as i64).collect()),
            Labels::Text(labels) => Values::Text(labels.clone()),
            Labels::Integers(labels) => Values::Integer(labels.clone()),
            Labels::Reals(labels) => Values::Real(labels.clone()),
        }
    }
}

impl From<Values> for Labels {
    /// Converts values to labels of the same kind. Whole numbers that count from 0 become a range, and
    /// `true` and `false` become texts.
    fn from(values: Values) -> Self {
        match values {
            Values::Integer(labels) if labels.iter().zip(0..).all(|(label, place)| *label == place) => {
                Labels::Range(labels.len())
            }
            Values::Integer(labels) => Labels::Integers(labels),
            Values::Real(labels) => Labels::Reals(labels),
            Values::Text(labels) => Labels::Text(labels),
            Values::Bool(labels) => Labels::Text(labels.iter().map(bool::to_string).collect()),
        }
    }
}

/// A named dimension with its labels.
///
/// ```
/// use monomorph_report::data::Dimension;
///
/// let county = Dimension::text("county", ["Aitkin", "Anoka", "St Louis"]);
/// assert_eq!(county.labels.label(2), "St Louis");
/// assert_eq!(Dimension::range("row", 3).labels.label(2), "2");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Dimension {
    /// The name, such as `county`.
    pub name: String,
    /// The labels, which give the length.
    pub labels: Labels,
}

impl Dimension {
    /// Makes a dimension of any labels.
    pub fn new(name: impl Into<String>, labels: Labels) -> Self {
        Self { name: name.into(), labels }
    }

    /// Makes a dimension whose labels count from 0.
    pub fn range(name: impl Into<String>, length: usize) -> Self {
        Self::new(name, Labels::Range(length))
    }

    /// Makes a dimension with texts as labels.
    pub fn text(name: impl Into<String>, labels: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::new(name, Labels::Text(labels.into_iter().map(Into::into).collect()))
    }

    /// The number of places along the dimension.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns true if the dimension has no place.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
