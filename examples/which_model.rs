//! Which model? An `if` that chooses between two static models, each with a posterior of its own.
//!
//! Accidents in British coal mines became rarer before 1891. Did their rate change again? One model has one
//! rate for all years, the other model has a year of change and two rates. The program draws the model, and
//! its posterior includes the posterior of the models: the odds of the models are the ratio of their
//! evidences, which is known here because the rates can be integrated out.
//!
//! Data: R. Jarrett, "A note on the intervals between coal-mining disasters", Biometrika 66 (1979), in
//! decades, with the dates in the R package boot (licence Unlimited) as `coal`.
//!
//! `cargo run --release --example which_model` runs it.
//!
//! What to look at: The two columns are the same probabilities, by sampling and by the known integrals. No
//! change is most probable, 0.65 and 0.68, followed by a change in 1951.

use monomorph::Error;
use monomorph::prelude::*;
use monomorph::program::{program, submodel};

/// The number of disasters in each decade from 1891 on.
const DISASTERS: [u64; 7] = [10, 13, 5, 7, 16, 11, 3];

/// log ∫ Π Poisson(yᵢ | λ) Gamma(λ | 4, 0.2) dλ.
fn log_evidence(y: &[u64]) -> f64 {
    let log_factorial = |n: u64| (1..=n).map(|k| (k as f64).ln()).sum::<f64>();
    let sum: u64 = y.iter().sum();
    4.0 * 0.2_f64.ln() - log_factorial(3) + log_factorial(sum + 3)
        - (sum as f64 + 4.0) * (0.2 + y.len() as f64).ln()
        - y.iter().map(|&y| log_factorial(y)).sum::<f64>()
}

fn main() -> Result<(), Error> {
    params! { rate: positive() }
    params! { rates: vector(2).positive() }
    let constant = submodel(model! { rate |= gamma(4.0, 0.2), data(&DISASTERS) |= poisson(rate) })?;
    // The program draws the year, so the law of the data is in the program.
    let changing = submodel(model! { rates |= gamma(4.0, 0.2) })?;

    let coal = program(|run| {
        if run.sample("is constant", bernoulli(0.5)) {
            return (None, run.call("constant", |run| run.model(&constant)));
        }
        let change = run.sample("change", discrete_range(1, 6)) as usize;
        let trace = run.call("changing", |run| run.model(&changing));
        let of = trace.value_of(rates).unwrap_or_default();
        for (decade, &y) in DISASTERS.iter().enumerate() {
            run.observe(("y", decade), poisson(of[usize::from(decade >= change)]), y);
        }
        (Some(change), trace)
    });
    let fit = coal
        .single_site()
        .times(4)
        .hamiltonian_within("constant", &constant)
        .hamiltonian_within("changing", &changing)
        .draws(5_000)
        .seed(1)
        .run()?;

    let of_change = |change: usize| {
        log_evidence(&DISASTERS[..change]) + log_evidence(&DISASTERS[change..]) - 6.0_f64.ln()
    };
    let largest = (1..=6).map(of_change).fold(log_evidence(&DISASTERS), f64::max);
    let constant = (log_evidence(&DISASTERS) - largest).exp();
    let changes: Vec<f64> = (1..=6).map(|change| (of_change(change) - largest).exp()).collect();
    let sum: f64 = constant + changes.iter().sum::<f64>();
    println!("                 chains   exact");
    let share = |change: Option<usize>| fit.mean(|(found, _)| f64::from(u8::from(*found == change)));
    println!("no change        {:6.4}  {:6.4}", share(None), constant / sum);
    for (place, exact) in changes.iter().enumerate() {
        let year = 1891 + 10 * (place + 1);
        println!("change in {year}   {:6.4}  {:6.4}", share(Some(place + 1)), exact / sum);
    }
    let mean = |place: usize| {
        let rate = |trace: &Trace| trace.value_of(rates).map_or(0.0, |rates| rates[place]);
        fit.mean(|(change, trace)| if change.is_some() { rate(trace) } else { 0.0 }) / (1.0 - share(None))
    };
    println!("\ndisasters a decade before and after: {:.1} and {:.1}", mean(0), mean(1));
    Ok(())
}
