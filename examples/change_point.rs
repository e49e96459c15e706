//! When did disasters in British coal mines become rarer? The data are the numbers of disasters in each
//! year from 1851 to 1962, with one rate before a change and another rate after it. A priori each year is
//! equally likely to be the first year of the second regime, and as likely as no change.
//!
//! The regimes of the years are a Markov chain whose first state is left once and never entered again. The
//! chain is marginalised, and the cost of all possible years of the change together is proportional to the
//! number of years.
//!
//! Data: R. Jarrett, "A note on the intervals between coal-mining disasters", Biometrika 66 (1979); the R
//! package boot (licence Unlimited) has the dates as `coal`.
//!
//! `cargo run --release --example change_point -- FOLDER` writes a figure, `change_point.svg`, into the
//! folder.
//!
//! What to look at: Disasters fell from 3.1 to 0.9 a year. The most probable first year of the second
//! regime is 1892, with a probability of 0.26, and 1890 to 1892 have 0.60 together. In the figure the rates
//! of these years have two modes: the rate before the change and the rate after it.

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
        // A year in the first regime has the factor ½ from the chain, and a year in the second regime has
        // the factor ½ from this term. So all years of the change have the same probability.
        increment(-core::f64::consts::LN_2 * regime),
        data(&DISASTERS) |= poisson(rate.at(regime)),
    };
    let posterior = model.marginalise(regime).compile()?;
    println!("{}", posterior.explain());
    let fit = posterior.nuts().chains(2).seed(1).run()?;
    println!("{}", fit.summary());

    // The first year of the second regime in each draw.
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
