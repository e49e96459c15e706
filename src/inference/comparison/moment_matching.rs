//! Leave-one-out cross-validation with moved draws: densities of a model at points that are not among its
//! draws.

use crate::draws::Draws;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::Posterior;
use crate::predict::AtPoints;
use monomorph_diagnostics::loo::{Loo, MomentMatching, Pointwise};
use std::collections::HashMap;

/// The places of the rows of each group, in the order of the groups' names.
pub(super) fn rows_of_groups<L: ToString>(loo: &Loo, labels: &[L]) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); loo.names().len()];
    let places: HashMap<&str, usize> =
        loo.names().iter().enumerate().map(|(place, name)| (name.as_str(), place)).collect();
    for (row, label) in labels.iter().enumerate() {
        if let Some(place) = places.get(label.to_string().as_str()) {
            groups[*place].push(row);
        }
    }
    groups
}

/// Improves the unreliable numbers of `loo` by moving draws, with a posterior that keeps its observations.
/// Each number is of one row, or of the rows of a group, whose places are in `groups`.
pub(super) fn match_moments<M: BoundModel>(
    posterior: &Posterior<M>,
    draws: &Draws,
    loo: &mut Loo,
    groups: Option<&[Vec<usize>]>,
    settings: MomentMatching,
) -> Result<(), Error> {
    let points = posterior.points(draws)?;
    let mut workspace = posterior.workspace();
    let mut observations = AtPoints::new(posterior);
    let log_density = |point: &[f64]| posterior.log_density(point, &mut workspace);
    // A point at which the densities cannot be computed has no weight.
    let log_likelihood = |place: usize, point: &[f64]| {
        let own = [place];
        let rows = groups.map_or(&own[..], |groups| &groups[place]);
        observations.at(rows, point).unwrap_or(f64::NAN)
    };
    Ok(loo.match_moments(&points, log_density, log_likelihood, settings)?)
}
