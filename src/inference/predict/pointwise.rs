//! The log densities of observations and of parameters' statements at each draw, for comparisons of models
//! by cross-validation, and for checks of the prior's influence.

use super::given::Given;
use super::names;
use crate::draws::Draws;
use crate::error::Error;
use crate::labels::SideLevels;
use crate::model::drawing::{Observation, Observations};
use crate::model::statement::BoundModel;
use crate::posterior::{Posterior, Store, VariableInfo, Workspace};
use crate::shape::Extent;

/// Returns log p(yᵢ | θ) of each observation at each draw of the parameters, and true if some of them are log
/// densities of steps, each given the earlier steps.
pub(in crate::inference) fn log_likelihood<M: BoundModel>(
    posterior: &Posterior<M>,
    draws: &Draws,
) -> Result<(Draws, bool), Error> {
    log_densities(posterior, draws, Observations::default(), "the list of data")
}

/// Returns the log density of each statement about a parameter at each draw, row by row.
pub(super) fn log_prior<M: BoundModel>(posterior: &Posterior<M>, draws: &Draws) -> Result<Draws, Error> {
    log_densities(posterior, draws, Observations::of_parameters(), "the list of statements of parameters")
        .map(|(densities, _)| densities)
}

/// Returns the log densities of the statements that `observations` collects, at each draw; an error that
/// names `what` if there are none.
fn log_densities<M: BoundModel>(
    posterior: &Posterior<M>,
    draws: &Draws,
    mut observations: Observations,
    what: &str,
) -> Result<(Draws, bool), Error> {
    let store = posterior.store();
    let given = Given::new(store, Some(draws), None).map_err(|error| of_series_with_gaps(store, error))?;
    if let Some(name) = given.first_missing(store) {
        return Err(Error::MissingValue { name: name.to_owned() });
    }
    given.refuse_parts()?;
    let (chains, draws) = (draws.chains(), draws.draws_per_chain());
    let unread = vec![0.0; posterior.dimension()];
    let mut workspace = posterior.workspace();
    let mut values = Vec::new();
    for place in 0..chains * draws {
        given.store(place, &mut workspace);
        posterior.define(&unread, &mut workspace)?;
        observe(posterior, &unread, &mut workspace, &mut observations, &mut values)?;
    }
    if values.is_empty() {
        return Err(Error::Empty { statement: String::new(), what: what.to_owned() });
    }
    let variables = variables(&observations.all, &posterior.store().all_variables());
    let values = by_element(&variables, &values);
    let is_given_the_past = observations.all.iter().any(|observation| observation.is_given_the_past);
    Ok((Draws::new(variables, chains, draws, values)?, is_given_the_past))
}

/// Returns the error of a variable with some elements of data that has another number of elements in the
/// draws, for example a series with gaps whose end a fold has left out.
fn of_series_with_gaps(store: &Store, error: Error) -> Error {
    let Error::ShapeMismatch { name, expected, found } = &error else { return error };
    let own = store.layout.variables.iter().find(|variable| variable.name() == name.as_str());
    let has_data = |slot: core::ops::Range<usize>| slot.into_iter().any(|slot| store.holds_element(slot));
    if !own.is_some_and(|own| has_data(own.slot.0..own.slot.0 + own.size())) {
        return error;
    }
    let (expected, found) = (expected.size(), found.size());
    let reason = format!(
        "`{name}`, of which some elements are data, has {expected} elements in the model and {found} in the draws, for \
         example because these are the draws of a fold. Elements that the draws lack cannot be scored if gaps are \
         parameters: use a law that marginalises gaps, such as a state space with `.observed(&flags)`, or \
         replace gaps by numbers"
    );
    Error::results(reason)
}

/// Appends the log densities of the statements that `observations` collects, at the values in the workspace.
fn observe<M: BoundModel>(
    posterior: &Posterior<M>,
    unread: &[f64],
    workspace: &mut Workspace,
    observations: &mut Observations,
    values: &mut Vec<f64>,
) -> Result<(), Error> {
    observations.clear();
    posterior.with_frame(unread, workspace, |frame| {
        posterior.model().observe(observations, frame);
        Ok(())
    })?;
    let all = observations.all.iter().flat_map(|observation| &observation.log_densities);
    values.extend(all.map(|log_density| if log_density.is_nan() { f64::NEG_INFINITY } else { *log_density }));
    Ok(())
}

/// The log likelihoods of observations at unconstrained points.
pub(crate) struct AtPoints<'a, M> {
    posterior: &'a Posterior<M>,
    workspace: Workspace,
    observations: Observations,
    values: Vec<f64>,
    /// The place of each observation, in the order of the observations' names.
    places: Vec<usize>,
}

impl<'a, M: BoundModel> AtPoints<'a, M> {
    /// Returns the log likelihoods of a posterior that keeps its observations.
    pub fn new(posterior: &'a Posterior<M>) -> Self {
        let (workspace, observations) = (posterior.workspace(), Observations::default());
        Self { posterior, workspace, observations, values: Vec::new(), places: Vec::new() }
    }

    /// Returns the log likelihood of some observations together at a point; the observations are given by
    /// the places of their names.
    pub fn at(&mut self, observations: &[usize], point: &[f64]) -> Result<f64, Error> {
        self.posterior.set_all_variables(point, &mut self.workspace)?;
        self.values.clear();
        observe(self.posterior, point, &mut self.workspace, &mut self.observations, &mut self.values)?;
        if self.places.is_empty() {
            let variables = variables(&self.observations.all, &self.posterior.store().all_variables());
            self.places = variables.iter().flat_map(VariableInfo::places).collect();
        }
        Ok(observations.iter().map(|observation| self.values[self.places[*observation]]).sum())
    }
}

/// Reorders values from the order (draw, element), in which matrices are stored row by row, to the order
/// (element, draw), with elements in the order of names.
pub(crate) fn by_element(variables: &[VariableInfo], values: &[f64]) -> Vec<f64> {
    let elements: usize = variables.iter().map(VariableInfo::size).sum();
    let places = variables.iter().flat_map(VariableInfo::places);
    places.flat_map(|place| values.iter().skip(place).step_by(elements.max(1)).copied()).collect()
}

/// Returns the names and sizes of observations. Observations of a parameter have its name and its levels;
/// rows of data with gaps have the names of rows.
fn variables(observations: &[Observation], parameters: &[VariableInfo]) -> Vec<VariableInfo> {
    let mut variables: Vec<VariableInfo> = Vec::new();
    for Observation { statement, parameter, extent, seen, .. } in observations {
        let is_taken = |name: &str| variables.iter().any(|info| info.name == name);
        let name = match parameter {
            Some(parameter) => names::free_name(parameter, is_taken),
            None => names::name_of(statement, is_taken),
        };
        let whole = seen.as_ref().map_or(*extent, |seen| seen.of);
        let own = parameters.iter().find(|own| Some(own.name) == *parameter);
        let levels = match own.map(|own| (own.extent(), own.levels)) {
            Some((extent, levels)) if extent == whole => levels,
            // A matrix has a number for each row.
            Some((extent, levels)) if Extent::Vector(extent.rows_and_columns().0) == whole => {
                SideLevels::of_vector(levels.rows)
            }
            _ => SideLevels::NONE,
        };
        let levels = match seen {
            Some(seen) => SideLevels::of_vector(levels.of_some(seen.of, &seen.places)),
            None => levels,
        };
        variables.push(VariableInfo::behind(&variables, name, *extent, false).with_levels(levels));
    }
    variables
}
