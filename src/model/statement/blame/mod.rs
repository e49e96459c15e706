//! The statement whose log density, or its gradient, is not finite.
//!
//! The sum of a kernel does not show which statement it is. So the statements are evaluated one after the
//! other, each with its own sum, in plain numbers. This is done only for an error message.

mod hints;

use crate::compiler::Variable;
use crate::contract::node::Undefined;
use crate::frame::Frame;
use crate::name::VarSet;
use core::fmt::Write;
use pulp::Scalar;

/// The first statement whose log density is not finite, or whose gradient has an infinite element.
pub struct Blame<'a> {
    variables: &'a [Variable],
    found: Option<String>,
}

/// The maximum number of variables whose values a message shows.
const SHOWN: usize = 4;

impl<'a> Blame<'a> {
    /// Returns an empty finding, for a model with these variables.
    pub(crate) fn new(variables: &'a [Variable]) -> Self {
        Self { variables, found: None }
    }

    /// Returns the text of the finding; `None` if everything was finite.
    pub(crate) fn into_text(self) -> Option<String> {
        self.found
    }

    /// Records the log density of a statement. `undefined` are the functions in the statement that have no
    /// value for some numbers, and `vars` are the variables that it mentions, to whose adjoints it has
    /// added.
    pub(crate) fn record(
        &mut self,
        (text, undefined): (&str, Undefined),
        vars: &VarSet,
        log_density: f64,
        frame: &Frame<'_>,
    ) {
        if self.found.is_some() {
            return;
        }
        if !log_density.is_finite() {
            let at = self.values(vars, frame);
            let hint = hints::hint(undefined, log_density.is_nan(), vars, self.variables, frame);
            self.found = Some(format!("the log density of `{text}` was {}{at}{hint}", shown(log_density)));
        } else if let Some((name, slope)) = self.infinite_slope(frame) {
            let at = self.values(vars, frame);
            let slope = shown(slope);
            self.found = Some(format!("the log density of `{text}` has a slope of {slope} by `{name}`{at}"));
        }
    }

    /// Returns the name of the first element of a variable whose adjoint is not finite, with the adjoint.
    fn infinite_slope(&self, frame: &Frame<'_>) -> Option<(String, f64)> {
        self.variables.iter().find_map(|variable| {
            (0..variable.size()).find_map(|index| {
                let slope = frame.adjoint(Scalar::new(), variable.slot.element(index)).value;
                (!slope.is_finite()).then(|| (self.name(variable, index), slope))
            })
        })
    }

    /// Returns the values of the variables that a statement mentions as a text: scalars, and the first
    /// element that is not finite of any other variable.
    fn values(&self, vars: &VarSet, frame: &Frame<'_>) -> String {
        let mut text = String::new();
        let mentioned = self.variables.iter().filter(|variable| vars.contains(variable.var()));
        let shown_ones = mentioned.filter_map(|variable| {
            let values = (0..variable.size()).map(|index| frame.number(variable.slot.element(index)));
            let (index, value) = match variable.extent.length() {
                None => values.enumerate().next()?,
                Some(_) => values.enumerate().find(|(_, value)| !value.is_finite())?,
            };
            Some((self.name(variable, index), value))
        });
        for (place, (name, value)) in shown_ones.take(SHOWN).enumerate() {
            let before = if place == 0 { ", where " } else { ", " };
            // Writing to a string does not fail.
            let _ = write!(text, "{before}{name} = {}", shown(value));
        }
        text
    }

    fn name(&self, variable: &Variable, index: usize) -> String {
        match variable.extent.length() {
            None => variable.name().to_owned(),
            Some(_) => format!("{}[{index}]", variable.name()),
        }
    }
}

/// Formats a number with few digits.
fn shown(value: f64) -> String {
    match value {
        f64::NEG_INFINITY => "−∞".to_owned(),
        f64::INFINITY => "∞".to_owned(),
        _ if value == 0.0 => "0".to_owned(),
        _ if (1e-3..1e6).contains(&value.abs()) => {
            let rounded = format!("{value:.4}");
            rounded.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ if value.is_nan() => "NaN".to_owned(),
        _ => format!("{value:.3e}"),
    }
}
