//! The statement that is to blame where a log density, or its gradient, is not finite.
//!
//! The sum of a kernel does not tell. So the statements are gone through one after the other, each with a sum
//! of its own, in plain numbers. Nobody asks but for a message.

mod hints;

use crate::compiler::Variable;
use crate::contract::node::Undefined;
use crate::frame::Frame;
use crate::name::VarSet;
use core::fmt::Write;
use pulp::Scalar;

/// The first statement whose log density is not finite, or which gives a variable an infinite slope.
pub struct Blame<'a> {
    variables: &'a [Variable],
    found: Option<String>,
}

/// The most variables whose values a message gives.
const SHOWN: usize = 4;

impl<'a> Blame<'a> {
    /// Nobody yet, in a model of these variables.
    pub(crate) fn new(variables: &'a [Variable]) -> Self {
        Self { variables, found: None }
    }

    /// The text of what was found.
    pub(crate) fn into_text(self) -> Option<String> {
        self.found
    }

    /// Records the log density of a statement, given with the functions in it that have no value for some
    /// numbers. It mentions some variables, whose adjoints it has added to.
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

    /// The first element of a variable whose adjoint is not finite.
    fn infinite_slope(&self, frame: &Frame<'_>) -> Option<(String, f64)> {
        self.variables.iter().find_map(|variable| {
            (0..variable.size()).find_map(|index| {
                let slope = frame.adjoint(Scalar::new(), variable.slot.element(index)).value;
                (!slope.is_finite()).then(|| (self.name(variable, index), slope))
            })
        })
    }

    /// The values of the variables that a statement mentions: of numbers, and of the first element of another
    /// that is not finite.
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

/// A number in few digits.
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
