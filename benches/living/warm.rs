//! Cold and warm runs of one posterior.

use crate::{Bar, models};
use monomorph::prelude::*;
use monomorph::sampling::{Fit, Nuts};
use std::error::Error;
use std::fmt::Write;

/// The seeds of the runs, whose numbers are averaged.
const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];

/// The seeds of yesterday's run: the first one that converges teaches.
const YESTERDAY: core::ops::Range<u64> = 11..16;

/// The largest R-hat of a run that has converged.
const CONVERGED: f64 = 1.05;

/// The draws of each of the four chains of a service, whose answers need no more digits.
const FEW: usize = 100;

/// What runs of one posterior gave, as means over seeds.
#[derive(Clone, Copy, Default)]
struct Runs {
    /// Effective draws a second of the element that has the fewest.
    ess_per_second: f64,
    milliseconds: f64,
    gradients: f64,
    /// The largest R-hat of all elements in all runs.
    rhat: f64,
}

/// Cold and warm runs of one kind.
struct Pair {
    cold: Runs,
    warm: Runs,
}

impl Pair {
    /// The effective draws a second of the warm runs, by those of the cold ones.
    fn ratio(&self) -> f64 {
        self.warm.ess_per_second / self.cold.ess_per_second
    }
}

/// A posterior, cold and warm.
pub struct Compared {
    name: &'static str,
    /// The largest R-hat of yesterday's run, which the warm ones begin with.
    taught: f64,
    /// Runs of [`FEW`] draws a chain.
    few: Pair,
    /// Runs of 1 000 draws a chain.
    whole: Pair,
}

fn runs<'a>(nuts: impl Fn(u64) -> Nuts<'a>) -> Result<Runs, monomorph::Error> {
    let mut means = Runs::default();
    for seed in SEEDS {
        let fit = nuts(seed).run()?;
        let summary = fit.summary();
        let fewest = summary.rows().iter().map(|row| row.ess_bulk).filter(|ess| ess.is_finite());
        let (ess, seconds) = (fewest.fold(f64::INFINITY, f64::min), fit.elapsed().as_secs_f64());
        let leapfrogs = fit.chains().iter().map(|chain| {
            chain.warmup_leapfrogs() + chain.draws().iter().map(|draw| draw.leapfrogs).sum::<u64>()
        });
        means.rhat = means.rhat.max(largest_rhat(&fit));
        means.ess_per_second += ess / seconds / SEEDS.len() as f64;
        means.milliseconds += 1e3 * seconds / SEEDS.len() as f64;
        means.gradients += leapfrogs.sum::<u64>() as f64 / SEEDS.len() as f64;
    }
    Ok(means)
}

/// The largest R-hat of all elements.
fn largest_rhat(fit: &Fit) -> f64 {
    fit.summary().rows().iter().map(|row| row.rhat).fold(0.0, f64::max)
}

/// Fits yesterday's posterior, as often as it takes to converge, and then today's cold and warm.
pub fn compare<M: BoundModel, N: BoundModel>(
    name: &'static str,
    yesterday: &Posterior<M>,
    today: &Posterior<N>,
) -> Result<Compared, monomorph::Error> {
    let mut best: Option<(f64, Fit)> = None;
    for seed in YESTERDAY {
        let fit = yesterday.nuts().seed(seed).progress(false).run()?;
        let rhat = largest_rhat(&fit);
        if best.as_ref().is_none_or(|(least, _)| rhat < *least) {
            best = Some((rhat, fit));
        }
        if rhat < CONVERGED {
            break;
        }
    }
    let (taught, before) = best.expect("there are seeds");
    let learned = before.adaptation();
    let nuts = |seed: u64| today.nuts().threads(1).seed(seed).progress(false);
    let warm = |seed: u64| nuts(seed).warm_start(&learned);
    Ok(Compared {
        name,
        taught,
        few: Pair { cold: runs(|seed| nuts(seed).draws(FEW))?, warm: runs(|seed| warm(seed).draws(FEW))? },
        whole: Pair { cold: runs(nuts)?, warm: runs(warm)? },
    })
}

/// The number in the middle, or the mean of the two, and the least one.
fn median_and_least(mut numbers: Vec<f64>) -> (f64, f64) {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    ((numbers[middle] + numbers[numbers.len() - 1 - middle]) / 2.0, numbers[0])
}

/// Writes one table, whose rows are the posteriors.
fn table(
    page: &mut String,
    all: &[Compared],
    pair: impl Fn(&Compared) -> &Pair,
) -> Result<(f64, f64), Box<dyn Error>> {
    writeln!(
        page,
        "| | cold, ESS/s | warm, ESS/s | ratio | cold, ms | warm, ms | gradients, cold | warm \
         | R-hat, yesterday | cold | warm |\n|-|-:|-:|-:|-:|-:|-:|-:|-:|-:|-:|"
    )?;
    for compared in all {
        let Pair { cold, warm } = pair(compared);
        writeln!(
            page,
            "| {} | {:.0} | {:.0} | {:.2} | {:.1} | {:.1} | {:.0} | {:.0} | {:.2} | {:.2} | {:.2} |",
            compared.name,
            cold.ess_per_second,
            warm.ess_per_second,
            pair(compared).ratio(),
            cold.milliseconds,
            warm.milliseconds,
            cold.gradients,
            warm.gradients,
            compared.taught,
            cold.rhat,
            warm.rhat,
        )?;
    }
    let (median, least) = median_and_least(all.iter().map(|compared| pair(compared).ratio()).collect());
    writeln!(page, "\nMedian {median:.2}, least {least:.2}.")?;
    Ok((median, least))
}

/// Writes both tables, and says whether warm starts pay.
pub fn write(page: &mut String) -> Result<Vec<Bar>, Box<dyn Error>> {
    let all = models::all()?;
    writeln!(page, "\n## Warm starts: runs of {FEW} draws a chain\n")?;
    let (median, least) = table(page, &all, |compared| &compared.few)?;
    writeln!(page, "\n## Warm starts: runs of 1 000 draws a chain\n")?;
    writeln!(
        page,
        "A cold chain has 1 000 transitions of warmup and a warm one 100, so that the ratio is 1.8 where draws \
         are as good.\n"
    )?;
    let (_, least_whole) = table(page, &all, |compared| &compared.whole)?;
    Ok(vec![
        Bar {
            what: format!("warm runs have twice the effective draws a second in the median: {median:.2}"),
            is_reached: median >= 2.0,
        },
        Bar {
            what: format!("no warm run is slower: {least:.2} of few draws, {least_whole:.2} of many"),
            is_reached: least.min(least_whole) >= 1.0,
        },
    ])
}
