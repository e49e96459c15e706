//! Leave-one-out by draws that are moved: densities of a model at points where it has no draws.

use crate::draws::Draws;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::Posterior;
use crate::predict::AtPoints;
use monomorph_diagnostics::loo::{Loo, MomentMatching};

/// Improves what is unreliable of the numbers of some draws, by a posterior that keeps its observations.
pub(super) fn match_moments<M: BoundModel>(
    posterior: &Posterior<M>,
    draws: &Draws,
    loo: &mut Loo,
    settings: MomentMatching,
) -> Result<(), Error> {
    let points = posterior.points(draws)?;
    let mut workspace = posterior.workspace();
    let mut observations = AtPoints::new(posterior);
    let log_density = |point: &[f64]| posterior.log_density(point, &mut workspace);
    // A point at which nothing can be computed has no weight.
    let log_likelihood = |place: usize, point: &[f64]| observations.at(place, point).unwrap_or(f64::NAN);
    Ok(loo.match_moments(&points, log_density, log_likelihood, settings)?)
}
