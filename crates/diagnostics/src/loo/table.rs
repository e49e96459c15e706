//! The printed tables of estimates, as in R's package loo, followed by advice.

use super::{CrossValidated, Estimate, Loo, Pointwise, Waic};
use crate::printed::log_density;
use crate::psis::Quality;
use std::fmt;

/// The explanation of elpd when observations are predicted from earlier observations.
const GIVEN_THE_PAST: &str = "\
Observations of a series are predicted one step ahead, from those before them, but the parameters were
fitted to later ones too. Leave out the future (`LeftOut::Future`) to judge forecasts.

";

/// The largest number of observations that a sentence names.
const NAMED: usize = 5;

impl fmt::Display for Loo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.is_of_groups() { "group" } else { "observation" };
        write_size(f, self.size(), self.names().len(), what)?;
        if self.is_given_the_past() {
            f.write_str(GIVEN_THE_PAST)?;
        }
        write_estimates(f, &[("elpd_loo", self.elpd()), ("p_loo", self.p_loo()), ("looic", self.looic())])?;
        match self.mcse() {
            mcse if mcse.is_nan() => writeln!(f, "\nThe MCSE of elpd_loo is not reliable.")?,
            mcse if mcse < 0.05 => writeln!(f, "\nThe MCSE of elpd_loo is below 0.05.")?,
            mcse => writeln!(f, "\nThe MCSE of elpd_loo is {}.", log_density(mcse))?,
        }
        let least = |numbers: &[f64]| numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let most = |numbers: &[f64]| numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = (least(self.r_eff()), most(self.r_eff()));
        writeln!(f, "A draw is worth {low:.1} to {high:.1} independent ones (r_eff).\n")?;
        write_shapes(f, self)?;
        write_advice(f, self)?;
        write_few_draws(f, self)?;
        write_remark(f, self.remark())
    }
}

impl fmt::Display for Waic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_size(f, self.size(), self.names().len(), "observation")?;
        write_estimates(f, &[("elpd_waic", self.elpd()), ("p_waic", self.p_waic()), ("waic", self.waic())])?;
        let unreliable = self.unreliable_names();
        if !unreliable.is_empty() {
            write!(
                f,
                "\np_waic is above 0.4 for {}: use leave-one-out cross-validation.\n",
                listed(&unreliable)
            )?;
        }
        write_few_draws(f, self)?;
        write_remark(f, self.remark())
    }
}

impl fmt::Display for CrossValidated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.names().len();
        match self.joint {
            None => writeln!(f, "Each of {count} observations left out of a fit\n")?,
            Some((1, 1)) => writeln!(f, "Each of {count} folds of one row left out of a fit\n")?,
            Some((least, most)) => {
                let rows = if least == most { least.to_string() } else { format!("{least} to {most}") };
                writeln!(
                    f,
                    "Each of {count} folds of {rows} rows left out of a fit, and predicted together\n"
                )?;
            }
        }
        let elpd = self.elpd();
        write_estimates(f, &[("elpd_cv", elpd), ("cvic", elpd.times(-2.0))])
    }
}

fn write_size(
    f: &mut fmt::Formatter<'_>,
    (chains, draws): (usize, usize),
    count: usize,
    what: &str,
) -> fmt::Result {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let (chains_end, end) = (plural(chains), plural(count));
    writeln!(f, "{chains} chain{chains_end} of {draws} draws, {count} {what}{end}\n")
}

fn write_estimates(f: &mut fmt::Formatter<'_>, rows: &[(&str, Estimate)]) -> fmt::Result {
    let cells: Vec<_> = rows.iter().map(|(_, sum)| [sum.value, sum.se].map(log_density)).collect();
    let width = |column: usize, least| cells.iter().map(|row| row[column].len()).fold(least, usize::max);
    let (values, errors) = (width(0, 9), width(1, 6));
    writeln!(f, "{:9}  {:>values$}  {:>errors$}", "", "estimate", "se")?;
    for ((name, _), [value, se]) in rows.iter().zip(&cells) {
        writeln!(f, "{name:9}  {value:>values$}  {se:>errors$}")?;
    }
    Ok(())
}

/// Writes the table of `k̂`: the number of observations in each range, and their smallest effective sample
/// size.
fn write_shapes(f: &mut fmt::Formatter<'_>, loo: &Loo) -> fmt::Result {
    let (threshold, count) = (loo.threshold(), loo.names().len());
    writeln!(f, "{:14}{:10}  {:>6}  {:>6}  {:>8}", "Pareto k", "", "count", "share", "min. ESS")?;
    let ranges = [
        (format!("(-∞, {threshold:.2}]"), "good", f64::NEG_INFINITY, threshold),
        (format!("({threshold:.2}, 1]"), "bad", threshold, 1.0),
        ("(1, ∞)".to_owned(), "very bad", 1.0, f64::INFINITY),
    ];
    for (range, word, above, to) in ranges {
        let is_in = |quality: &&Quality| match above == f64::NEG_INFINITY {
            true => quality.pareto_k <= to,
            false => quality.pareto_k > above && quality.pareto_k <= to,
        };
        let weighted = loo.quality().iter().zip(loo.is_exact()).filter(|(_, exact)| !**exact);
        let inside: Vec<&Quality> = weighted.map(|(quality, _)| quality).filter(is_in).collect();
        let share = 100.0 * inside.len() as f64 / count as f64;
        write!(f, "{range:14}{word:10}  {:6}  {share:5.1}%  ", inside.len())?;
        match inside.iter().map(|quality| quality.ess).reduce(f64::min) {
            Some(least) => writeln!(f, "{least:8.0}")?,
            None => writeln!(f, "{:>8}", "–")?,
        }
    }
    let exact = loo.is_exact().iter().filter(|exact| **exact).count();
    if exact > 0 {
        let share = 100.0 * exact as f64 / count as f64;
        writeln!(f, "{:14}{:10}  {exact:6}  {share:5.1}%  {:>8}", "fitted again", "exact", "–")?;
    }
    Ok(())
}

fn write_advice(f: &mut fmt::Formatter<'_>, loo: &Loo) -> fmt::Result {
    if loo.matched() > 0 {
        writeln!(f, "\nMoments were matched for {}.", loo.matched())?;
    }
    let unreliable = loo.unreliable();
    if unreliable.is_empty() {
        // If the draws are not reliable, neither is the quality of their weights.
        if loo.few_effective_draws().is_some() {
            return Ok(());
        }
        return writeln!(f, "\nAll k̂ are good (up to {:.2}).", loo.threshold());
    }
    let with_shape = |place: &usize| {
        let k = loo.quality()[*place].pareto_k;
        format!("{} ({k:.2})", loo.names()[*place])
    };
    let named: Vec<String> = unreliable.iter().map(with_shape).collect();
    let named = listed(&named.iter().map(String::as_str).collect::<Vec<_>>());
    writeln!(f, "\nk̂ is too large for {named}:")?;
    if loo.is_of_groups() {
        let first = match loo.matched() {
            0 => "move the draws (`loo_by_group_moment_match`), or fit the model again without each of them:",
            _ => "moved draws did not help, so fit the model again without each of them:",
        };
        writeln!(f, "{first}")?;
        writeln!(
            f,
            "`reloo` with folds of `LeftOut::Groups`, or `cross_validate_jointly`. A group with its own"
        )?;
        writeln!(
            f,
            "parameters is predicted from their prior when it is left out, and draws of a fit to its"
        )?;
        return writeln!(f, "rows have little information on this prior: that is no fault of the model.");
    }
    let first = match loo.matched() {
        0 => "move the draws (`loo_moment_match`), fit the model again without each (`reloo`), or take",
        _ => "moved draws did not help, so fit the model again without each (`reloo`), or take",
    };
    writeln!(f, "{first}")?;
    writeln!(
        f,
        "folds if they are many. The model is wrong about them, or has almost as many parameters as data:"
    )?;
    writeln!(
        f,
        "see whether p_loo, {}, is near the number of parameters or observations.",
        log_density(loo.p_loo().value)
    )
}

fn write_remark(f: &mut fmt::Formatter<'_>, remark: &str) -> fmt::Result {
    if remark.is_empty() { Ok(()) } else { writeln!(f, "\n{remark}") }
}

/// Writes a warning if an observation has too few effective draws.
fn write_few_draws(f: &mut fmt::Formatter<'_>, estimate: &impl Pointwise) -> fmt::Result {
    let Some((name, ess)) = estimate.few_effective_draws() else { return Ok(()) };
    writeln!(f, "\nWarning: {}:", few_draws(name, ess))?;
    writeln!(f, "elpd and differences are not to be trusted. See the warnings and R-hat of the fit.")
}

/// Formats the sentence about an observation with few effective draws.
pub(crate) fn few_draws(name: &str, ess: f64) -> String {
    let (ess, end) = (ess.floor(), if ess.floor() == 1.0 { "" } else { "s" });
    format!("the chains have not mixed, or are too short: {ess:.0} effective draw{end} at {name}")
}

/// Formats the first names of a list, and the number of further names.
pub(crate) fn listed(names: &[&str]) -> String {
    let shown = names[..names.len().min(NAMED)].join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
