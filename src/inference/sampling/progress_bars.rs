//! Progress bars.

use super::statistics::DrawStatistics;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// How often a bar is drawn at most.
const INTERVAL: Duration = Duration::from_millis(100);

/// The progress bars of a run, one per chain, below each other on stderr. Nothing is shown when it is not a terminal.
pub(super) struct Progress {
    bars: Option<MultiProgress>,
    transitions: u64,
}

impl Progress {
    pub fn new(shown: bool, transitions: usize) -> Self {
        let bars = shown.then(|| MultiProgress::with_draw_target(ProgressDrawTarget::stderr()));
        Self { bars: bars.filter(|bars| !bars.is_hidden()), transitions: transitions as u64 }
    }

    /// The bar of a chain that begins.
    pub fn chain(&self, chain: usize) -> ChainProgress {
        let template = "chain {prefix} {bar:30} {pos:>6}/{len} {msg}";
        let bar = self.bars.as_ref().map(|bars| {
            let style =
                ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = bars.add(ProgressBar::new(self.transitions).with_style(style));
            bar.set_prefix(chain.to_string());
            bar
        });
        ChainProgress { bar, drawn: Instant::now(), transitions: 0, divergences: 0 }
    }
}

/// The progress of one chain.
pub(super) struct ChainProgress {
    bar: Option<ProgressBar>,
    drawn: Instant,
    transitions: u64,
    divergences: u64,
}

impl ChainProgress {
    /// One transition more. Divergences are counted after warmup, where they matter.
    pub fn advance(&mut self, warmup: bool, draw: &DrawStatistics) {
        let Some(bar) = &self.bar else { return };
        self.transitions += 1;
        self.divergences += u64::from(draw.divergent && !warmup);
        if self.drawn.elapsed() >= INTERVAL {
            self.drawn = Instant::now();
            let what = if warmup { "warmup" } else { "sampling" };
            bar.set_position(self.transitions);
            let (step_size, divergences) = (draw.step_size, self.divergences);
            bar.set_message(format!("{what}, step size {step_size:.3}, divergences: {divergences}"));
        }
    }
}

impl Drop for ChainProgress {
    /// The bar stays as it is, also when the chain failed.
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.set_position(self.transitions);
            bar.abandon_with_message(format!("divergences: {}", self.divergences));
        }
    }
}
