//! The sampler of nuts-rs, one transition at a time.

use super::log_density::{LogDensity, Phase};
use super::nuts::Settings;
use super::statistics::DrawStatistics;
use super::target::Target;
use core::cell::Cell;
use core::fmt::Display;
use nuts_rs::rand::rngs::ChaCha8Rng;
use nuts_rs::{Chain as _, CpuMath, DiagNutsSettings, Settings as _};
use std::rc::Rc;

type Chain<'a> = <DiagNutsSettings as nuts_rs::Settings>::Chain<CpuMath<LogDensity<'a>>>;

/// The sampler of one chain. Errors are in nuts-rs' own words.
pub(super) struct Sampler<'a> {
    chain: Chain<'a>,
    phase: Rc<Cell<Phase>>,
    next_step_size: Option<f64>,
    adapted_step_size: f64,
    scales: Vec<f64>,
}

impl<'a> Sampler<'a> {
    /// A sampler at its initial point, where the log density and the gradient must be finite.
    pub fn new(
        target: &'a dyn Target,
        settings: &Settings,
        chain: usize,
        initial_point: &[f64],
        rng: &mut ChaCha8Rng,
    ) -> Result<Self, String> {
        let phase = Rc::new(Cell::new(Phase::Start));
        let math = CpuMath::new(LogDensity::new(target, Rc::clone(&phase)));
        let mut chain = nuts_settings(settings).new_chain(chain as u64, math, rng).map_err(words)?;
        chain.set_position(initial_point).map_err(words)?;
        phase.set(Phase::Warmup);
        Ok(Self { chain, phase, next_step_size: None, adapted_step_size: f64::NAN, scales: Vec::new() })
    }

    /// To be called after warmup.
    pub fn end_warmup(&mut self) {
        self.phase.set(Phase::Sampling);
    }

    /// The next unconstrained point.
    pub fn transition(&mut self) -> Result<(Box<[f64]>, DrawStatistics), String> {
        let (point, _, statistics, _) = self.chain.expanded_draw().map_err(words)?;
        let hamiltonian = statistics.hamiltonian;
        let adaptation = statistics.adapt.step_size;
        // Only there when the metric has changed.
        if let Some(scales) = hamiltonian.transformation.mass_matrix_inv {
            self.scales = scales;
        }
        self.adapted_step_size = adaptation.step_size_bar;
        // nuts-rs has already adapted: what it reports is the step size of the next trajectory.
        let step_size = self.next_step_size.replace(hamiltonian.step_size);
        let draw = DrawStatistics {
            log_density: statistics.point.logp,
            acceptance: adaptation.mean_tree_accept,
            step_size: step_size.unwrap_or(hamiltonian.step_size),
            tree_depth: u32::try_from(statistics.depth).unwrap_or(u32::MAX),
            leapfrogs: adaptation.n_steps,
            divergent: statistics.divergence.diverging,
            // Without the log determinant of the metric, which nuts-rs counts in and Stan does not.
            energy: statistics.point.kinetic_energy - statistics.point.logp,
        };
        Ok((point, draw))
    }

    /// The step size without its variation from draw to draw. NaN before the first transition.
    pub fn adapted_step_size(&self) -> f64 {
        self.adapted_step_size
    }

    /// The diagonal of the inverse metric. Empty before the first transition.
    pub fn inverse_metric(&self) -> Vec<f64> {
        // nuts-rs calls the standard deviations so.
        self.scales.iter().map(|scale| scale * scale).collect()
    }
}

fn words(error: impl Display) -> String {
    error.to_string()
}

fn nuts_settings(settings: &Settings) -> DiagNutsSettings {
    let mut nuts = DiagNutsSettings {
        num_tune: settings.chains.warmup as u64,
        num_draws: settings.chains.draws as u64,
        maxdepth: u64::from(settings.max_depth),
        // A gradient that overflows makes a divergence; clipping would cost a pass over every gradient.
        gradient_clipping: None,
        ..DiagNutsSettings::default()
    };
    nuts.adapt_options.step_size_settings.target_accept = settings.target_accept;
    nuts.adapt_options.mass_matrix_options.store_mass_matrix = true;
    nuts
}
