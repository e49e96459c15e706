//! Checks before and after the data are seen: are predictions of the priors plausible, does the model
//! reproduce the data, and what does it predict for new data?
//!
//! Hubble's 24 nebulae: distance in megaparsecs, velocity away from us in km/s.
//!
//! Data: Table 1 of E. Hubble, "A relation between distance and radial velocity among extra-galactic
//! nebulae", PNAS 15 (1929), in the public domain in the United States.
//!
//! `cargo run --release --example prediction -- FOLDER` writes a figure, `prediction.svg`, into the folder.
//!
//! What to look at: The priors predict −3235 to 3319 km/s at 2 Mpc, which is wide but not absurd. Five
//! nebulae approach us, and in 23 % of the replicated data at least five do: the line in the first
//! histogram of the figure is among its bars. The age, 1/H₀, is 2.3 thousand million years, half the age of
//! the Earth, because Hubble's distances were too short.

use monomorph::prelude::*;
use monomorph::report::plot;
use std::path::Path;

fn main() -> Result<(), Error> {
    let distance = [
        0.032, 0.034, 0.214, 0.263, 0.275, 0.275, 0.45, 0.5, 0.5, 0.63, 0.8, 0.9, 0.9, 0.9, 0.9, 1.0, 1.1,
        1.1, 1.4, 1.7, 2.0, 2.0, 2.0, 2.0,
    ];
    let velocity = [
        170.0, 290.0, -130.0, -70.0, -185.0, -220.0, 200.0, 290.0, 270.0, 200.0, 300.0, -30.0, 650.0, 150.0,
        500.0, 920.0, 450.0, 500.0, 500.0, 960.0, 500.0, 850.0, 800.0, 1090.0,
    ];

    params! { slope: real(), sigma: positive() }
    let model = model! {
        slope |= normal(0.0, 1000.0),
        sigma |= exponential(0.005),
        data(&velocity) |= normal(slope * data(&distance), sigma),
    };

    // Before the data: the velocities that the priors predict.
    let prior = model.sample_prior(2000, 1)?;
    let farthest = prior.column("velocity[23]")?;
    println!(
        "prior: a nebula at 2 Mpc moves at {:.0} to {:.0} km/s (90 % interval)",
        farthest.quantile(0.05),
        farthest.quantile(0.95)
    );

    // After the data: replicated data from each draw of the posterior, compared with the data.
    let fit = model.compile()?.nuts().seed(1).progress(false).run()?;
    let replicated = model.predict(fit.draws(), 2)?;
    let approaching = |velocities: &[f64]| velocities.iter().filter(|v| **v < 0.0).count();
    let observed = approaching(&velocity);
    let as_many = replicated
        .traces()
        .filter(|trace| trace.get("velocity").is_ok_and(|velocities| approaching(&velocities) >= observed));
    let share = as_many.count() as f64 / (fit.draws().chains() * fit.draws().draws_per_chain()) as f64;
    println!(
        "{observed} nebulae approach us; {observed} or more do in {:.0} % of the replicated data",
        100.0 * share
    );

    // The observation that the model expects least, by its mean log density:
    let each = model.pointwise_log_likelihood(fit.draws())?;
    let worst = each.columns().min_by(|a, b| a.1.mean().total_cmp(&b.1.mean()));
    if let Some((name, log_density)) = worst {
        println!("the least expected is {name}, with a mean log density of {:.2}", log_density.mean());
    }

    // New data: a second model that has the parameters of the first, at other distances.
    let further = [3.0, 4.0];
    params! { next: vector(2) }
    let later = model! {
        slope |= flat(), sigma |= flat(),                       // their values are in the draws
        next |= normal(slope * data(&further), sigma),
        age = 977.8 / slope,                                    // 1/H₀, in thousand million years
    };
    let predicted = later.predict(fit.draws(), 3)?;
    println!("\n{}", predicted.summary());

    if let Some(folder) = std::env::args_os().nth(1) {
        let counts = replicated.get("velocity")?.each().iter().map(|own| approaching(own) as f64).collect();
        let fastest = |own: &[f64]| own.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let largest = replicated.get("velocity")?.each().iter().map(|own| fastest(own)).collect();
        plot::statistics([
            ("nebulae that approach us", observed as f64, counts),
            ("the largest velocity, km/s", fastest(&velocity), largest),
        ])
        .title("What Hubble saw, among what the model draws anew")
        .save(Path::new(&folder).join("prediction.svg"))?;
    }
    Ok(())
}
