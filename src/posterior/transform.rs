//! The transforms from constrained values to unconstrained points.

use super::{Posterior, Workspace};
use crate::compiler::Coordinates;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::trace::Trace;

impl<M: BoundModel> Posterior<M> {
    /// The unconstrained point of the parameters' constrained values, given one after the other in the
    /// order of the [`parameter_names`](Self::parameter_names), where the elements of a matrix are in
    /// column order.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if there is not one value for each of the
    /// [`parameter_names`](Self::parameter_names), and [`Error::OutsideSupport`], naming the parameter, the
    /// element, its value and the rule.
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

    /// The unconstrained point of the parameters' constrained values, which also stay in the workspace.
    pub(crate) fn unconstrain_in(
        &self,
        values: &[f64],
        workspace: &mut Workspace,
    ) -> Result<Vec<f64>, Error> {
        self.store.put_values(values, workspace)?;
        let mut point = vec![0.0; self.dimension()];
        self.unconstrain_stored(workspace, &vec![0.0; self.dimension()], &mut point)?;
        Ok(point)
    }

    /// Stores the unconstrained point of the values in the workspace in `point`. `unread` must have the
    /// same length; its numbers are not used.
    pub(crate) fn unconstrain_stored(
        &self,
        workspace: &mut Workspace,
        unread: &[f64],
        point: &mut [f64],
    ) -> Result<(), Error> {
        let mut frame = self.open(unread, None, workspace).ok_or(Error::ForeignWorkspace)?;
        self.model.unconstrain(&mut frame, point).map_err(|error| self.store.with_indices(error))
    }

    /// The places of each parameter's coordinates in the unconstrained point, in their order.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), p: simplex(3) }
    /// let model = model! { mu |= normal(0.0, 1.0), p |= dirichlet(&[1.0, 1.0, 1.0]) };
    /// let posterior = model.compile()?;
    /// let of_p = &posterior.coordinates()[1];
    /// assert_eq!((of_p.name, of_p.range.clone()), ("p", 1..3));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn coordinates(&self) -> &[Coordinates] {
        &self.store.layout.coordinates
    }

    /// The unconstrained point of the parameters' constrained values, given by name in any order. The
    /// elements of a matrix are in row order, as in data and in the values of a trace.
    ///
    /// # Errors
    ///
    /// The errors of [`unconstrain`](Self::unconstrain), [`Error::UnknownName`] and
    /// [`Error::MissingValue`].
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
        self.unconstrain(&self.store.values_named(named)?)
    }

    /// The values of the parameters in a trace, one after the other in the order of the
    /// [`parameter_names`](Self::parameter_names).
    ///
    /// Parameters may be stored whole or as elements. The trace may also have values of definitions, which
    /// follow from the parameters and are not read.
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`] and [`Error::UnknownName`], which name the missing or the superfluous value,
    /// and [`Error::ShapeMismatch`] if a value does not have the shape of its parameter.
    pub fn values_of(&self, trace: &Trace) -> Result<Vec<f64>, Error> {
        self.store.values_of(trace)
    }

    /// The unconstrained point of a trace: the inverse of [`constrain`](Self::constrain).
    ///
    /// # Errors
    ///
    /// The errors of [`values_of`](Self::values_of) and [`unconstrain`](Self::unconstrain).
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
}
