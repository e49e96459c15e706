//! The sampler of the crate nuts-rs on our gradients: a diagonal metric from draws and gradients, with the
//! default values of its other settings.

use crate::race::{CHAINS, DRAWS, WARMUP};
use ::nuts_rs::rand::SeedableRng;
use ::nuts_rs::rand::rngs::ChaCha8Rng;
use ::nuts_rs::{
    Chain, CpuLogpFunc, CpuMath, CpuMathError, DiagNutsSettings, HasDims, LogpError, Settings, rand,
};
use monomorph::draws::Draws;
use monomorph::prelude::*;
use std::cell::Cell;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The draws of a run.
pub struct Run {
    pub draws: Draws,
    /// The number of gradients, warmup included.
    pub gradients: u64,
    /// The wall time of warmup and draws, all chains one after the other.
    pub elapsed: Duration,
}

struct LogDensity<'a, M: BoundModel> {
    posterior: &'a Posterior<M>,
    workspace: Workspace,
    gradients: Rc<Cell<u64>>,
}

#[derive(Debug)]
struct OutsideSupport;

impl fmt::Display for OutsideSupport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the log density is not finite")
    }
}

impl Error for OutsideSupport {}

impl LogpError for OutsideSupport {
    fn is_recoverable(&self) -> bool {
        true
    }
}

impl<M: BoundModel> HasDims for LogDensity<'_, M> {
    fn dim_sizes(&self) -> HashMap<String, u64> {
        HashMap::from([("unconstrained_parameter".to_owned(), self.posterior.dimension() as u64)])
    }
}

impl<M: BoundModel> CpuLogpFunc for LogDensity<'_, M> {
    type LogpError = OutsideSupport;
    type FlowParameters = ();
    type ExpandedVector = ();

    fn dim(&self) -> usize {
        self.posterior.dimension()
    }

    fn logp(&mut self, q: &[f64], gradient: &mut [f64]) -> Result<f64, OutsideSupport> {
        self.gradients.set(self.gradients.get() + 1);
        let log_density = self.posterior.log_density_and_gradient(q, gradient, &mut self.workspace);
        if log_density.is_finite() { Ok(log_density) } else { Err(OutsideSupport) }
    }

    fn expand_vector<R: rand::Rng + ?Sized>(&mut self, _: &mut R, _: &[f64]) -> Result<(), CpuMathError> {
        Ok(())
    }
}

/// Samples, one chain after the other on this thread.
pub fn sample<M: BoundModel>(posterior: &Posterior<M>, seed: u64) -> Result<Run, Box<dyn Error>> {
    let start = Instant::now();
    let gradients = Rc::new(Cell::new(0));
    let width = posterior.value_count();
    let mut values = vec![0.0; width * CHAINS * DRAWS];
    let mut row = vec![0.0; width];
    let mut workspace = posterior.workspace();
    for chain in 0..CHAINS {
        let mut rng = ChaCha8Rng::seed_from_u64(seed * CHAINS as u64 + chain as u64);
        let settings = DiagNutsSettings {
            num_tune: WARMUP as u64,
            num_draws: DRAWS as u64,
            gradient_clipping: None,
            ..DiagNutsSettings::default()
        };
        let density =
            LogDensity { posterior, workspace: posterior.workspace(), gradients: Rc::clone(&gradients) };
        let mut sampler = settings.new_chain(chain as u64, CpuMath::new(density), &mut rng);
        let sampler = sampler.as_mut().map_err(|error| error.to_string())?;
        let mut point = vec![0.0; posterior.dimension()];
        for attempt in 0.. {
            point.fill_with(|| rand::RngExt::random_range(&mut rng, -2.0..2.0));
            if posterior.log_density(&point, &mut workspace).is_finite() || attempt == 100 {
                break;
            }
        }
        sampler.set_position(&point)?;
        for draw in 0..WARMUP + DRAWS {
            let (point, ..) = sampler.expanded_draw()?;
            if draw >= WARMUP {
                posterior.constrain_into(&point, &mut row, &mut workspace)?;
                for (element, value) in row.iter().enumerate() {
                    values[(element * CHAINS + chain) * DRAWS + draw - WARMUP] = *value;
                }
            }
        }
    }
    let draws = Draws::new(posterior.variables(), CHAINS, DRAWS, values)?;
    Ok(Run { draws, gradients: gradients.get(), elapsed: start.elapsed() })
}
