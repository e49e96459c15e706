//! Checks of a model before and after it is fitted. The data are counts of cockroaches in the traps of 120
//! homes, simulated with many zeros and a few large counts.
//!
//! `cargo run --release --example checks -- FOLDER` writes its figures into the folder.
//!
//! What to look at: The Poisson model predicts no zeros, but 31 % of the traps are empty, and it predicts
//! at most 27 cockroaches in a trap, but one trap has 82. In `loo_poisson.svg` the curve leaves its band,
//! because observations lie in both tails of predictions that are too narrow. The negative binomial model
//! corrects both: in `counts.svg` nearly all observed bars are inside their intervals.

use monomorph::calibration::{Truths, sbc};
use monomorph::diagnostics::predictive::{self, Check};
use monomorph::prelude::*;
use monomorph::report::{self, plot};
use std::error::Error;
use std::path::PathBuf;

/// Counts with a rate that depends on the treatment of the home.
fn poisson_model<'a>(y: &'a [f64], treated: &'a [f64]) -> impl Model + use<'a> {
    params! { level: real(), effect: real() }
    model! {
        level  |= normal(2.0, 1.0),
        effect |= normal(0.0, 1.0),
        data(y) |= poisson_log(level + effect * data(treated)),
    }
}

/// Counts with the rates of `poisson_model` and a larger variance.
fn dispersed_model<'a>(y: &'a [f64], treated: &'a [f64]) -> impl Model + use<'a> {
    params! { level: real(), effect: real(), shape: positive() }
    model! {
        level  |= normal(2.0, 1.0),
        effect |= normal(0.0, 1.0),
        shape  |= exponential(1.0),
        data(y) |= neg_binomial_2_log(level + effect * data(treated), shape),
    }
}

/// Compares statistics of the counts with statistics of data that a model predicts.
fn check(y: &[f64], replicated: &Draws) -> Result<Check, Box<dyn Error>> {
    let zeros = |y: &[f64]| y.iter().filter(|count| **count == 0.0).count() as f64 / y.len() as f64;
    let largest = |y: &[f64]| y.iter().copied().fold(0.0, f64::max);
    Ok(predictive::check(
        y,
        &replicated.get("y")?.each(),
        &[("share of zeros", &zeros), ("largest", &largest)],
    )?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).map(PathBuf::from);
    let treated: Vec<f64> = (0..120).map(|home| f64::from(home % 2)).collect();
    let zeros = vec![0.0; treated.len()];
    let truth = model! { data(&zeros) |= neg_binomial_2_log(2.6 - 0.7 * data(&treated), 0.4) };
    let y = truth.sample_prior(1, 8)?.get("zeros")?.each().remove(0);

    let findings = poisson_model(&y, &treated).check_prior(1_000, 1)?;
    println!("{} findings about the prior", findings.len());
    findings.iter().for_each(|finding| println!("  {finding}"));

    let (poisson, dispersed) = (poisson_model(&y, &treated), dispersed_model(&y, &treated));
    let fit = poisson.compile()?.nuts().seed(1).run()?;
    let found = check(&y, &poisson.predict(fit.draws(), 1)?)?;
    println!("\nPoisson, data beside data it predicts:\n{found}");
    let loo = poisson.loo(fit.draws())?;

    let better = dispersed.compile()?.nuts().seed(1).run()?;
    let better_found = check(&y, &dispersed.predict(better.draws(), 1)?)?;
    println!("Negative binomial:\n{better_found}");
    println!(
        "{}",
        monomorph::comparison::compare([
            ("poisson", &loo),
            ("negative binomial", &dispersed.loo(better.draws())?)
        ])?
    );
    println!("How much do estimates depend on priors?\n{}", dispersed.sensitivity(better.draws())?);

    println!("Does the sampler find the posterior of the model that was written?");
    let few = &treated[..20];
    let truths = Truths::of(dispersed_model(&vec![0.0; few.len()], few).sample_prior(60, 2)?);
    let calibration = sbc(&truths, |truth| dispersed_model(truth.data("y")?, few).compile()).run()?;
    println!("{calibration}");

    if let Some(folder) = folder {
        std::fs::create_dir_all(&folder)?;
        let places = poisson.loo_pit(fit.draws(), &y, 1)?.randomised(1);
        report::uniformity("y", &places).title("Poisson").save(folder.join("loo_poisson.svg"))?;
        report::statistics(&found).title("Poisson").save(folder.join("statistics_poisson.svg"))?;
        report::statistics(&better_found).title("Negative binomial").save(folder.join("statistics.svg"))?;
        calibration.figure().title("Ranks of truths").save(folder.join("calibration.svg"))?;
        let replicated = dispersed.predict(better.draws(), 1)?.get("y")?.each();
        plot::counts(&y, &replicated)
            .title("Cockroaches in traps, and what a negative binomial model draws anew")
            .x_label("cockroaches in a trap")
            .save(folder.join("counts.svg"))?;
    }
    Ok(())
}
