//! Cold and warm runs of one posterior.

use crate::{Bar, models};
use monomorph::prelude::*;
use monomorph::sampling::Fit;
use std::error::Error;
use std::fmt::Write;

/// The seeds of the runs, whose numbers are averaged.
const SEEDS: [u64; 3] = [1, 2, 3];

/// What runs of one posterior gave: effective draws a second and gradients, as means.
#[derive(Clone, Copy, Default)]
struct Runs {
    ess_per_second: f64,
    gradients: f64,
    warmup_gradients: f64,
    /// The largest R-hat of all elements in all runs.
    rhat: f64,
}

/// A posterior, cold and warm.
pub struct Compared {
    name: &'static str,
    /// The largest R-hat of yesterday's run, which the warm ones begin with.
    taught: f64,
    cold: Runs,
    warm: Runs,
}

/// The draws of the run, and what it took.
fn runs(sample: impl Fn(u64) -> Result<Fit, monomorph::Error>) -> Result<Runs, monomorph::Error> {
    let mut sums = Runs::default();
    for seed in SEEDS {
        let fit = sample(seed)?;
        let summary = fit.summary();
        let fewest = summary.rows().iter().map(|row| row.ess_bulk).filter(|ess| ess.is_finite());
        let ess = fewest.fold(f64::INFINITY, f64::min);
        sums.rhat = sums.rhat.max(largest_rhat(&fit));
        let warmup: u64 = fit.chains().iter().map(|chain| chain.warmup_leapfrogs()).sum();
        let draws: u64 = fit.chains().iter().flat_map(|chain| chain.draws()).map(|draw| draw.leapfrogs).sum();
        sums.ess_per_second += ess / fit.elapsed().as_secs_f64();
        sums.gradients += (warmup + draws) as f64;
        sums.warmup_gradients += warmup as f64;
    }
    let count = SEEDS.len() as f64;
    Ok(Runs {
        ess_per_second: sums.ess_per_second / count,
        gradients: sums.gradients / count,
        warmup_gradients: sums.warmup_gradients / count,
        rhat: sums.rhat,
    })
}

/// The largest R-hat of all elements.
fn largest_rhat(fit: &Fit) -> f64 {
    fit.summary().rows().iter().map(|row| row.rhat).fold(0.0, f64::max)
}

/// Fits yesterday's posterior, and then today's cold and warm.
pub fn compare<M: BoundModel, N: BoundModel>(
    name: &'static str,
    yesterday: &Posterior<M>,
    today: &Posterior<N>,
) -> Result<Compared, monomorph::Error> {
    let before = yesterday.nuts().seed(9).progress(false).run()?;
    let (learned, taught) = (before.adaptation(), largest_rhat(&before));
    let nuts = |seed: u64| today.nuts().threads(1).seed(seed).progress(false);
    let cold = runs(|seed| nuts(seed).run())?;
    let warm = runs(|seed| nuts(seed).warm_start(&learned).run())?;
    Ok(Compared { name, taught, cold, warm })
}

/// Writes the table, and says whether warm starts pay.
pub fn write(page: &mut String) -> Result<Vec<Bar>, Box<dyn Error>> {
    writeln!(page, "\n## Warm starts\n")?;
    writeln!(
        page,
        "| | cold, ESS/s | warm, ESS/s | ratio | gradients, cold | warm | of warmup, cold | warm | R-hat, yesterday | cold | warm |"
    )?;
    writeln!(page, "|-|-:|-:|-:|-:|-:|-:|-:|-:|-:|-:|")?;
    let mut ratios = Vec::new();
    for Compared { name, taught, cold, warm } in models::all()? {
        let ratio = warm.ess_per_second / cold.ess_per_second;
        writeln!(
            page,
            "| {name} | {:.0} | {:.0} | {ratio:.2} | {:.0} | {:.0} | {:.0} | {:.0} | {taught:.2} | {:.2} | {:.2} |",
            cold.ess_per_second,
            warm.ess_per_second,
            cold.gradients,
            warm.gradients,
            cold.warmup_gradients,
            warm.warmup_gradients,
            cold.rhat,
            warm.rhat,
        )?;
        ratios.push(ratio);
    }
    ratios.sort_by(f64::total_cmp);
    let middle = ratios.len() / 2;
    let median = (ratios[middle] + ratios[ratios.len() - 1 - middle]) / 2.0;
    let least = ratios[0];
    writeln!(page, "\nMedian {median:.2}, least {least:.2}.")?;
    Ok(vec![
        Bar {
            what: format!("warm runs have twice the effective draws a second in the median: {median:.2}"),
            is_reached: median >= 2.0,
        },
        Bar { what: format!("no warm run is slower: {least:.2}"), is_reached: least >= 1.0 },
    ])
}
