//! Slice sampling of unconstrained coordinates, one after the other, for parameters without a conjugate
//! pair.
//!
//! With u uniform below p(q), an interval around q is stepped out until both ends are outside {p > u}, and
//! shrunk to points that are drawn from it, until one is inside.
//!
//! Neal 2003, "Slice sampling", figures 3 and 5.

use super::scope::Only;
use super::state::State;
use crate::error::Error;
use crate::model::BoundVariable;
use crate::model::statement::{BoundModel, Restricted};
use rand::{Rng, RngExt};

/// The width of the first interval, in unconstrained coordinates.
const WIDTH: f64 = 1.0;

/// The maximum number of steps by which an interval grows.
const STEPS: usize = 50;

/// Draws each coordinate of a parameter given the rest.
pub(super) fn update<M: BoundModel, Target: BoundVariable>(
    state: &mut State<'_, M>,
    variable: &Target,
    rng: &mut dyn Rng,
) -> Result<(), Error> {
    for coordinate in variable.coordinates() {
        let here = state.point[coordinate];
        let mut log_density = |q: f64| {
            state.point[coordinate] = q;
            state
                .posterior
                .along::<Restricted<M, (), Only<Target>, false>>(&state.point, &mut state.workspace)
        };
        let height = log_density(here) + (1.0 - rng.random::<f64>()).ln();
        if !height.is_finite() {
            return Err(Error::ImproperConditional { name: Target::FACTS.name, index: None });
        }
        let mut low = here - WIDTH * rng.random::<f64>();
        let mut high = low + WIDTH;
        let left = rng.random_range(0..STEPS);
        for _ in 0..left {
            if log_density(low) <= height {
                break;
            }
            low -= WIDTH;
        }
        for _ in left..STEPS {
            if log_density(high) <= height {
                break;
            }
            high += WIDTH;
        }
        loop {
            let q = low + (high - low) * rng.random::<f64>();
            if log_density(q) > height || low >= high {
                break;
            }
            if q < here { low = q } else { high = q }
        }
    }
    Ok(())
}
