//! Draws in unconstrained coordinates, in which samplers move.

use super::given::Given;
use super::pointwise::by_element;
use crate::compiler::Coordinates;
use crate::draws::Draws;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::{Posterior, VariableInfo};
use crate::shape::Extent;

impl<M: BoundModel> Posterior<M> {
    /// Returns the unconstrained coordinates of each draw of the parameters, with the parameters' names:
    /// `ln τ` of a positive `tau` has the name `tau`, and a simplex has one coordinate less than elements.
    /// The coordinates of a matrix are numbered in their order in an unconstrained point.
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`] and [`Error::ShapeMismatch`] if the draws are not draws of this posterior's
    /// parameters; [`Error::OutsideSupport`] for a draw that is outside its support, or was rounded to a
    /// bound.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), tau: positive(), p: simplex(3) }
    /// let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0), p |= flat() };
    /// let posterior = model.compile()?;
    /// let fit = posterior.nuts().chains(2).warmup(100).draws(50).seed(1).run()?;
    /// let coordinates = posterior.unconstrained(fit.draws())?;
    /// assert_eq!(coordinates.names(), ["mu", "tau", "p[0]", "p[1]"]);
    /// let (log_tau, tau) = (coordinates.column("tau")?, fit.draws().column("tau")?);
    /// assert!((log_tau.as_slice()[7] - tau.as_slice()[7].ln()).abs() < 1e-12);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn unconstrained(&self, draws: &Draws) -> Result<Draws, Error> {
        let values = self.points(draws)?;
        let variables = self.coordinate_variables();
        let values = by_element(&variables, &values);
        Draws::new(variables, draws.chains(), draws.draws_per_chain(), values)
    }

    /// Returns the unconstrained points of draws, one after the other.
    pub(crate) fn points(&self, draws: &Draws) -> Result<Vec<f64>, Error> {
        let given = Given::new(self.store(), Some(draws), None)?;
        if let Some(name) = given.first_missing(self.store()) {
            return Err(Error::MissingValue { name: name.to_owned() });
        }
        given.refuse_parts()?;
        let count = draws.chains() * draws.draws_per_chain();
        let unread = vec![0.0; self.dimension()];
        let mut point = unread.clone();
        let mut workspace = self.workspace();
        let mut values = Vec::with_capacity(count * self.dimension());
        for place in 0..count {
            given.store(place, &mut workspace);
            self.unconstrain_stored(&mut workspace, &unread, &mut point)?;
            values.extend_from_slice(&point);
        }
        Ok(values)
    }

    /// Returns the coordinates of each parameter as a variable, in order. A vector whose elements each have
    /// a coordinate keeps its levels; the coordinates of a matrix are a vector, since the support determines
    /// their order.
    fn coordinate_variables(&self) -> Vec<VariableInfo> {
        let (known, mut variables) = (self.variables(), Vec::new());
        for Coordinates { name, range, .. } in self.coordinates() {
            let alike = |own: &&VariableInfo| own.columns.is_none() && own.size() == range.len();
            let own = known.iter().filter(|own| own.name == *name).find(alike);
            let extent = own.map_or(Extent::Vector(range.len()), VariableInfo::extent);
            let info = VariableInfo::behind(&variables, name, extent, false);
            variables.push(info.with_levels(own.map_or(info.levels, |own| own.levels)));
        }
        variables
    }
}
