//! From constrained values back to unconstrained points.

use super::variables::unknown;
use super::{Posterior, Workspace};
use crate::error::Error;
use crate::statement::BoundModel;
use crate::trace::{Trace, VarName};

impl<M: BoundModel> Posterior<M> {
    /// The unconstrained point of the parameters' constrained values, given one after the other in the order of the
    /// [`parameter_names`](Self::parameter_names): elements of a matrix column after column.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if there is not one value for each of the [`parameter_names`](Self::parameter_names), and
    /// [`Error::OutsideSupport`], naming the parameter, the element, its value and the rule.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive() }
    /// let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) };
    /// let posterior = model.compile()?;
    /// assert_eq!(posterior.unconstrain(&[0.5, 1.0])?, [0.5, 0.0]);
    /// assert_eq!(
    ///     posterior.unconstrain(&[0.5, -1.0]).unwrap_err().to_string(),
    ///     "the parameter `tau` is -1, but must be finite and above its lower bound"
    /// );
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn unconstrain(&self, values: &[f64]) -> Result<Vec<f64>, Error> {
        self.unconstrain_in(values, &mut self.workspace())
    }

    /// The unconstrained point of the parameters' constrained values, which are left in the workspace.
    pub(crate) fn unconstrain_in(
        &self,
        values: &[f64],
        workspace: &mut Workspace,
    ) -> Result<Vec<f64>, Error> {
        let parameters = || self.layout.variables.iter().filter(|variable| !variable.is_defined);
        let expected = parameters().map(|variable| variable.size()).sum();
        self.check_length("the constrained values", expected, values.len())?;
        let mut rest = values;
        for variable in parameters() {
            let (own, after) = rest.split_at(variable.size());
            let start = variable.slot.0;
            variable.extent.put_named(own, &mut workspace.values.as_mut_slice()[start..start + own.len()]);
            rest = after;
        }
        let mut point = vec![0.0; self.dimension()];
        let unread = vec![0.0; self.dimension()];
        let mut frame = self.open(&unread, None, workspace).ok_or(Error::ForeignWorkspace)?;
        self.model.unconstrain(&mut frame, &mut point).map_err(|error| self.with_indices(error))?;
        Ok(point)
    }

    /// The error with the row and the column of the element of a matrix, which a support counts row after row.
    pub(super) fn with_indices(&self, error: Error) -> Error {
        let Error::OutsideSupport { statement, what, index: Some(index), value, rule } = error else {
            return error;
        };
        let name = what.strip_prefix("the parameter `").and_then(|rest| rest.strip_suffix('`'));
        let matrix = self.layout.variables.iter().find(|variable| Some(variable.name()) == name);
        let (what, index) = match matrix.and_then(|variable| variable.extent.columns()) {
            Some(columns) => {
                let element = format!("[{},{}]`", index / columns.max(1), index % columns.max(1));
                (format!("{}{element}", what.trim_end_matches('`')), None)
            }
            None => (what, Some(index)),
        };
        Error::OutsideSupport { statement, what, index, value, rule }
    }

    /// The unconstrained point of the parameters' constrained values, given by name in any order. A matrix is given row after row, as data and the values of a trace are.
    ///
    /// # Errors
    ///
    /// Also [`Error::UnknownName`] and [`Error::MissingValue`].
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), eta: vector(2) }
    /// let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) };
    /// let posterior = model.compile()?;
    /// let q = posterior.unconstrain_named(&[("eta", &[1.0, 2.0]), ("mu", &[0.5])])?;
    /// assert_eq!(q, [0.5, 1.0, 2.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn unconstrain_named(&self, named: &[(&str, &[f64])]) -> Result<Vec<f64>, Error> {
        let mut parameters = self.variables();
        parameters.retain(|variable| !variable.is_defined);
        for (name, _) in named {
            if !parameters.iter().any(|parameter| parameter.name == *name) {
                return Err(unknown(name, &parameters));
            }
        }
        let mut values = Vec::new();
        for variable in &parameters {
            let given = named.iter().find(|(name, _)| *name == variable.name);
            let (name, given) =
                given.ok_or_else(|| Error::MissingValue { name: variable.name.to_owned() })?;
            self.check_length(&format!("the value of `{name}`"), variable.size(), given.len())?;
            values.extend(variable.extent().places().map(|place| given[place]));
        }
        self.unconstrain(&values)
    }

    /// The parameters' values of a trace, one after the other in the order of the [`parameter_names`](Self::parameter_names).
    ///
    /// Parameters may be stored as wholes or in elements. The trace may have values of definitions too, which follow from
    /// those of the parameters and are not read.
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`] and [`Error::UnknownName`], naming what is missing or too much, and
    /// [`Error::ShapeMismatch`] if a value does not have the shape of its parameter.
    pub fn values_of(&self, trace: &Trace) -> Result<Vec<f64>, Error> {
        let variables = self.variables();
        let names: Vec<_> = variables.iter().map(|variable| VarName::of_variable(variable.name)).collect();
        if let Some(stranger) = trace.names().find(|name| !names.iter().any(|known| known.subsumes(name))) {
            return Err(unknown(&stranger.to_string(), &variables));
        }
        let mut values = Vec::new();
        for (variable, name) in variables.iter().zip(&names).filter(|(variable, _)| !variable.is_defined) {
            let missing = |_| Error::MissingValue { name: variable.name.to_owned() };
            let value = trace.get(name).map_err(missing)?;
            if value.extent() != variable.extent() {
                let (expected, found) = (variable.extent(), value.extent());
                return Err(Error::ShapeMismatch { name: variable.name.to_owned(), expected, found });
            }
            values.extend(value.in_names());
        }
        Ok(values)
    }

    /// The unconstrained point of a trace: [`constrain`](Self::constrain) the other way.
    ///
    /// # Errors
    ///
    /// Those of [`values_of`](Self::values_of) and [`unconstrain`](Self::unconstrain).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), eta: vector(2) }
    /// let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) };
    /// let posterior = model.compile()?;
    /// let mut trace = Trace::new().with("eta[0]", 1.0)?.with("mu", 0.5)?;
    /// assert_eq!(
    ///     posterior.unconstrain_trace(&trace).unwrap_err().to_string(),
    ///     "`eta` is a vector of length 2, but the value is a vector of length 1"
    /// );
    /// trace.set("eta[1]", 2.0)?;
    /// assert_eq!(posterior.unconstrain_trace(&trace)?, [0.5, 1.0, 2.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn unconstrain_trace(&self, trace: &Trace) -> Result<Vec<f64>, Error> {
        self.unconstrain(&self.values_of(trace)?)
    }

    /// Checks a length that a caller gives.
    pub(super) fn check_length(&self, what: &str, expected: usize, found: usize) -> Result<(), Error> {
        if expected == found {
            return Ok(());
        }
        Err(Error::LengthMismatch {
            statement: String::new(),
            expected_by: String::new(),
            expected,
            found_in: what.to_owned(),
            found,
        })
    }
}
