//! The price of crude oil while it fell, July 2014 to June 2016: calm days follow calm days, and volatile
//! days follow volatile days. A GARCH(1,1) model estimates how long a shock lasts, which days were
//! volatile, and the possible losses in the next two weeks.
//!
//! Data: daily dollars for a barrel of West Texas Intermediate at Cushing, Oklahoma, from the U.S. Energy
//! Information Administration, in the public domain.
//!
//! `cargo run --release --example garch -- FOLDER` writes a figure, `garch.svg`, into the folder.
//!
//! What to look at: `kept` is 0.92, so half of a shock is left after nine days (`half_life`). In the table
//! the standard deviation of a day ranges from 2 % in calm weeks to 5 % in volatile weeks. In the figure,
//! the price of a barrel ten days later is between 40 and 56 dollars with a probability of 90 %, an
//! interval three times as wide as on the first day.

use monomorph::prelude::*;
use monomorph::report::{data::Quantity, plot};
use std::path::Path;

/// The price of a barrel in dollars on each day.
#[rustfmt::skip]
const PRICE: [f64; 505] = [
    106.06, 105.18, 104.76, 104.19, 104.06, 102.93, 103.61, 101.48, 101.73, 100.56, 101.88, 103.84, 103.83,
    105.34, 104.59, 103.81, 102.76, 105.23, 105.68, 104.91, 104.29, 98.23, 97.86, 98.26, 97.34, 96.93,
    97.34, 97.61, 98.09, 97.36, 97.57, 95.54, 97.30, 96.44, 94.35, 96.40, 93.97, 93.61, 95.39, 95.78, 95.82,
    96.44, 97.86, 92.92, 95.50, 94.51, 93.32, 92.64, 92.73, 91.71, 92.89, 92.18, 92.86, 94.91, 94.33, 93.07,
    92.43, 91.46, 91.55, 93.60, 93.59, 95.55, 94.53, 91.17, 90.74, 91.02, 89.76, 90.33, 88.89, 87.29, 85.76,
    85.87, 85.73, 81.72, 81.82, 82.33, 82.80, 82.76, 83.25, 80.52, 82.81, 81.27, 81.26, 81.36, 82.25, 81.06,
    80.53, 78.77, 77.15, 78.71, 77.87, 78.71, 77.43, 77.85, 77.16, 74.13, 75.91, 75.64, 74.55, 74.55, 75.63,
    76.52, 75.74, 74.04, 73.70, 65.94, 68.98, 66.99, 67.30, 66.73, 65.89, 63.13, 63.74, 60.99, 60.01, 57.81,
    55.96, 55.97, 56.43, 54.18, 56.91, 55.25, 56.78, 55.70, 54.59, 53.46, 54.14, 53.45, 52.72, 50.05, 47.98,
    48.69, 48.80, 48.35, 46.06, 45.92, 48.49, 46.37, 48.49, 46.79, 47.85, 45.93, 45.26, 44.80, 45.84, 44.08,
    44.12, 47.79, 49.25, 53.04, 48.45, 50.48, 51.66, 52.99, 50.06, 48.80, 51.17, 52.66, 53.56, 52.13, 51.12,
    49.95, 49.56, 48.48, 50.25, 47.65, 49.84, 49.59, 50.43, 51.53, 50.76, 49.61, 49.95, 48.42, 48.06, 47.12,
    44.88, 43.93, 43.39, 44.63, 44.02, 46.00, 47.40, 47.03, 48.75, 51.41, 48.83, 48.66, 47.72, 50.12, 49.13,
    52.08, 53.95, 50.44, 50.79, 51.63, 51.95, 53.30, 56.25, 56.69, 55.71, 56.37, 55.58, 56.17, 56.59, 55.98,
    55.56, 57.05, 58.55, 59.62, 59.10, 58.92, 60.38, 60.93, 58.99, 59.41, 59.23, 60.72, 60.50, 59.89, 59.73,
    59.44, 57.30, 58.96, 60.18, 58.88, 57.29, 57.51, 57.69, 60.25, 60.24, 61.30, 59.67, 58.00, 59.11, 58.15,
    60.15, 61.36, 60.74, 59.96, 59.53, 60.01, 59.89, 60.41, 59.62, 60.01, 61.05, 60.01, 59.59, 59.41, 58.34,
    59.48, 56.94, 56.93, 52.48, 52.33, 51.61, 52.76, 52.74, 52.19, 53.05, 51.40, 50.90, 50.88, 50.11, 50.59,
    49.27, 48.11, 47.98, 47.17, 47.97, 48.77, 48.53, 47.11, 45.25, 45.75, 45.13, 44.69, 43.87, 44.94, 43.11,
    43.22, 42.27, 42.45, 41.93, 42.58, 40.75, 41.00, 40.45, 38.22, 39.15, 38.50, 42.47, 45.29, 49.20, 45.38,
    46.30, 46.75, 46.02, 45.92, 44.13, 45.85, 44.75, 44.07, 44.58, 47.12, 46.93, 44.71, 46.67, 46.17, 44.53,
    44.94, 45.55, 44.40, 45.24, 45.06, 44.75, 45.54, 46.28, 48.53, 47.86, 49.46, 49.67, 47.09, 46.70, 46.63,
    46.38, 47.30, 45.91, 45.84, 45.22, 44.90, 43.91, 43.19, 43.21, 45.93, 46.02, 46.60, 46.12, 47.88, 46.32,
    45.27, 44.32, 43.87, 44.23, 42.95, 41.74, 40.69, 41.68, 40.73, 40.75, 40.55, 39.39, 39.27, 40.89, 41.22,
    40.57, 40.43, 40.58, 39.93, 41.08, 40.00, 37.64, 37.46, 37.16, 36.76, 35.65, 36.31, 37.32, 35.55, 34.98,
    34.72, 34.55, 36.12, 36.76, 37.62, 36.36, 37.88, 36.59, 37.13, 36.81, 35.97, 33.97, 33.29, 33.20, 31.42,
    30.42, 30.42, 31.22, 29.45, 28.47, 26.68, 29.55, 32.07, 30.31, 29.54, 32.32, 33.21, 33.66, 31.62, 29.90,
    32.29, 31.63, 30.86, 29.71, 27.96, 27.54, 26.19, 29.32, 29.05, 30.68, 30.77, 29.59, 31.37, 31.84, 30.35,
    31.40, 31.65, 32.74, 34.39, 34.57, 34.56, 35.91, 37.90, 36.67, 37.62, 37.77, 38.51, 37.20, 36.32, 38.43,
    40.17, 39.47, 39.91, 41.45, 38.28, 38.14, 37.99, 36.91, 36.91, 36.94, 35.36, 34.30, 34.52, 37.74, 37.30,
    39.74, 40.46, 42.12, 41.70, 41.45, 40.40, 39.74, 40.88, 42.72, 43.18, 42.76, 41.67, 42.52, 45.29, 46.03,
    45.98, 44.75, 43.65, 43.77, 44.33, 44.58, 43.45, 44.68, 46.21, 46.64, 46.22, 47.72, 48.29, 48.12, 48.16,
    47.67, 48.12, 48.04, 49.10, 49.00, 49.36, 49.10, 49.07, 49.14, 48.69, 49.71, 50.37, 51.23, 50.52, 49.09,
    48.89, 48.49, 47.92, 46.14, 48.00, 49.40, 48.95, 49.16, 49.34, 46.70, 45.80, 47.93, 49.85, 48.27,
];

/// The number of trading days in the forecast.
const HORIZON: usize = 10;

/// The daily returns in per cent under GARCH(1,1).
fn volatility(returns: &[f64], variance: f64) -> impl Model {
    params! { mu: real(), omega: positive(), alpha: interval(0.0, 1.0), beta: interval(0.0, 1.0 - alpha) }
    model! {
        mu    |= normal(0.0, 1.0),
        omega |= half_normal(1.0),
        alpha |= uniform(0.0, 1.0),
        beta  |= uniform(0.0, 1.0 - alpha),
        // The share of a shock that is left after a day, and the number of days until half of it is left.
        kept = alpha + beta,
        half_life = 0.5_f64.ln() / kept.log(),
        data(returns) |= garch(mu, omega, alpha, beta, variance),
    }
}

fn main() -> Result<(), Error> {
    let returns: Vec<f64> = PRICE.windows(2).map(|pair| 100.0 * (pair[1] / pair[0]).ln()).collect();
    let variance = returns.iter().map(|value| value * value).sum::<f64>() / returns.len() as f64;

    let fit = volatility(&returns, variance).compile()?.nuts().chains(4).seed(1).run()?;
    println!("{}", fit.summary());

    // The standard deviation of each day, at the posterior means.
    let mean = |name: &str| fit.draws().column(name).map(|column| column.mean());
    let (mu, omega, alpha, beta) = (mean("mu")?, mean("omega")?, mean("alpha")?, mean("beta")?);
    let mut before = (variance, variance);
    println!("day  return  deviation of the day, in per cent");
    for (day, value) in returns.iter().enumerate() {
        let now = omega + alpha * before.1 + beta * before.0;
        before = (now, (value - mu) * (value - mu));
        if day % 25 == 0 {
            println!(
                "{day:3}  {value:6.2}  {:4.2}  {}",
                now.sqrt(),
                "#".repeat((10.0 * now.sqrt()) as usize)
            );
        }
    }

    // The model with `HORIZON` more days, whose values are not read.
    let longer = [&returns[..], &[0.0; HORIZON]].concat();
    let future = volatility(&longer, variance).forecast(fit.draws(), HORIZON, 1)?;
    let days = (0..HORIZON).map(|day| future.column(&format!("returns[{day}]")));
    let days = days.collect::<Result<Vec<_>, _>>()?;
    let count = days[0].as_slice().len();
    let mut change: Vec<f64> =
        (0..count).map(|draw| days.iter().map(|day| day.as_slice()[draw]).sum()).collect();
    change.sort_by(f64::total_cmp);
    let price = |part: f64| PRICE[PRICE.len() - 1] * (change[(part * count as f64) as usize] / 100.0).exp();
    println!("a barrel costs {:.2} $; {HORIZON} days later", PRICE[PRICE.len() - 1]);
    for part in [0.01, 0.05, 0.5, 0.95, 0.99] {
        println!("{:3.0} %  less than {:6.2} $", 100.0 * part, price(part));
    }

    if let Some(folder) = std::env::args_os().nth(1) {
        let last = PRICE[PRICE.len() - 1];
        let mut barrel = vec![last; count];
        let mut later = Vec::new();
        for (day, change) in days.iter().enumerate() {
            for (price, change) in barrel.iter_mut().zip(change.as_slice()) {
                *price *= (change / 100.0).exp();
            }
            later.push(Quantity::new(format!("day {}", day + 1), vec![barrel.clone()]).lower(0.0));
        }
        plot::forest(&later)
            .reference(last)
            .title("Crude oil in the ten trading days after June 2016")
            .x_label("price of a barrel, US dollars")
            .caption("Density, median, 50 % and 90 % interval of each day; dashed: the last price observed.")
            .save(Path::new(&folder).join("garch.svg"))?;
    }
    Ok(())
}
