//! Variables.

use super::{Attributes, Values, get, set};
use crate::json::Json;

/// A variable: values along named dimensions; the last dimension is fastest.
///
/// The first dimensions of draws are `chain` and `draw`. Figures read the attributes `units`, and `lower`
/// and `upper`, the bounds of the possible values.
///
/// ```
/// use monomorph_report::data::Variable;
///
/// let tau = Variable::new("tau", ["chain", "draw"], vec![1.0, 2.5])
///     .attribute("units", "pCi/L")
///     .attribute("lower", 0.0);
/// assert_eq!(tau.values.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a variable has no effect outside a store or a page"]
#[non_exhaustive]
pub struct Variable {
    /// The name, any text that is not empty.
    pub name: String,
    /// The names of the dimensions.
    pub dimensions: Vec<String>,
    /// The values.
    pub values: Values,
    /// Further facts about the variable, by name.
    pub attributes: Attributes,
}

impl Variable {
    /// Makes a variable without attributes. Its sizes are checked when it is added to a dataset.
    pub fn new(
        name: impl Into<String>,
        dimensions: impl IntoIterator<Item = impl Into<String>>,
        values: impl Into<Values>,
    ) -> Self {
        Self {
            name: name.into(),
            dimensions: dimensions.into_iter().map(Into::into).collect(),
            values: values.into(),
            attributes: vec![],
        }
    }

    /// Makes a variable of one value without dimensions.
    pub fn scalar(name: impl Into<String>, values: impl Into<Values>) -> Self {
        Self::new(name, [""; 0], values)
    }

    /// Returns the variable with an attribute.
    pub fn attribute(mut self, name: &str, value: impl Into<Json>) -> Self {
        set(&mut self.attributes, name, value.into());
        self
    }

    /// The value of an attribute.
    pub fn get_attribute(&self, name: &str) -> Option<&Json> {
        get(&self.attributes, name)
    }

    /// Returns true if the first dimensions are `chain` and `draw`.
    pub fn has_draws(&self) -> bool {
        self.dimensions.iter().map(String::as_str).take(2).eq(["chain", "draw"])
    }
}
