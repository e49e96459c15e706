//! Progress bars.

use super::{ChainProgress, FitsProgress, Progress, RunProgress, ShowFits};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::{Mutex, PoisonError};

/// One bar for each chain, one below the other on stderr, and a line about all chains.
struct Bars {
    all: MultiProgress,
    lines: Mutex<Vec<ProgressBar>>,
}

/// Returns the bars, or `None` if stderr is not a terminal.
pub fn bars() -> Option<Box<dyn Progress>> {
    let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
    let bars: Box<dyn Progress> = Box::new(Bars { all: all.clone(), lines: Mutex::default() });
    (!all.is_hidden()).then_some(bars)
}

/// Returns the function that shows many fits in one line, or `None` if stderr is not a terminal.
pub fn line_of_fits(all: usize) -> Option<Box<ShowFits<'static>>> {
    let line = ProgressBar::with_draw_target(Some(all as u64), ProgressDrawTarget::stderr());
    if line.is_hidden() {
        return None;
    }
    let line = line.with_style(style("fits {bar:30} {pos:>6}/{len} {msg}"));
    Some(Box::new(move |fits: &FitsProgress| {
        line.set_position(fits.finished as u64);
        let mut message = format!("{:.0} a second", fits.per_second());
        if fits.failed > 0 {
            message += &format!(", {} failed", fits.failed);
        }
        match fits.time_left().filter(|_| fits.finished < fits.all) {
            Some(left) => line.set_message(format!("{message}, {} s left", left.as_secs())),
            None => line.abandon_with_message(message),
        }
    }))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Bars {
    fn line(&self, wanted: usize, template: &str) -> ProgressBar {
        self.all.add(ProgressBar::new(wanted as u64).with_style(style(template)))
    }
}

impl Progress for Bars {
    fn show(&self, run: &RunProgress<'_>) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.is_empty() {
            for (number, chain) in run.chains.iter().enumerate() {
                let bar = self.line(chain.wanted, "chain {prefix} {bar:30} {pos:>6}/{len} {msg}");
                bar.set_prefix(number.to_string());
                lines.push(bar);
            }
            lines.push(self.line(0, "{msg}"));
        }
        for (bar, chain) in lines.iter().zip(run.chains) {
            let ChainProgress { transitions, is_warmup, divergences, step_size, .. } = chain;
            bar.set_position(*transitions as u64);
            let what = if *is_warmup { "warmup" } else { "sampling" };
            // The step of samplers without trajectories is 0.
            let message = match *step_size > 0.0 {
                true => format!("{what}, step size {step_size:.3}, divergences: {divergences}"),
                false => what.to_owned(),
            };
            if chain.is_over { bar.abandon_with_message(message) } else { bar.set_message(message) }
        }
        let made: usize = run.chains.iter().map(|chain| chain.transitions_here).sum();
        let mut message = match run.gradients_per_second() {
            0.0 => format!("{:.0} iterations a second", made as f64 / run.elapsed.as_secs_f64()),
            speed => format!("{speed:.0} gradients a second"),
        };
        if let Some((name, draws)) = run.worst {
            message += &format!(", {draws:.0} effective draws of `{name}`");
        }
        let is_over = run.chains.iter().all(|chain| chain.is_over);
        if let Some(left) = run.time_left().filter(|_| !is_over) {
            message += &format!(", {} s left", left.as_secs());
        }
        if let Some(line) = lines.last() {
            if is_over { line.abandon_with_message(message) } else { line.set_message(message) }
        }
    }
}
