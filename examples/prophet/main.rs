//! Births in the United States on each day of 2000 to 2013, and a forecast of 2014, by the model of Prophet:
//! a trend that bends at change points, waves of a year and of a week, and effects of holidays.
//!
//! Data: U.S. Social Security Administration; see `examples/data/README.md`. The reference,
//! `examples/data/prophet.csv`, is the posterior that Prophet itself samples.
//!
//! `cargo run --release --example prophet -- FOLDER` writes two figures, `prophet.svg` and
//! `prophet_trend.svg`, into the folder. It prints the time of each step, and fails if a mean differs from
//! that of Prophet by more than Monte Carlo errors; `cargo test --release --example prophet` compares the
//! same means.
//!
//! What to look at: The trend rises until 2007 and falls by 9 % until 2011. On Thanksgiving 5 600 fewer
//! children are born than on another Thursday. For 2014 the model forecasts 3.97 million births, with a
//! standard deviation of 0.02 million; 4.01 million were registered, because the trend turned. Laplace's
//! approximation and Pathfinder have no reliable weights here, since the prior of the changes has a kink at
//! 0, where the mode has most of them.

mod calendar;
mod model;

use calendar::{FUTURE, HOLIDAYS, PAST, date};
use model::{Days, prophet, trend};
use monomorph::diagnostics::predictive::accuracy;
use monomorph::prelude::*;
use monomorph::report::{data::Quantity, plot};
use std::error::Error as Failure;
use std::path::Path;
use std::time::Instant;

/// A mean of Prophet that differs by more standard errors is an error. Of 63 means that agree, one is beyond
/// this limit with a probability of 0.0004.
const LIMIT: f64 = 4.5;

/// The births of each day, 2000 to 2014, and their largest number in the past.
fn births() -> Result<(Vec<f64>, f64), Box<dyn Failure>> {
    let births = include_str!("../data/births.csv").lines().skip(1).map(str::parse);
    let births: Vec<f64> = births.collect::<Result<_, _>>()?;
    let largest = births[..PAST.count()].iter().copied().fold(0.0, f64::max);
    Ok((births, largest))
}

/// Prints the time of a step.
fn timed<T>(step: &str, run: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let began = Instant::now();
    let result = run()?;
    println!("{step:<44}{:>8.1} ms", 1e3 * began.elapsed().as_secs_f64());
    Ok(result)
}

/// Fits the past.
fn fit(draws: usize) -> Result<Fit, Box<dyn Failure>> {
    let (births, largest) = births()?;
    let past: Vec<i64> = PAST.collect();
    let y: Vec<f64> = births[..past.len()].iter().map(|births| births / largest).collect();
    let days = timed("predictors of 5 114 days", || Ok(Days::new(&past)))?;
    let posterior = timed("compile()", || prophet(&days, &y).compile())?;
    let step = format!("NUTS, 4 chains of {draws} draws after warmup");
    let fit = timed(&step, || posterior.nuts().draws(draws).seed(1).progress(false).run())?;
    let learned = fit.adaptation();
    let again = timed("NUTS with a warm start, 4 chains of 250 draws", || {
        posterior.nuts().warm_start(&learned).draws(250).seed(2).progress(false).run()
    })?;
    println!("its largest R-hat is {:.2}", worst(&again));
    // The mode has most changes at the kink of their prior, 0, so neither approximation is a good one.
    for (name, approximation) in [
        (
            "Laplace's approximation",
            timed("Laplace's approximation", || Ok(posterior.laplace().seed(1).run()))?,
        ),
        ("Pathfinder", timed("Pathfinder", || Ok(posterior.pathfinder().seed(1).run()))?),
    ] {
        match approximation {
            Ok(found) => println!("k̂ of {name} is {:.1}", found.khat()),
            Err(error) => println!("{name} failed: {error}"),
        }
    }
    Ok(fit)
}

/// The largest R-hat.
fn worst(fit: &Fit) -> f64 {
    fit.summary().rows().iter().map(|row| row.rhat).fold(0.0, f64::max)
}

/// Draws of the births on each day of the future.
fn forecast(fit: &Fit, largest: f64) -> Result<Vec<Vec<f64>>, Error> {
    let future: Vec<i64> = FUTURE.collect();
    let y = vec![0.0; future.len()]; // in the place of numbers that nobody knows
    let drawn = prophet(&Days::new(&future), &y).predict(fit.draws(), 1)?;
    let paths = drawn.get("y")?.each();
    Ok(paths.into_iter().map(|path| path.into_iter().map(|y| y * largest).collect()).collect())
}

/// Compares means with those of Prophet. Each row of the reference has a name, a mean, a standard deviation
/// and the Monte Carlo error of the mean; rows of days also have the quantiles at 10 % and 90 %.
fn compare(fit: &Fit, paths: &[Vec<f64>]) -> Result<(), Box<dyn Failure>> {
    let (summary, count) = (fit.summary(), paths.len() as f64);
    println!("\n{:<26}{:>14}{:>14}{:>12}{:>12}", "", "mean", "Prophet", "sd", "Prophet");
    let (mut compared, mut largest) = (0, 0.0_f64);
    for line in include_str!("../data/prophet.csv").lines().skip(1) {
        let (name, numbers) = line.split_once(',').ok_or("a row without numbers")?;
        let numbers: Vec<f64> = numbers.split(',').map_while(|number| number.parse().ok()).collect();
        let (mean, sd, error) = match summary.row(name) {
            Ok(row) => (row.mean, row.sd, row.mcse_mean),
            Err(_) => {
                let month = name.strip_prefix("2014-").and_then(|date| date.get(..2)?.parse().ok());
                let draws: Vec<f64> = match month.map(first_of) {
                    Some(day) => paths.iter().map(|path| path[day]).collect(),
                    None => paths.iter().map(|path| path.iter().sum()).collect(),
                };
                let mean = draws.iter().sum::<f64>() / count;
                let sd = (draws.iter().map(|own| (own - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
                (mean, sd, sd / count.sqrt())
            }
        };
        let distance = (mean - numbers[0]).abs() / error.hypot(numbers[2]);
        if ["k", "sigma", "delta[2007-08-13]", "holiday[Christmas]"].contains(&name) || name.contains("2014")
        {
            println!("{name:<26}{mean:>14.4}{:>14.4}{sd:>12.4}{:>12.4}", numbers[0], numbers[1]);
        }
        (compared, largest) = (compared + 1, largest.max(distance));
    }
    println!("{compared} means: the largest distance is {largest:.1} standard errors");
    if compared == 76 && largest < LIMIT { Ok(()) } else { Err("these are not the means of Prophet".into()) }
}

/// The place of the first day of a month in 2014.
fn first_of(month: i64) -> usize {
    FUTURE.take_while(|day| date(*day).1 < month).count()
}

fn main() -> Result<(), Box<dyn Failure>> {
    let (births, largest) = births()?;
    let fit = fit(1000)?;
    let paths = timed("forecast of 365 days, 4 000 draws", || forecast(&fit, largest))?;
    compare(&fit, &paths)?;

    let future = &births[PAST.count()..];
    println!("\nforecasts of 2014, in births a day\n{}", accuracy(future, &paths)?);
    println!("fewer births than on a usual day:");
    for holiday in HOLIDAYS {
        let effect = fit.draws().column(&format!("holiday[{holiday}]"))?;
        println!("{holiday:<24}{:>6.0} ± {:.0}", -largest * effect.mean(), largest * effect.sd());
    }

    match std::env::args_os().nth(1) {
        Some(folder) => figures(Path::new(&folder), &fit, &paths, future, largest),
        None => Ok(()),
    }
}

/// Writes the figures of a forecast and of the trend, in thousand births.
fn figures(
    folder: &Path,
    fit: &Fit,
    paths: &[Vec<f64>],
    future: &[f64],
    largest: f64,
) -> Result<(), Box<dyn Failure>> {
    let november = first_of(11);
    let days: Vec<f64> = (1..=future.len() - november).map(|day| day as f64).collect();
    let seen: Vec<f64> = future[november..].iter().map(|births| births / 1e3).collect();
    let draws = |day: usize| vec![paths.iter().map(|path| path[day] / 1e3).collect()];
    let forecast = (november..future.len()).map(|day| Quantity::new("births", draws(day)));
    plot::curve(&days, &forecast.collect::<Vec<_>>())
        .observed(&days, &seen)
        .title("Births in November and December 2014, forecast at the end of 2013")
        .x_label("days since 31 October 2014")
        .y_label("thousand births a day")
        .caption("Thanksgiving is day 27, Christmas day 55. Points are the births that were registered.")
        .save(folder.join("prophet.svg"))?;

    let some: Vec<i64> = (PAST.start..FUTURE.end).step_by(30).collect();
    let drawn = trend(&Days::new(&some)).predict(fit.draws(), 1)?;
    let heights = |values: &[f64]| vec![values.iter().map(|trend| trend * largest / 1e3).collect()];
    let drawn = drawn.get("trend")?;
    let curve = drawn.columns().map(|(_, own)| Quantity::new("trend", heights(own.as_slice())));
    let years: Vec<f64> = some.iter().map(|day| 2000.0 + (day - PAST.start) as f64 / 365.25).collect();
    plot::curve(&years, &curve.collect::<Vec<_>>())
        .title("The trend of births, with its forecast for 2014")
        .x_label("year")
        .y_label("thousand births a day")
        .caption("The trend bends at 25 change points until March 2011 and at new ones after 2013.")
        .save(folder.join("prophet_trend.svg"))?;
    Ok(())
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn means_are_those_of_prophet() {
    let (_, largest) = births().unwrap();
    let fit = fit(1000).unwrap();
    compare(&fit, &forecast(&fit, largest).unwrap()).unwrap();
}
