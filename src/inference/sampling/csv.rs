//! CmdStan's CSV format, as text.
//!
//! Comments with the settings; the names of the columns; comments with the result of the adaptation; a line
//! per draw; comments with the times. ArviZ's `from_cmdstan` and R's cmdstanr read all of it. The keys are
//! CmdStan's, so a key that has no meaning here (`gamma`, `window`) is left out. A metric that CmdStan does
//! not have is written as its diagonal.

use super::nuts::Metric;
use super::settings::Settings;
use super::statistics::{Adapted, ChainStatistics, DrawStatistics};
use crate::chains::Chains;
use core::fmt::Write;

/// The columns that the sampler fills, before those of the elements.
const SAMPLER_COLUMNS: &str = "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__";

// Writing to a `String` does not fail, so the results of `write!` are dropped below.

/// The settings and the names of the columns. `chain` counts from 0, the chain's `id` in the file from 1.
pub(super) fn header(text: &mut String, settings: &Settings, chain: usize, elements: &[String]) {
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
         # generated_by = monomorph-{}\n\
         {SAMPLER_COLUMNS}",
        u8::from(warmup > 0),
        if *metric == Metric::Dense { "dense_e" } else { "diag_e (Default)" },
        chain + 1,
        starts.radius,
        env!("CARGO_PKG_VERSION"),
    );
    for element in elements {
        let _ = write!(text, ",{}", column_name(element));
    }
    text.push('\n');
}

/// The result of the adaptation.
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

/// A line of numbers, each with the digits that it needs to be read back exactly.
pub(super) fn draw(text: &mut String, draw: &DrawStatistics, values: impl Iterator<Item = f64>) {
    number(text, draw.log_density);
    for statistic in [draw.acceptance, draw.step_size] {
        text.push(',');
        number(text, statistic);
    }
    let _ = write!(text, ",{},{},{},", draw.tree_depth, draw.leapfrogs, u8::from(draw.divergent));
    number(text, draw.energy);
    for value in values {
        text.push(',');
        number(text, value);
    }
    text.push('\n');
}

/// The times.
pub(super) fn times(text: &mut String, chain: &ChainStatistics) {
    let (warmup, sampling) = (chain.warmup_time.as_secs_f64(), chain.sampling_time.as_secs_f64());
    let _ = write!(
        text,
        "# \n\
         #  Elapsed Time: {warmup:.6} seconds (Warm-up)\n\
         #                {sampling:.6} seconds (Sampling)\n\
         #                {:.6} seconds (Total)\n\
         # \n",
        warmup + sampling
    );
}

/// C++'s words for what is not finite, which all readers know.
fn number(text: &mut String, value: f64) {
    if value.is_nan() {
        text.push_str("nan");
    } else {
        let _ = write!(text, "{value:?}");
    }
}

/// `eta[0]` is `eta.1`, since Stan counts from 1; `L[0,1]` is `L.1.2`. A prefix's point would look like the
/// point before an index: `school.mu` is `school__mu`.
fn column_name(element: &str) -> String {
    let (name, indices) = element.split_once('[').unwrap_or((element, ""));
    let mut column = name.replace('.', "__");
    let indices = indices.trim_end_matches(']').split(',').map(str::trim);
    for index in indices.filter(|index| !index.is_empty()) {
        let _ = match index.parse::<usize>() {
            Ok(index) => write!(column, ".{}", index + 1),
            Err(_) => write!(column, ".{index}"),
        };
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_stans() {
        assert_eq!(column_name("mu"), "mu");
        assert_eq!(column_name("eta[0]"), "eta.1");
        assert_eq!(column_name("L[0,1]"), "L.1.2");
        assert_eq!(column_name("L[0, 10]"), "L.1.11");
        assert_eq!(column_name("school.theta[7]"), "school__theta.8");
    }

    #[test]
    fn numbers_are_read_back() {
        for value in [0.1, -1.0 / 3.0, 1e-300, 1.5e300, 0.0, f64::INFINITY, f64::NEG_INFINITY] {
            let mut text = String::new();
            number(&mut text, value);
            assert_eq!(text.parse(), Ok(value));
        }
    }
}
