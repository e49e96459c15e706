//! An expression as a statement mentions it.

use crate::compiler::rewrite::{Predictor, predictors};
use crate::contract::expression::Expression;
use crate::contract::node::Node;
use crate::name::VarSet;
use crate::shape::Extent;

/// An argument, a bound or another expression of a statement: its text, its variables, and its numbers if it
/// is data.
///
/// ```
/// use monomorph::graph::ExpressionSketch;
///
/// let part = ExpressionSketch::new("mu + 2 * x").mentioning(["mu", "x"]);
/// assert_eq!((part.text(), part.variables()), ("mu + 2 * x", &["mu".to_owned(), "x".to_owned()][..]));
/// assert_eq!(part.number(), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionSketch {
    text: String,
    variables: Vec<String>,
    extent: Extent,
    /// The least and the greatest number of data.
    values: Option<(f64, f64)>,
    /// The data that multiply each coefficient, where the expression is affine.
    predictors: Vec<Predictor>,
    /// Those inside of an expression that is not affine.
    predictors_within: Vec<Predictor>,
}

impl ExpressionSketch {
    /// The scalar expression of this text, without variables.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            variables: Vec::new(),
            extent: Extent::Scalar,
            values: None,
            predictors: Vec::new(),
            predictors_within: Vec::new(),
        }
    }

    /// The part with these variables besides.
    pub fn mentioning<Name: Into<String>>(mut self, variables: impl IntoIterator<Item = Name>) -> Self {
        self.variables.extend(variables.into_iter().map(Into::into));
        self
    }

    /// The sketch of a number.
    pub fn of_number(number: f64) -> Self {
        Self { values: Some((number, number)), ..Self::new(number.to_string()) }
    }

    /// The sketch of an expression.
    pub(crate) fn of<E: Expression>(expression: &E) -> Self {
        // A scalar that is repeated along a vector has no length.
        let length = expression.sides().length();
        let extent = length.map_or(Extent::Scalar, |_| expression.extent());
        let mut part = Self { extent, ..Self::new("") };
        expression.describe(&mut part.text);
        part.variables = names(E::VARS);
        if part.variables.is_empty() {
            let numbers = (0..length.unwrap_or(1)).map(|index| expression.datum(index));
            let range = |(least, greatest): (f64, f64), x: f64| (least.min(x), greatest.max(x));
            let nothing = (f64::INFINITY, f64::NEG_INFINITY);
            part.values =
                numbers.collect::<Option<Vec<f64>>>().map(|all| all.into_iter().fold(nothing, range));
        } else {
            part.predictors = affine_predictors(expression);
            if part.predictors.is_empty() {
                expression.predictors_within(&mut part.predictors_within);
            }
        }
        part
    }

    /// The part without a variable that nobody outside of it knows.
    pub(super) fn without(mut self, variable: &str) -> Self {
        self.forget(variable);
        self
    }

    /// Leaves a variable out of those that the part mentions.
    pub(super) fn forget(&mut self, variable: &str) {
        self.variables.retain(|name| name != variable);
    }

    /// The expression as a reader would write it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names of the parameters and definitions in it.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The number of its elements, and their arrangement.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The least and the greatest element of numbers and data.
    pub fn values(&self) -> Option<(f64, f64)> {
        self.values
    }

    /// The data that multiply each coefficient of an affine expression.
    pub(crate) fn predictors(&self) -> &[Predictor] {
        &self.predictors
    }

    /// The data that multiply each coefficient of the affine expressions inside of one that is not affine.
    pub(crate) fn predictors_within(&self) -> &[Predictor] {
        &self.predictors_within
    }

    /// The number, where the expression is one.
    pub fn number(&self) -> Option<f64> {
        self.values
            .filter(|values| self.extent == Extent::Scalar && values.0 == values.1)
            .map(|values| values.0)
    }
}

/// The predictors of an affine expression; none of another one.
fn affine_predictors<E: Expression>(expression: &E) -> Vec<Predictor> {
    if const { !<E::Bound as Node>::FACTS.is_affine } {
        return Vec::new();
    }
    let rows = expression.sides().length().unwrap_or(1);
    predictors(rows, &|row, form| expression.affine(row, 1.0, form))
}

/// Adds the predictors of an operand: its own if it is affine, else those inside of it.
pub(crate) fn add_predictors<E: Expression>(operand: &E, found: &mut Vec<Predictor>) {
    if E::VARS.is_empty() {
        return;
    }
    let mut own = affine_predictors(operand);
    match own.is_empty() {
        true => operand.predictors_within(found),
        false => found.append(&mut own),
    }
}

/// The names of a set, in their alphabetical order.
fn names(set: &VarSet) -> Vec<String> {
    let mut names: Vec<String> = (0..set.len()).map(|place| set.get(place).name().to_owned()).collect();
    names.sort();
    names
}
