//! Writes the sampler's own part of CSV files in CmdStan's format.
//!
//! A file has comments with the settings; the names of the columns; comments with the result of the
//! adaptation; a line per draw; comments with the times. ArviZ's `from_cmdstan` and R's cmdstanr read all
//! of it. The keys are CmdStan's; a key without a counterpart here (`gamma`, `window`) is left out. A
//! metric that CmdStan does not have is written as its diagonal.

use super::nuts::Metric;
use super::settings::Settings;
use super::statistics::{Adapted, DrawStatistics};
use crate::chains::Chains;
use crate::record::number;
use core::fmt::Write;

/// The columns that the sampler fills, before those of the elements.
pub(super) const COLUMNS: &str =
    "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,";

// Writing to a `String` does not fail, so the results of `write!` are dropped below.

/// Writes the settings. `chain` counts from 0, the chain's `id` in the file from 1.
pub(super) fn settings(text: &mut String, settings: &Settings, chain: usize) {
    let Settings { run, max_depth, target_accept, starts, step_jitter, metric, .. } = settings;
    let Chains { warmup, draws, seed, .. } = run.chains;
    let _ = write!(
        text,
        "# stan_version_major = 2\n\
         # stan_version_minor = 36\n\
         # stan_version_patch = 0\n\
         # model = monomorph\n\
         # method = sample (Default)\n\
         #   sample\n\
         #     num_samples = {draws}\n\
         #     num_warmup = {warmup}\n\
         #     save_warmup = 0 (Default)\n\
         #     thin = 1 (Default)\n\
         #     adapt\n\
         #       engaged = {}\n\
         #       delta = {target_accept}\n\
         #     algorithm = hmc (Default)\n\
         #       hmc\n\
         #         engine = nuts (Default)\n\
         #           nuts\n\
         #             max_depth = {max_depth}\n\
         #         metric = {}\n\
         #         stepsize_jitter = {step_jitter}\n\
         # id = {}\n\
         # init = {}\n\
         # random\n\
         #   seed = {seed}\n\
         # generated_by = monomorph-{}\n",
        u8::from(warmup > 0),
        if *metric == Metric::Dense { "dense_e" } else { "diag_e (Default)" },
        chain + 1,
        starts.radius,
        env!("CARGO_PKG_VERSION"),
    );
}

/// Writes the result of the adaptation.
pub(super) fn adaptation(text: &mut String, adapted: &Adapted) {
    let _ = writeln!(text, "# Adaptation terminated\n# Step size = {}", adapted.step_size);
    let Adapted { diagonal, matrix, .. } = adapted;
    let (what, numbers) = match matrix {
        None => ("Diagonal elements", diagonal),
        Some(matrix) => ("Elements", matrix),
    };
    let _ = writeln!(text, "# {what} of inverse mass matrix:");
    for row in numbers.chunks(diagonal.len().max(1)) {
        for (i, number) in row.iter().enumerate() {
            let _ = write!(text, "{}{number:?}", if i == 0 { "# " } else { ", " });
        }
        text.push('\n');
    }
}

/// Writes the statistics of a draw, each followed by a comma.
pub(super) fn draw(text: &mut String, draw: &DrawStatistics) {
    for statistic in [draw.log_density, draw.acceptance, draw.step_size] {
        number(text, statistic);
        text.push(',');
    }
    let _ = write!(text, "{},{},{},", draw.tree_depth, draw.leapfrogs, u8::from(draw.divergent));
    number(text, draw.energy);
    text.push(',');
}
