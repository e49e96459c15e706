//! An expression as a statement mentions it.

use crate::name::VarSet;
use crate::node::Node;
use crate::shape::Extent;

/// An argument, a bound or another expression of a statement: its text, its variables, and its numbers if it is data.
///
/// ```
/// use monomorph::graph::Part;
///
/// let part = Part::new("mu + 2 * x").mentioning(["mu", "x"]);
/// assert_eq!((part.text(), part.variables()), ("mu + 2 * x", &["mu".to_owned(), "x".to_owned()][..]));
/// assert_eq!(part.number(), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    text: String,
    variables: Vec<String>,
    extent: Extent,
    /// The least and the greatest number of data.
    values: Option<(f64, f64)>,
}

impl Part {
    /// The scalar expression of this text, without variables.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), variables: Vec::new(), extent: Extent::Scalar, values: None }
    }

    /// The same with variables.
    pub fn mentioning<Name: Into<String>>(mut self, variables: impl IntoIterator<Item = Name>) -> Self {
        self.variables.extend(variables.into_iter().map(Into::into));
        self
    }

    /// A number.
    pub fn of_number(number: f64) -> Self {
        Self { values: Some((number, number)), ..Self::new(number.to_string()) }
    }

    /// What a node tells.
    pub(crate) fn of<N: Node>(node: &N) -> Self {
        // A scalar that is repeated along a vector has no length.
        let extent = node.sides().length().map_or(Extent::Scalar, |_| Extent::of(node));
        let mut part = Self { extent, ..Self::new("") };
        node.describe(&mut part.text);
        part.variables = names(&N::VARS);
        if part.variables.is_empty() {
            let numbers = (0..node.sides().length().unwrap_or(1)).map(|index| node.datum(index));
            let range = |(least, greatest): (f64, f64), x: f64| (least.min(x), greatest.max(x));
            let nothing = (f64::INFINITY, f64::NEG_INFINITY);
            part.values =
                numbers.collect::<Option<Vec<f64>>>().map(|all| all.into_iter().fold(nothing, range));
        }
        part
    }

    /// The expression as a reader would write it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names of the parameters and definitions in it.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// How many elements it has, and how they are arranged.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The least and the greatest element of numbers and data.
    pub fn values(&self) -> Option<(f64, f64)> {
        self.values
    }

    /// The number, where the expression is one.
    pub fn number(&self) -> Option<f64> {
        self.values
            .filter(|values| self.extent == Extent::Scalar && values.0 == values.1)
            .map(|values| values.0)
    }
}

/// The names of a set, in their alphabetical order.
fn names(set: &VarSet) -> Vec<String> {
    let mut names: Vec<String> = (0..set.len()).map(|place| set.get(place).name().to_owned()).collect();
    names.sort();
    names
}
