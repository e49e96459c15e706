//! When did disasters in British coal mines become rarer? The number of them in each year from 1851 to 1962,
//! with one rate before a change and another after it. Each year is as likely to be the first of the second
//! regime, and so is that there is no change.
//!
//! The regime of a year is a state that is left once and never entered again, a Markov chain; marginalised,
//! all years of the change together cost time in proportion to the number of years.
//!
//! Data: R. Jarrett, "A note on the intervals between coal-mining disasters", Biometrika 66 (1979); the R
//! package boot (licence Unlimited) has the dates as `coal`.
//!
//! `cargo run --release --example change_point -- FOLDER` writes a figure, `change_point.svg`, into the
//! folder.
//!
//! What to look at: Disasters fell from 3.1 to 0.9 a year. The likeliest first year of the second regime is
//! 1892, with a probability of 0.26, and 1890 to 1892 have 0.60 together. In the figure the rates of those
//! years have two hills: one is the rate before, the other the rate after.

use monomorph::prelude::*;
use monomorph::report::{data::Quantity, plot};
use std::path::Path;

const DISASTERS: [u32; 112] = [
    4, 5, 4, 1, 0, 4, 3, 4, 0, 6, 3, 3, 4, 0, 2, 6, 3, 3, 5, 4, 5, 3, 1, 4, 4, 1, 5, 5, 3, 4, 2, 5, 2, 2, 3,
    4, 2, 1, 3, 2, 2, 1, 1, 1, 1, 3, 0, 0, 1, 0, 1, 1, 0, 0, 3, 1, 0, 3, 2, 2, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0,
    0, 2, 1, 0, 0, 0, 1, 1, 0, 2, 3, 3, 1, 1, 2, 1, 1, 1, 1, 2, 4, 2, 0, 0, 0, 1, 4, 0, 0, 0, 1, 0, 0, 0, 0,
    0, 1, 0, 0, 1, 0, 1,
];

fn main() -> Result<(), Error> {
    params! { rate: vector(2).positive(), regime: vector(DISASTERS.len()).category(2) }
    let model = model! {
        rate   |= exponential(1.0),
        regime |= markov_chain(&[1.0, 0.0], stack_rows((data(&[0.5, 0.5]), data(&[0.0, 1.0])))),
        // A year that stays before the change has the factor ½, one after it has ½ by this: all years of the
        // change are as likely.
        increment(-core::f64::consts::LN_2 * regime),
        data(&DISASTERS) |= poisson(rate.at(regime)),
    };
    let posterior = model.marginalise(regime).compile()?;
    println!("{}", posterior.explain());
    let fit = posterior.nuts().chains(2).seed(1).run()?;
    println!("{}", fit.summary());

    // Of each draw the first year of the second regime.
    let regimes = posterior.recover(fit.draws(), 2)?;
    let change = |regimes: &Vec<f64>| regimes.iter().position(|regime| *regime == 1.0);
    let first: Vec<usize> =
        regimes.values_of(regime)?.iter().map(|own| change(own).unwrap_or(DISASTERS.len())).collect();
    for place in 0..=DISASTERS.len() {
        let count = first.iter().filter(|first| **first == place).count();
        if count * 50 > first.len() {
            let share = count as f64 / first.len() as f64;
            println!("{}  {share:5.3}  {}", 1851 + place, "■".repeat((100.0 * share) as usize));
        }
    }

    if let Some(folder) = std::env::args_os().nth(1) {
        let rates = fit.draws().values_of(rate)?;
        let rows = (1884..1900).map(|year: usize| {
            let of_year =
                rates.iter().zip(&first).map(|(rate, first)| rate[usize::from(year >= 1851 + first)]);
            Quantity::new(year.to_string(), vec![of_year.collect()]).lower(0.0)
        });
        plot::forest(&rows.collect::<Vec<_>>())
            .title("Disasters in British coal mines became rarer")
            .x_label("expected disasters a year")
            .caption("Density, median, 50 % and 90 % interval of each year's rate.")
            .save(Path::new(&folder).join("change_point.svg"))?;
    }
    Ok(())
}
