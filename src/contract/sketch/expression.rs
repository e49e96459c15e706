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
#[must_use = "a sketch has no effect outside a graph"]
pub struct ExpressionSketch {
    text: String,
    variables: Vec<String>,
    extent: Extent,
    /// The smallest and the largest element, if the expression is numbers or data.
    values: Option<(f64, f64)>,
    /// The data that multiply each coefficient, if the expression is affine.
    predictors: Vec<Predictor>,
    /// The predictors of affine expressions inside an expression that is not affine.
    predictors_within: Vec<Predictor>,
}

impl ExpressionSketch {
    /// A scalar expression with this text and without variables.
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

    /// Adds the names of these variables to the expression.
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

    /// Removes a variable that has no meaning outside the expression.
    pub(super) fn without(mut self, variable: &str) -> Self {
        self.forget(variable);
        self
    }

    /// Removes a variable from the variables of the expression.
    pub(super) fn forget(&mut self, variable: &str) {
        self.variables.retain(|name| name != variable);
    }

    /// The expression as a user would write it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names of the parameters and definitions in the expression.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The number of the expression's elements, and their arrangement.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The smallest and the largest element, if the expression is numbers or data.
    pub fn values(&self) -> Option<(f64, f64)> {
        self.values
    }

    /// The data that multiply each coefficient of an affine expression.
    pub(crate) fn predictors(&self) -> &[Predictor] {
        &self.predictors
    }

    /// The data that multiply each coefficient of the affine expressions inside an expression that is not
    /// affine.
    pub(crate) fn predictors_within(&self) -> &[Predictor] {
        &self.predictors_within
    }

    /// The number, if the expression is a single number.
    pub fn number(&self) -> Option<f64> {
        self.values
            .filter(|values| self.extent == Extent::Scalar && values.0 == values.1)
            .map(|values| values.0)
    }
}

/// The predictors of an affine expression; empty for other expressions.
fn affine_predictors<E: Expression>(expression: &E) -> Vec<Predictor> {
    if const { !<E::Bound as Node>::FACTS.is_affine } {
        return Vec::new();
    }
    let rows = expression.sides().length().unwrap_or(1);
    predictors(rows, &|row, form| expression.affine(row, 1.0, form))
}

/// Adds the predictors of an operand: its own if it is affine, otherwise the predictors of affine
/// expressions inside it.
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
