//! The head of a test object in measurements of simulated motorcycle crashes: what is its acceleration, and
//! how much do measurements scatter? Both are smooth curves of the time since the crash. The only
//! assumption about them is that their curvature is limited.
//!
//! Data: G. Schmidt, R. Mattern and F. Schüler (1981), as in B. Silverman, "Some aspects of the spline
//! smoothing approach to non-parametric regression curve fitting", JRSS B 47 (1985), and the data set
//! `mcycle` of R's package MASS (GPL-2 or GPL-3).
//!
//! `cargo run --release --example smooths -- FOLDER` writes a figure, `smooths.svg`, into the folder.
//!
//! What to look at: The head is thrown back after 14 ms, by 112 g at 20 ms, and forward after 28 ms. The
//! standard deviation of measurements is 1 g before and 36 g at 35 ms, so the curve is known to 1 g at 5
//! ms. With one standard deviation for all times, 23 g, its interval is 30 g wide there, and at 30 ms it is
//! too narrow.

use monomorph::prelude::*;
use monomorph::report::plot;
use std::path::Path;

/// Milliseconds since the crash, and the acceleration of the head in units of that of the earth.
const TIME: [f64; 133] = [
    2.4, 2.6, 3.2, 3.6, 4.0, 6.2, 6.6, 6.8, 7.8, 8.2, 8.8, 8.8, 9.6, 10.0, 10.2, 10.6, 11.0, 11.4, 13.2,
    13.6, 13.8, 14.6, 14.6, 14.6, 14.6, 14.6, 14.6, 14.8, 15.4, 15.4, 15.4, 15.4, 15.6, 15.6, 15.8, 15.8,
    16.0, 16.0, 16.2, 16.2, 16.2, 16.4, 16.4, 16.6, 16.8, 16.8, 16.8, 17.6, 17.6, 17.6, 17.6, 17.8, 17.8,
    18.6, 18.6, 19.2, 19.4, 19.4, 19.6, 20.2, 20.4, 21.2, 21.4, 21.8, 22.0, 23.2, 23.4, 24.0, 24.2, 24.2,
    24.6, 25.0, 25.0, 25.4, 25.4, 25.6, 26.0, 26.2, 26.2, 26.4, 27.0, 27.2, 27.2, 27.2, 27.6, 28.2, 28.4,
    28.4, 28.6, 29.4, 30.2, 31.0, 31.2, 32.0, 32.0, 32.8, 33.4, 33.8, 34.4, 34.8, 35.2, 35.2, 35.4, 35.6,
    35.6, 36.2, 36.2, 38.0, 38.0, 39.2, 39.4, 40.0, 40.4, 41.6, 41.6, 42.4, 42.8, 42.8, 43.0, 44.0, 44.4,
    45.0, 46.6, 47.8, 47.8, 48.8, 50.6, 52.0, 53.2, 55.0, 55.0, 55.4, 57.6,
];
const ACCELERATION: [f64; 133] = [
    0.0, -1.3, -2.7, 0.0, -2.7, -2.7, -2.7, -1.3, -2.7, -2.7, -1.3, -2.7, -2.7, -2.7, -5.4, -2.7, -5.4, 0.0,
    -2.7, -2.7, 0.0, -13.3, -5.4, -5.4, -9.3, -16.0, -22.8, -2.7, -22.8, -32.1, -53.5, -54.9, -40.2, -21.5,
    -21.5, -50.8, -42.9, -26.8, -21.5, -50.8, -61.7, -5.4, -80.4, -59.0, -71.0, -91.1, -77.7, -37.5, -85.6,
    -123.1, -101.9, -99.1, -104.4, -112.5, -50.8, -123.1, -85.6, -72.3, -127.2, -123.1, -117.9, -134.0,
    -101.9, -108.4, -123.1, -123.1, -128.5, -112.5, -95.1, -81.8, -53.5, -64.4, -57.6, -72.3, -44.3, -26.8,
    -5.4, -107.1, -21.5, -65.6, -16.0, -45.6, -24.2, 9.5, 4.0, 12.0, -21.5, 37.5, 46.9, -17.4, 36.2, 75.0,
    8.1, 54.9, 48.2, 46.9, 16.0, 45.6, 1.3, 75.0, -16.0, -54.9, 69.6, 34.8, 32.1, -37.5, 22.8, 46.9, 10.7,
    5.4, -1.3, -21.5, -13.3, 30.8, -10.7, 29.4, 0.0, -10.7, 14.7, -1.3, 0.0, 10.7, 10.7, -26.8, -14.7, -13.3,
    0.0, 10.7, -14.7, -2.7, 10.7, -2.7, 10.7,
];

fn main() -> Result<(), Error> {
    let mean = Smooth::cubic(&TIME, 20)?;
    let scatter = Smooth::cubic(&TIME, 8)?;
    let grid: Vec<f64> = (0..=56).map(|step| 2.0 + f64::from(step)).collect();
    let (mean_there, scatter_there) = (mean.at(&grid)?, scatter.at(&grid)?);

    params! {
        level: real(), slope: real(), bend: positive(), u: vector(mean.count()),
        log_level: real(), log_slope: real(), log_bend: positive(), v: vector(scatter.count()),
    }
    let model = model! {
        level     |= normal(0.0, 50.0),
        slope     |= normal(0.0, 50.0),
        bend      |= half_normal(100.0),
        u         |= normal(0.0, bend),
        log_level |= normal(3.0, 1.0),
        log_slope |= normal(0.0, 1.0),
        log_bend  |= half_normal(1.0),
        v         |= normal(0.0, log_bend),
        expected = level + slope * data(mean.line()) + data(mean.wiggles()).dot(u),
        log_sd = log_level + log_slope * data(scatter.line()) + data(scatter.wiggles()).dot(v),
        data(&ACCELERATION) |= normal(expected, log_sd.exp()),
        curve = level + slope * data(mean_there.line()) + data(mean_there.wiggles()).dot(u),
        log_sd_there = log_level + log_slope * data(scatter_there.line())
            + data(scatter_there.wiggles()).dot(v),
        sd = log_sd_there.exp(),
    };
    let fit = model.compile()?.nuts().chains(4).target_accept(0.95).seed(1981).run()?;
    println!("{}", fit.summary().of(&["level", "slope", "bend", "log_level", "log_slope", "log_bend"])?);

    let with_one_scatter = with_one_scatter(&mean, &mean_there)?;
    println!("  ms   scatter   curve, 90 % interval       with one scatter");
    for place in (3..grid.len()).step_by(5) {
        let column = |name: &str| fit.draws().column(&format!("{name}[{place}]"));
        let curve = interval(column("curve")?.as_slice().to_vec());
        let other = interval(with_one_scatter[place].clone());
        println!("{:>4}   {:>7.1}   {curve}   {other}", grid[place], column("sd")?.mean());
    }

    if let Some(folder) = std::env::args_os().nth(1) {
        plot::curve(&grid, &fit.draws().dataset())
            .of(["curve"])
            .observed(&TIME, &ACCELERATION)
            .title("The head after a motorcycle crash")
            .x_label("milliseconds since the crash")
            .y_label("acceleration, g")
            .caption("Median, 50 % and 90 % bands of the curve; points are measurements.")
            .save(Path::new(&folder).join("smooths.svg"))?;
    }
    Ok(())
}

/// Returns draws of the curve at each new place if the scatter is the same at all times. This is the model
/// of mgcv's `gam(accel ~ s(times, k = 20, bs = "cr"))`. Laplace approximations integrate out the wiggles,
/// which is exact for normal measurements, and approximate the law of the four other numbers.
fn with_one_scatter(mean: &Smooth, there: &Smooth) -> Result<Vec<Vec<f64>>, Error> {
    params! { level: real(), slope: real(), bend: positive(), sigma: positive(), u: vector(mean.count()) }
    let model = model! {
        level |= normal(0.0, 50.0),
        slope |= normal(0.0, 50.0),
        bend  |= half_normal(100.0),
        sigma |= half_normal(50.0),
        u     |= normal(0.0, bend),
        data(&ACCELERATION) |= normal(level + slope * data(mean.line()) + data(mean.wiggles()).dot(u), sigma),
    };
    let posterior = model.marginalise_by_laplace(u).compile()?;
    let approximation = posterior.laplace().draws(500).resample(true).seed(1981).run()?;
    println!("{approximation}");
    let (draws, wiggles) = (approximation.draws(), posterior.recover(approximation.draws(), 1)?);
    let lines = draws.values_of(level)?.into_iter().zip(draws.values_of(slope)?);
    let all: Vec<_> = lines.zip(wiggles.values_of(u)?).collect();
    let heights = |place: usize| {
        let (line, columns) = (there.line()[place], there.wiggles().row(place));
        let wiggle = |u: &[f64]| columns.iter().zip(u).map(|(w, u)| w * u).sum::<f64>();
        all.iter().map(|((level, slope), u)| level + slope * line + wiggle(u)).collect()
    };
    Ok((0..there.line().len()).map(heights).collect())
}

/// Returns the mean of draws, with the interval of 90 % of them.
fn interval(mut draws: Vec<f64>) -> String {
    draws.sort_by(f64::total_cmp);
    let at = |share: f64| draws[(share * draws.len() as f64) as usize];
    let mean = draws.iter().sum::<f64>() / draws.len() as f64;
    format!("{mean:>6.1} ({:>6.1} to {:>6.1})", at(0.05), at(0.95))
}
