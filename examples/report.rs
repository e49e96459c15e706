//! Radon in the homes of Minnesota (Gelman and Hill 2006): from a CSV file to a report and a store.
//!
//! Data: the State Residential Radon Survey of the Environmental Protection Agency, as in posteriordb (BSD
//! 3-Clause); see `examples/data/README.md`.
//!
//! `cargo run --release --example report -- FOLDER` writes `report.html`, `draws.zarr`, `summary.csv` and a
//! figure, `forest.svg`, into the folder. Python opens the store with `arviz.from_zarr("draws.zarr")` of
//! ArviZ 1.0 and later.
//!
//! What to look at: All results have the names of counties, such as `alpha[St Louis]`, because the column
//! of the file was read as [`Labels`]. Radon on the first floor is about half of the radon in the basement
//! (`slope` is −0.63, on the scale of logarithms), and counties differ little, `tau` = 0.15, given the
//! uranium of their soil.

use monomorph::prelude::*;
use monomorph::report::{Dataset, Dimension, Page, groups, plot};
use std::error::Error;
use std::path::PathBuf;

/// The columns of the file.
struct Homes {
    county: Vec<String>,
    /// 0 where radon was measured in the basement, 1 on the first floor.
    floor: Vec<f64>,
    /// The logarithm of the uranium in the county's soil, in parts per million.
    uranium: Vec<f64>,
    /// The logarithm of radon, in picocuries per litre.
    radon: Vec<f64>,
}

fn read() -> Result<Homes, Box<dyn Error>> {
    let mut reader = csv::Reader::from_reader(include_str!("data/radon.csv").as_bytes());
    let mut homes = Homes { county: vec![], floor: vec![], uranium: vec![], radon: vec![] };
    for row in reader.deserialize() {
        let (county, floor, uranium, radon): (String, f64, f64, f64) = row?;
        homes.county.push(county);
        homes.floor.push(floor);
        homes.uranium.push(uranium);
        homes.radon.push(radon);
    }
    Ok(homes)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    let Homes { county: names, floor, uranium, radon } = read()?;
    let county = Labels::from(&names).named("county");

    params! {
        mu: real(), slope: real(), soil: real(), tau: positive(), sigma: positive(),
        z: vector(&county),
    }
    let model = model! {
        mu    |= normal(1.0, 2.0),
        slope |= normal(0.0, 1.0),
        soil  |= normal(0.0, 1.0),
        tau   |= half_normal(0.5),
        sigma |= half_normal(1.0),
        z     |= normal(0.0, 1.0),
        data(&radon) |= normal(
            mu + tau * z.at(&county) + slope * data(&floor) + soil * data(&uranium),
            sigma,
        ),
    };

    let posterior = model.compile()?;
    let store = folder.join("draws.zarr");
    let fit = posterior.nuts().seed(1).save_warmup(true).save_zarr(&store).run()?;
    println!("{}", fit.summary());

    std::fs::write(folder.join("summary.csv"), fit.summary().to_csv())?;

    // Predicted data and log likelihoods have the dimension of the file's rows.
    let home = || Dimension::range("home", radon.len());
    let of_homes = |draws: Draws| draws.dataset().renamed("radon_dim_0", home());
    let replicated = of_homes(model.predict(fit.draws(), 1)?)?;
    let (prior_predictive, prior) = of_homes(model.sample_prior(1_000, 1)?)?.split(["radon"]);
    let observed = Dataset::of_columns(home(), [("radon", radon.as_slice().into())])?;
    let columns = [
        ("floor", floor.as_slice().into()),
        ("uranium", uranium.as_slice().into()),
        ("county_of_home", names.into()),
    ];
    fit.tree()
        .with(groups::POSTERIOR_PREDICTIVE, replicated.clone())
        .with(groups::PRIOR, prior.clone())
        .with(groups::PRIOR_PREDICTIVE, prior_predictive.clone())
        .with(groups::LOG_LIKELIHOOD, of_homes(model.pointwise_log_likelihood(fit.draws())?)?)
        .with(groups::LOG_PRIOR, model.pointwise_log_prior(fit.draws())?.dataset())
        .with(groups::UNCONSTRAINED_POSTERIOR, posterior.unconstrained(fit.draws())?.dataset())
        .with(groups::OBSERVED_DATA, observed.clone())
        .with(groups::CONSTANT_DATA, Dataset::of_columns(home(), columns)?)
        .to_zarr(&store)?;

    Page::of(&fit)
        .title("Radon in Minnesota")
        .subtitle("919 homes in 85 counties")
        .model(&model.graph())
        .explanation(posterior.explain())
        .group(groups::OBSERVED_DATA, observed)
        .group(groups::POSTERIOR_PREDICTIVE, replicated)
        .group(groups::PRIOR, prior)
        .group(groups::PRIOR_PREDICTIVE, prior_predictive)
        .unit("radon", "log pCi/L")
        .unit("sigma", "log pCi/L")
        .unit("tau", "log pCi/L")
        .save(folder.join("report.html"))?;

    let draws = fit.draws().dataset();
    plot::forest(&draws)
        .of(["mu", "slope", "soil", "tau", "sigma"])
        .title("Radon in Minnesota")
        .x_label("on the scale of log radon, pCi/L")
        .y_label("parameters")
        .save(folder.join("forest.svg"))?;
    Ok(())
}
