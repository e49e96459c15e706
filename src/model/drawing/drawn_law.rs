//! [`DrawnLaw`], what draws ask of the law of a statement.

use crate::contract::drawing::{Known, Manner};
use crate::frame::Frame;
use crate::model::drawing::DrawnVariable;
use crate::name::VarSet;
use rand::Rng;

/// The law of a statement, for simulation and prediction: draws of its variable, and the log density of each
/// observation. It is used without its type, so how a statement is drawn is compiled once.
pub trait DrawnLaw {
    /// The log density of each observation.
    fn log_densities(&self, variable: &dyn DrawnVariable, frame: &mut Frame<'_>) -> Vec<f64>;

    /// True if every element is drawn for itself.
    fn is_elementwise(&self, variable: &dyn DrawnVariable) -> bool;

    /// True if elements are drawn in order, each after those that it reads.
    fn is_sequential(&self) -> bool;

    /// The lengths of the series that stand one after the other in the variable, if they are several.
    fn lengths(&self, frame: &mut Frame<'_>) -> Vec<usize>;

    /// The number of rows that are drawn each for itself, of a law that does not mention its variable
    /// `target`; 1 if the law draws all values together.
    fn rows_apart(&self, variable: &dyn DrawnVariable, target: &VarSet, frame: &mut Frame<'_>) -> usize;

    /// True if the law mentions the parameter `target`, of which its variable is a part.
    fn reads_itself(&self, target: &VarSet) -> bool;

    /// The number of rows, if the law knows what each of them reads.
    fn rows(&self) -> Option<usize>;

    /// Asks what the law reads of a parameter for a row.
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>);

    /// Replaces the values of the variable by drawn ones; false if the law cannot be drawn from. A law that
    /// draws elements in order takes the first [`known`](Manner::known) of them as they are, the others need
    /// not.
    fn draw(&self, frame: &mut Frame<'_>, values: &mut [f64], manner: Manner, rng: &mut dyn Rng) -> bool;

    /// The family and the numbers of its arguments in a row, where the law is one of numbers.
    fn described(&self, row: usize, frame: &mut Frame<'_>) -> Option<String>;

    /// One row drawn alone, where that is possible.
    fn draw_row(&self, row: usize, frame: &mut Frame<'_>, rng: &mut dyn Rng) -> Option<f64>;
}
