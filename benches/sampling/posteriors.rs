//! Twenty posteriors of posteriordb: the models of the tests on the data of the pack, with the Stan
//! programs of `benches/peers`.
//!
//! They are one posterior of each kind of model and data in posteriordb whose chains find one mode from any
//! start. If labels can be exchanged, or chains get stuck, the smallest effective sample size only shows
//! which chains were lucky.

use crate::posteriordb::case::{Case, Model, Task, pack};
use crate::posteriordb::*;
use crate::race::{Outcome, Race};
use crate::stan_programs::variants;
use crate::table::Table;
use std::error::Error;

/// Their names.
const NAMES: [&str; 20] = [
    "arK-arK",
    "arma-arma11",
    "butterfly-multi_occupancy",
    "Mt_data-Mt_model",
    "dogs-dogs",
    "earnings-logearn_interaction",
    "eight_schools-eight_schools_noncentered",
    "GLM_Poisson_Data-GLM_Poisson_model",
    "GLMM_Poisson_data-GLMM_Poisson_model",
    "irt_2pl-irt_2pl",
    "kidiq_with_mom_work-kidscore_interaction_c",
    "loss_curves-losscurve_sislob",
    "mesquite-logmesquite_logvas",
    "nes1980-nes",
    "radon_mn-radon_hierarchical_intercept_noncentered",
    "rats_data-rats_model",
    "sblrc-blr",
    "seeds_data-seeds_stanified_model",
    "surgical_data-surgical_model",
    "wells_data-wells_interaction_model",
];

/// Lets all sample, or says why they are left out.
pub fn all(race: &Race, table: &mut Table) {
    let pack = match pack() {
        Ok(pack) => pack,
        Err(reason) => return println!("skipped: {reason}"),
    };
    let families = [
        ark::sample,
        butterfly::sample,
        capture_recapture::sample,
        dogs::sample,
        earnings::sample,
        eight_schools::sample,
        glm_poisson::sample,
        irt::sample,
        kidiq::sample,
        loss_curves::sample,
        mesquite::sample,
        nes::sample,
        radon::sample,
        rats::sample,
        sblrc::sample,
        seeds::sample,
        sequences::sample,
        surgical::sample,
        wells::sample,
    ];
    families.into_iter().for_each(|sample| sample(race, table, &pack));
}

/// Lets all sample one, if it is among the twenty.
pub fn sample(
    race: &Race,
    table: &mut Table,
    pack: &std::path::Path,
    name: &str,
    model: impl Fn(&Case, &mut Sampling<'_>),
) {
    if !NAMES.contains(&name) {
        return;
    }
    table.add(name, || {
        let case = Case::open(pack, name);
        let mut sampling = Sampling { race, case: &case, outcome: None };
        model(&case, &mut sampling);
        sampling.outcome.ok_or("no model")?
    });
}

/// The task of being sampled. Where a posterior has two models, the second is another way to write it, and is
/// left out.
pub struct Sampling<'a> {
    race: &'a Race,
    case: &'a Case,
    outcome: Option<Result<Outcome, Box<dyn Error>>>,
}

impl Task for Sampling<'_> {
    fn run(&mut self, model: impl Model) {
        if self.outcome.is_some() {
            return;
        }
        let name = self.case.golden["model"].as_str().unwrap_or_default();
        let run = || {
            let programs = variants(&format!("posteriordb/{name}"))?;
            let sources: Vec<&str> = programs.iter().map(|program| program.source.as_str()).collect();
            self.race.run(model, &sources, &self.case.data.to_string())
        };
        self.outcome = Some(run());
    }
}
