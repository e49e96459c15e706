//! [`DrawnLaw`], the law of a statement as simulation and prediction use it.

use crate::contract::drawing::{Known, Manner};
use crate::frame::Frame;
use crate::model::drawing::DrawnVariable;
use crate::name::VarSet;
use rand::Rng;

/// The law of a statement, for simulation and prediction: draws of its variable, and the log density of each
/// observation. It is used as a trait object, so the code that draws statements is compiled once.
pub trait DrawnLaw {
    /// The log density of each observation.
    fn log_densities(&self, variable: &dyn DrawnVariable, frame: &mut Frame<'_>) -> Vec<f64>;

    /// Returns true if every element is drawn independently of the others.
    fn is_elementwise(&self, variable: &dyn DrawnVariable) -> bool;

    /// True if elements are drawn in order, each after those that it reads.
    fn is_sequential(&self) -> bool;

    /// Returns the lengths of the consecutive series in the variable, if there are several.
    fn lengths(&self, frame: &mut Frame<'_>) -> Vec<usize>;

    /// Returns the number of rows that are drawn independently of each other, for a law that does not
    /// mention its variable `target`; 1 if the law draws all values together.
    fn rows_apart(&self, variable: &dyn DrawnVariable, target: &VarSet, frame: &mut Frame<'_>) -> usize;

    /// True if the law mentions the parameter `target`, of which its variable is a part.
    fn reads_itself(&self, target: &VarSet) -> bool;

    /// Returns the number of rows, if it is known which elements each row reads.
    fn rows(&self) -> Option<usize>;

    /// Reports to `known` what the law reads of a parameter for a row.
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>);

    /// Replaces the values of the variable by draws; returns false if the law cannot be drawn from. A law
    /// that draws elements in order keeps the first [`known`](Manner::known) values; other laws may replace
    /// them.
    fn draw(&self, frame: &mut Frame<'_>, values: &mut [f64], manner: Manner, rng: &mut dyn Rng) -> bool;

    /// Returns the family and the values of its arguments in a row, if the law is a family of numbers.
    fn described(&self, row: usize, frame: &mut Frame<'_>) -> Option<String>;

    /// Draws one row alone, if that is possible.
    fn draw_row(&self, row: usize, frame: &mut Frame<'_>, rng: &mut dyn Rng) -> Option<f64>;
}
