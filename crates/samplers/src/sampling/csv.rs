//! CmdStan's CSV format, as text.
//!
//! Comments with the settings; the names of the columns; comments with the result of the adaptation; a line
//! per draw; comments with the times. ArviZ's `from_cmdstan` and R's cmdstanr read all of it. The keys are
//! CmdStan's, so a key that has no meaning here (`gamma`, `window`) is left out. A metric that CmdStan does
//! not have is written as its diagonal.
//!
//! A column is called by its variable and, behind points, by the places of its element: indices, which count
//! from 1 as Stan's do, or labels. `labels/part.rs` writes these.

use super::nuts::Metric;
use super::settings::Settings;
use super::statistics::{Adapted, ChainStatistics, DrawStatistics};
use crate::chains::Chains;
use crate::labels::{escape, escape_letter};
use crate::trace::VariableInfo;
use core::fmt::Write;

/// The columns that the sampler fills, before those of the elements.
const SAMPLER_COLUMNS: &str = "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__";

// Writing to a `String` does not fail, so the results of `write!` are dropped below.

/// The settings and the names of the columns. `chain` counts from 0, the chain's `id` in the file from 1.
pub(super) fn header(text: &mut String, settings: &Settings, chain: usize, variables: &[VariableInfo]) {
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
    for column in column_names(variables) {
        text.push(',');
        text.push_str(&column);
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

/// The names of the columns of all elements, each another one: `eta[0]` is `eta.1`, since Stan counts from 1,
/// `L[0,1]` is `L.1.2`, and `alpha[St Louis]` is `alpha.St Louis`.
fn column_names(variables: &[VariableInfo]) -> Vec<String> {
    let usual: Vec<String> = variables.iter().map(|variable| usual_name(variable.name)).collect();
    let of_variable = |(place, variable): (usize, &VariableInfo)| {
        // Names that end like this are the sampler's, and no parameter may have one of another's.
        let own = &usual[place];
        let is_taken = own.ends_with("__") || usual.iter().filter(|name| *name == own).count() > 1;
        let name = if is_taken { exact_name(variable.name) } else { own.clone() };
        variable.element_parts().map(move |parts| {
            let mut column = name.clone();
            parts.into_iter().flatten().for_each(|part| part.add_to_column(&mut column));
            column
        })
    };
    variables.iter().enumerate().flat_map(of_variable).collect()
}

/// The name of a variable in columns. A prefix's point would look like the point before an index, so
/// `school.mu` is `school__mu`.
fn usual_name(variable: &str) -> String {
    let mut name = String::with_capacity(variable.len());
    for (number, word) in variable.split('.').enumerate() {
        name.push_str(if number == 0 { "" } else { "__" });
        escape(word, &mut name);
    }
    name
}

/// The name of a variable whose usual one something else has too, which no other can have: `lp%5F%5F`.
fn exact_name(variable: &str) -> String {
    let mut name = String::with_capacity(variable.len());
    for letter in variable.chars() {
        match letter {
            '_' | '.' => escape_letter(letter, &mut name),
            _ => escape(letter.encode_utf8(&mut [0; 4]), &mut name),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Extent;

    #[test]
    fn names_are_stans() {
        let of = |names: &[(&'static str, Extent)]| {
            let info =
                |(name, extent): &(&'static str, Extent)| VariableInfo::behind(&[], name, *extent, false);
            column_names(&names.iter().map(info).collect::<Vec<_>>())
        };
        let square = Extent::Matrix { length: 4, columns: 2 };
        let eta = Extent::Vector(11);
        let found = of(&[("mu", Extent::Scalar), ("school.eta", eta), ("L", square)]);
        assert_eq!((found[0].as_str(), found[1].as_str()), ("mu", "school__eta.1"));
        assert_eq!(found[11..], ["school__eta.11", "L.1.1", "L.2.1", "L.1.2", "L.2.2"]);
        // What is taken is written letter by letter.
        let scalars = |names: &[&'static str]| {
            of(&names.iter().map(|name| (*name, Extent::Scalar)).collect::<Vec<_>>())
        };
        assert_eq!(scalars(&["lp__", "a_b"]), ["lp%5F%5F", "a_b"]);
        assert_eq!(scalars(&["a__b", "a.b", "c__b"]), ["a%5F%5Fb", "a%2Eb", "c__b"]);
        assert_eq!(scalars(&["a_._b", "a.__b"]), ["a%5F%2E%5Fb", "a%2E%5F%5Fb"]);
        assert_eq!(scalars(&["x[1]", "a,b", "größe"]), ["x%5B1%5D", "a%2Cb", "größe"]);
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
