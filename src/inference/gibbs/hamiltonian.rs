//! Hamiltonian Monte Carlo for the continuous parameters that have no full conditional of a known kind, all of them together, along
//! [trajectories](crate::trajectory) in their coordinates.

use super::state::State;
use crate::scope::{Gradient, Value};
use crate::statement::BoundModel;
use crate::trajectory::{End, Trajectories};
use rand::{Rng, RngExt};

/// The coordinates that move.
pub(super) struct Hamiltonian {
    coordinates: Vec<usize>,
    trajectories: Trajectories,
    /// By all coordinates of the model.
    gradient: Vec<f64>,
}

impl Hamiltonian {
    pub fn new(coordinates: Vec<usize>, dimension: usize) -> Self {
        let trajectories = Trajectories::new(coordinates.len());
        Self { coordinates, trajectories, gradient: vec![0.0; dimension] }
    }

    /// One trajectory. Within `warmup`, with how much of it is over, the step and the variances adapt.
    pub fn update<M: BoundModel>(
        &mut self,
        state: &mut State<'_, M>,
        warmup: Option<f64>,
        rng: &mut dyn Rng,
    ) {
        let Self { coordinates, trajectories, gradient } = self;
        let start: Vec<f64> = coordinates.iter().map(|&i| state.point[i]).collect();
        let mut point = start.clone();
        let evaluate = |own: &[f64], slopes: &mut [f64]| {
            let State { posterior, workspace, point, .. } = &mut *state;
            coordinates.iter().zip(own).for_each(|(&i, q)| point[i] = *q);
            let log_density = posterior.along_with_gradient::<Gradient>(point, gradient, workspace);
            coordinates.iter().zip(slopes).for_each(|(&i, slope)| *slope = gradient[i]);
            log_density
        };
        let acceptance = End::acceptance(trajectories.travel(&mut point, evaluate, rng).log_ratio());
        if rng.random::<f64>() >= acceptance {
            point = start;
        }
        coordinates.iter().zip(&point).for_each(|(&i, q)| state.point[i] = *q);
        // Parameters and definitions stand where the trajectory ended.
        state.posterior.along::<Value>(&state.point, &mut state.workspace);
        trajectories.learn(&point, acceptance, warmup);
    }
}
