//! The board to which all chains write their progress.

use super::running_ess::RunningEss;
use super::{ChainProgress, Progress, RunProgress};
use crate::chains::{Phase, Step};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The least time from one report to the next.
const INTERVAL: Duration = Duration::from_millis(100);

/// Gathers the progress of all chains, and shows it to the reader.
pub struct Board<'a> {
    reader: Option<&'a dyn Progress>,
    names: &'a [String],
    started: Instant,
    lines: Mutex<Lines>,
}

struct Lines {
    chains: Vec<ChainProgress>,
    /// The effective draws of each element, for each chain.
    effective: Vec<Vec<f64>>,
    shown: Option<Instant>,
}

impl<'a> Board<'a> {
    pub fn new(reader: Option<&'a dyn Progress>, names: &'a [String], chains: usize, wanted: usize) -> Self {
        let chains = vec![ChainProgress { wanted, is_warmup: true, ..ChainProgress::default() }; chains];
        let effective = vec![Vec::new(); chains.len()];
        let lines = Mutex::new(Lines { chains, effective, shown: None });
        Self { reader, names, started: Instant::now(), lines }
    }

    /// Makes the reporter of a chain, which has made some transitions and draws in an earlier process;
    /// `None` if nobody receives the progress.
    pub fn reporter(&self, chain: usize, transitions: usize, draws: usize) -> Option<ProgressReporter<'_>> {
        self.reader?;
        let before = self.lines.lock().unwrap_or_else(PoisonError::into_inner).chains[chain].clone();
        let own = ChainProgress { transitions, draws, is_over: false, ..before };
        Some(ProgressReporter {
            board: self,
            chain,
            own,
            effective: RunningEss::new(self.names.len()),
            told: Instant::now(),
        })
    }

    fn write(&self, chain: usize, own: &ChainProgress, effective: Option<Vec<f64>>) {
        let Some(reader) = self.reader else { return };
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.chains[chain].clone_from(own);
        if let Some(effective) = effective {
            lines.effective[chain] = effective;
        }
        if !own.is_over && lines.shown.is_some_and(|shown| shown.elapsed() < INTERVAL) {
            return;
        }
        lines.shown = Some(Instant::now());
        let sum = |i: usize| lines.effective.iter().filter_map(|chain| chain.get(i)).sum::<f64>();
        let all = self.names.iter().enumerate().map(|(i, name)| (name.as_str(), sum(i)));
        let worst = all.filter(|(_, draws)| *draws > 0.0).min_by(|a, b| a.1.total_cmp(&b.1));
        reader.show(&RunProgress { chains: &lines.chains, worst, elapsed: self.started.elapsed() });
    }
}

/// Writes the progress of one chain to the board.
pub struct ProgressReporter<'a> {
    board: &'a Board<'a>,
    chain: usize,
    own: ChainProgress,
    effective: RunningEss,
    told: Instant,
}

impl ProgressReporter<'_> {
    /// Reports one more iteration of the chain, with the values of its draw if the iteration ended in a
    /// draw.
    pub fn report(&mut self, step: &Step, phase: Phase, values: Option<&[f64]>) {
        self.own.transitions += 1;
        self.own.transitions_here += 1;
        self.own.gradients += step.gradients;
        self.own.step_size = step.step_size;
        self.own.is_warmup = phase != Phase::Sampling;
        self.own.divergences += usize::from(step.is_divergent && phase == Phase::Sampling);
        if let Some(values) = values {
            self.own.draws += 1;
            self.effective.add(values);
        }
        if self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            self.board.write(self.chain, &self.own, self.effective.get());
        }
    }
}

impl Drop for ProgressReporter<'_> {
    /// Reports the chain as over, also if it failed.
    fn drop(&mut self) {
        self.own.is_over = true;
        self.board.write(self.chain, &self.own, self.effective.get());
    }
}
