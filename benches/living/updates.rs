//! Ten new rows of a logistic regression, and observations that arrive one by one.

use crate::Bar;
use crate::regression_data::Regression;
use faer::MatRef;
use monomorph::prelude::*;
use monomorph::sampling::Route;
use monomorph::state_space::{OnlineFilter, StateSpace};
use std::error::Error;
use std::fmt::Write;
use std::time::Instant;

/// The number of observations of a batch, and the number of batches, of which the fastest counts.
const BATCH: usize = 1_000;
const BATCHES: usize = 300;

/// The number of rows that are new.
const NEW: usize = 10;

fn logistic<'a>(x: &'a [f64], y: &'a [u8], columns: usize) -> impl Model + 'a {
    params! { alpha: real(), beta: vector(columns) }
    model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        data(y) |= bernoulli_logit(alpha + data(MatRef::from_row_major_slice(x, y.len(), columns)).dot(beta)),
    }
}

/// The seconds of what is done.
fn seconds<R>(work: impl FnOnce() -> R) -> (R, f64) {
    let began = Instant::now();
    let result = work();
    (result, began.elapsed().as_secs_f64())
}

/// The nanoseconds of an observation of a local level that is pushed.
fn nanoseconds_of_push() -> Result<f64, monomorph::Error> {
    let mut filter = StateSpace::of(&local_level(38.0, 123.0))?.online_filter(0)?;
    let mut least = f64::INFINITY;
    for _ in 0..BATCHES {
        let pushed = |filter: &mut OnlineFilter| (0..BATCH).try_for_each(|k| filter.push(&[(k % 7) as f64]));
        let (result, seconds) = seconds(|| pushed(&mut filter));
        result?;
        least = least.min(1e9 * seconds / BATCH as f64);
    }
    Ok(least)
}

/// Times an update and a cold run, and compares their moments.
pub fn write(page: &mut String) -> Result<Vec<Bar>, Box<dyn Error>> {
    let Regression { columns, x, y } = Regression::<u8>::logistic();
    let before = y.len() - NEW;
    let (old_x, new_x) = x.split_at(before * columns);
    let (old_y, new_y) = y.split_at(before);
    let fit = logistic(old_x, old_y, columns).compile()?.nuts().threads(1).seed(1).progress(false).run()?;
    let posterior = logistic(&x, &y, columns).compile()?;
    let (cold, cold_seconds) = seconds(|| posterior.nuts().threads(1).seed(2).progress(false).run());
    let cold = cold?.summary();
    let rows = |draws: &Draws| logistic(new_x, new_y, columns).pointwise_log_likelihood(draws);
    let (updated, update_seconds) = seconds(|| fit.update(&posterior).added(rows).run());
    let updated = updated?;
    let (khat, share) = (updated.khat().unwrap_or(f64::INFINITY), update_seconds / cold_seconds);
    // The largest difference of means, in Monte Carlo errors of both.
    let mut largest = 0.0_f64;
    for row in updated.rows() {
        let refit = cold.row(&row.name)?;
        let error = (refit.mcse_mean.powi(2) + row.sd.powi(2) / updated.ess()).sqrt();
        largest = largest.max((row.mean - refit.mean).abs() / error);
    }
    writeln!(page, "\n## Ten new rows of a logistic regression, 10 000 × 20\n")?;
    writeln!(page, "| | |\n|-|-:|")?;
    writeln!(page, "| a cold run | {:.0} ms |", 1e3 * cold_seconds)?;
    writeln!(page, "| the update | {:.1} ms |", 1e3 * update_seconds)?;
    writeln!(page, "| k̂ | {khat:.2} |")?;
    writeln!(page, "| worth, of 4 000 draws | {:.0} |", updated.ess())?;
    writeln!(page, "| largest difference of means, in Monte Carlo errors | {largest:.1} |")?;
    let push = nanoseconds_of_push()?;
    writeln!(page, "\nAn observation of a local level that is pushed: {push:.0} ns.")?;
    Ok(vec![
        Bar {
            what: format!("a pushed observation takes less than 1 µs: {push:.0} ns"),
            is_reached: push < 1e3,
        },
        Bar {
            what: format!("an update takes 2 % of a cold run at most: {:.2} %", 100.0 * share),
            is_reached: share <= 0.02,
        },
        Bar {
            what: format!("its k̂ is below 0.7: {khat:.2}"),
            is_reached: khat < 0.7 && updated.route() == Route::Weighted,
        },
        Bar {
            what: format!("means are those of a refit: {largest:.1} errors, of 21 means"),
            is_reached: largest < 4.0,
        },
    ])
}
