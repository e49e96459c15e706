//! How fast did influenza spread in an English boarding school in January 1978? The data are the number of
//! boys in bed on each of fourteen days. There were 763 boys, and one of them had caught it in the
//! holidays.
//!
//! Boys are susceptible, infected or recovered. Their numbers follow a differential equation, and the
//! gradient is computed through its solution.
//!
//! Data: published in the British Medical Journal, 4 March 1978, page 587, and in the R package outbreaks
//! (GPL-2 or later) as `influenza_england_1978_school`.
//!
//! `cargo run --release --example sir -- FOLDER` writes a figure, `sir.svg`, into the folder.
//!
//! What to look at: `reproduction` is 3.2 (90 % from 2.8 to 3.7): each boy infected about three others, and
//! was ill for 1.9 days (`days_ill`). In the figure all counts except the last are inside the 90 %
//! intervals of replicated data, but the model expects a lower peak and higher last days than observed. The
//! warning of failed solutions is about early steps of the warmup.

use monomorph::prelude::*;
use monomorph::report::plot;
use std::path::Path;

const IN_BED: [u64; 14] = [3, 8, 26, 76, 225, 298, 258, 233, 189, 128, 68, 29, 14, 4];
const BOYS: f64 = 763.0;

fn main() -> Result<(), Error> {
    let days: Vec<f64> = (1..=IN_BED.len()).map(|day| day as f64).collect();
    params! { beta: positive(), gamma: positive(), inverse_phi: positive() }
    let model = model! {
        beta        |= normal(2.0, 1.0),
        gamma       |= normal(0.4, 0.5),
        inverse_phi |= exponential(5.0),
        (_, infected, _) = ode(&days, (BOYS - 1.0, 1.0, 0.0), |_, (s, i, _)| {
            let new = beta * s * i / BOYS;
            (-new, new - gamma * i, gamma * i)
        }),
        reproduction = beta / gamma,
        days_ill     = 1.0 / gamma,
        data(&IN_BED) |= neg_binomial_2(infected, 1.0 / inverse_phi),
    };
    let posterior = model.compile()?;
    let fit = posterior.nuts().seed(1).run()?;
    let draws = fit.draws();
    println!("              median   90 %");
    for name in ["beta", "gamma", "inverse_phi", "reproduction", "days_ill"] {
        let column = draws.column(name)?;
        let [low, median, high] = [0.05, 0.5, 0.95].map(|part| column.quantile(part));
        println!("{name:12}  {median:6.3}   {low:.3} to {high:.3}");
    }
    println!("\nday  in bed  infected, by the model");
    for (day, count) in IN_BED.iter().enumerate() {
        let infected = draws.column(&format!("infected[{day}]"))?;
        let [low, median, high] = [0.05, 0.5, 0.95].map(|part| infected.quantile(part));
        println!("{:3}  {count:6}  {median:8.0}   {low:.0} to {high:.0}", day + 1);
    }
    for warning in fit.summary().warnings() {
        println!("{warning}");
    }

    if let Some(folder) = std::env::args_os().nth(1) {
        // Predictions for the same days of another epidemic.
        let predicted = model.predict(draws, 1)?;
        let days: Vec<String> = (1..=IN_BED.len()).map(|day| format!("day {day}")).collect();
        let replicated = (0..IN_BED.len()).map(|day| predicted.column(&format!("IN_BED[{day}]")));
        let replicated = replicated.collect::<Result<Vec<_>, _>>()?;
        let epidemics: Vec<Vec<f64>> = (0..replicated[0].as_slice().len())
            .map(|draw| replicated.iter().map(|day| day.as_slice()[draw]).collect())
            .collect();
        plot::observations(&days, &IN_BED.map(|count| count as f64), &epidemics)
            .title("Influenza in a boarding school, January 1978")
            .x_label("boys in bed")
            .caption("Points are observed; lines are 50 % and 90 % of what the fitted model draws anew.")
            .save(Path::new(&folder).join("sir.svg"))?;
    }
    Ok(())
}
