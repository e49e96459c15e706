//! Starts a chain at a draw of a path.

use super::path::{PathSettings, follow};
use crate::approximate::evaluator::{Densities, Evaluator};
use crate::approximate::weighted::{Normal, log_ratios, resample, smoothed_weights};
use crate::target::{Start, Target};
use crate::workspace::Workspace;
use core::mem::take;
use monomorph_numerics::random::fill_normal;
use rand::rngs::ChaCha8Rng;

/// The number of draws of a path among which a start is chosen.
const CANDIDATES: usize = 100;

/// Returns a draw of the path that begins at a point, chosen among a hundred draws by importance weights.
/// Returns the point itself if the path has no approximation, or the draw has no gradient.
pub fn start_of_chain(
    target: &dyn Target,
    start: Start,
    rng: &mut ChaCha8Rng,
    workspace: &mut Workspace,
) -> Start {
    let Start { point, gradient, log_density } = &start;
    let first = Start { point: point.clone(), gradient: gradient.clone(), log_density: *log_density };
    let mut evaluator = Evaluator::new(Densities::OfGradient(target), take(workspace));
    let drawn = draw_of_path(target, first, rng, &mut evaluator);
    *workspace = evaluator.workspace;
    drawn.unwrap_or(start)
}

fn draw_of_path(
    target: &dyn Target,
    start: Start,
    rng: &mut ChaCha8Rng,
    evaluator: &mut Evaluator<'_>,
) -> Option<Start> {
    let dimension = start.point.len();
    let mut path = follow(evaluator, start, PathSettings::new(), rng)?;
    let mut numbers = vec![0.0; CANDIDATES * dimension];
    fill_normal(&mut numbers, rng);
    let (mut points, mut log_approximations) = (vec![0.0; numbers.len()], vec![0.0; CANDIDATES]);
    path.factors.draw(&numbers, &mut points, &mut log_approximations);
    let mut points = points.chunks_exact(dimension);
    let log_densities: Vec<f64> = points.clone().map(|point| evaluator.next(point)[0]).collect();
    let (weights, _) = smoothed_weights(log_ratios(&log_densities, &log_approximations), 1.0).ok()?;
    let chosen = *resample(&weights, 1, rng).first()?;
    let point = points.nth(chosen)?.to_vec();
    let mut gradient = vec![0.0; dimension];
    let log_density = target.log_density_and_gradient(&point, &mut gradient, &mut evaluator.workspace);
    log_density.is_finite().then_some(Start { point, gradient, log_density })
}
