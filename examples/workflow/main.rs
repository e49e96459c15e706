//! Radon in the homes of Minnesota, from the data to a service: priors, fit, criticism, a better model, a
//! comparison, predictions for new homes, and an update when measurements arrive. The chapter *From a model
//! in your head to a service* explains each step.
//!
//! Data: the State Residential Radon Survey of the Environmental Protection Agency; see
//! `examples/data/README.md`.
//!
//! `cargo run --release --example workflow -- FOLDER` writes three figures, `workflow_prior.svg`,
//! `workflow_check.svg` and `workflow_homes.svg`, into the folder.
//!
//! What to look at: Under a line without counties, counties should have 10 % of the variance, and they have
//! 20 %. A model with counties and the uranium of their soil reproduces this share and predicts better:
//! elpd_loo is larger by 63, with a standard error of 12. Neither model has homes with as little radon as
//! the smallest three, 0.1 pCi/L; this does not matter for the question who has more than 4 pCi/L.

mod homes;

use homes::{Homes, Row, between, counties, line, none, read};
use monomorph::comparison::compare;
use monomorph::diagnostics::predictive::{Check, check};
use monomorph::prelude::*;
use monomorph::report::{self, data::Quantity, plot};
use std::error::Error as Failure;
use std::path::PathBuf;

/// The level from which the agency recommends to act, 4 pCi/L, as a logarithm.
const ACTION: f64 = 2.0 * std::f64::consts::LN_2;

/// Compares statistics of radon with those of radon that a model draws anew.
fn criticise(homes: &Homes, replicated: &Draws) -> Result<Check, Box<dyn Failure>> {
    let share = |radon: &[f64]| between(homes, radon);
    let above =
        |radon: &[f64]| radon.iter().filter(|radon| **radon > ACTION).count() as f64 / radon.len() as f64;
    let least = |radon: &[f64]| radon.iter().copied().fold(f64::INFINITY, f64::min);
    Ok(check(
        &homes.radon,
        &replicated.get("radon")?.each(),
        &[("between counties", &share), ("above 4 pCi/L", &above), ("smallest", &least)],
    )?)
}

fn main() -> Result<(), Box<dyn Failure>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let mut rows = read("examples/data/radon.csv")?;
    let homes = Homes::of(&rows, &none());

    // Priors.
    let prior = counties(&homes).sample_prior(1_000, 1)?;
    let home = prior.column("radon[0]")?;
    let [low, middle, high] = [0.05, 0.5, 0.95].map(|share| home.quantile(share).exp());
    println!("a home before the fit: {low:.2}, {middle:.1}, {high:.0} pCi/L (5 %, 50 %, 95 %)");
    for finding in counties(&homes).check_prior(1_000, 1)? {
        println!("{finding}");
    }

    // A fit, and its criticism.
    let simple = line(&homes).compile()?.nuts().seed(1).progress(false).run()?;
    println!("\nA line\n{}", simple.summary());
    let found = criticise(&homes, &line(&homes).predict(simple.draws(), 1)?)?;
    println!("{found}");

    // A better model.
    let fit = counties(&homes).compile()?.nuts().seed(1).progress(false).run()?;
    println!("Counties\n{}", fit.summary().of(&["mu", "slope", "sigma", "soil", "tau"])?);
    let better = criticise(&homes, &counties(&homes).predict(fit.draws(), 1)?)?;
    println!("{better}");
    let (loo_line, loo) = (line(&homes).loo(simple.draws())?, counties(&homes).loo(fit.draws())?);
    println!("{}", compare([("line", &loo_line), ("counties", &loo)])?);

    // New homes. Grant County has no home in the file, and as much uranium as its neighbours have on average.
    let asked: [Row; 4] = [
        ("Hennepin".into(), 0.0, 0.008, 0.0),
        ("Hennepin".into(), 1.0, 0.008, 0.0),
        ("Lac qui Parle".into(), 0.0, 0.382, 0.0),
        ("Grant".into(), 0.0, 0.32, 0.0),
    ];
    let predicted = predict(&asked, &homes.county, fit.draws())?;

    // Measurements arrive, and the draws are updated.
    let arrived: [Row; 2] = [("Lac qui Parle".into(), 0.0, 0.382, 2.5), ("Grant".into(), 0.0, 0.32, 1.9)];
    let new = Homes::of(&arrived, &homes.county);
    rows.extend(arrived);
    let all = Homes::of(&rows, &homes.county);
    let model = counties(&all);
    let posterior = model.compile()?;
    let updated = fit
        .update(&posterior)
        .new_elements(|draws| model.predict(draws, 3))
        .added(|draws| counties(&new).pointwise_log_likelihood(draws))
        .seed(3)
        .run()?;
    let khat = updated.khat().ok_or("there are no weights")?;
    println!("\n{:?}: k̂ {khat:.2}, worth {:.0} draws", updated.route(), updated.ess());
    predict(&asked, &all.county, updated.draws())?;

    if let Some(folder) = folder {
        plot::predictive(&homes.radon, &prior.get("radon")?.each()[..100])
            .title("Radon before the fit, and as it was measured")
            .x_label("log radon, pCi/L")
            .save(folder.join("workflow_prior.svg"))?;
        report::statistics(&found)
            .title("What a line does not reproduce")
            .save(folder.join("workflow_check.svg"))?;
        plot::forest(&predicted)
            .reference(ACTION)
            .title("Radon in four homes that were not measured")
            .x_label("log radon, pCi/L")
            .caption("Densities, medians, 50 % and 90 % intervals. The line is the level of action, 4 pCi/L.")
            .save(folder.join("workflow_homes.svg"))?;
    }
    Ok(())
}

/// Predicts radon in homes, prints its median and the probability of more than 4 pCi/L, and returns draws.
fn predict(asked: &[Row], known: &Labels, draws: &Draws) -> Result<Vec<Quantity>, Error> {
    let predicted = counties(&Homes::of(asked, known)).predict(draws, 2)?;
    let home = |(row, (county, floor, ..)): (usize, &Row)| {
        let radon = predicted.column(&format!("radon[{row}]"))?;
        let name = format!("{county}, {}", if *floor == 0.0 { "basement" } else { "first floor" });
        let above = radon.as_slice().iter().filter(|radon| **radon > ACTION).count() as f64;
        let share = above / radon.as_slice().len() as f64;
        println!("{name:<24}{:>5.1} pCi/L, above 4 with probability {share:.2}", radon.quantile(0.5).exp());
        Ok(Quantity::new(name, vec![radon.as_slice().to_vec()]))
    };
    asked.iter().enumerate().map(home).collect()
}
