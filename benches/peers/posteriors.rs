//! The posteriors of posteriordb: the models of the tests, on the data of the pack, at its golden points.

use crate::compare::{Bench, Rivals};
use crate::posteriordb::case::{Case, Model, Task, flatten, pack};
use crate::posteriordb::*;
use std::path::Path;

/// Compares all of them, or says why they are left out.
pub fn all(bench: &mut Bench) {
    let pack = match pack() {
        Ok(pack) => pack,
        Err(reason) => return bench.skip(reason),
    };
    let families = [
        accel_gp::compare,
        ark::compare,
        butterfly::compare,
        capture_recapture::compare,
        dogs::compare,
        earnings::compare,
        eight_schools::compare,
        election88::compare,
        equations::compare,
        glm_poisson::compare,
        gp_regr::compare,
        irt::compare,
        kidiq::compare,
        lda::compare,
        loss_curves::compare,
        mesquite::compare,
        mixtures::compare,
        mnist::compare,
        nes::compare,
        ovarian::compare,
        prophet::compare,
        radon::compare,
        rate::compare,
        rats::compare,
        sat::compare,
        sblrc::compare,
        seeds::compare,
        sequences::compare,
        sesame::compare,
        surgical::compare,
        survey::compare,
        timss::compare,
        wells::compare,
    ];
    for family in families {
        family(bench, &pack);
    }
}

/// Compares one.
pub fn compare(bench: &mut Bench, pack: &Path, name: &str, model: impl FnOnce(&Case, &mut Timing<'_>)) {
    if !bench.wants(name) {
        return;
    }
    bench.guard(name, |bench| {
        let case = Case::open(pack, name);
        model(&case, &mut Timing { bench, case: &case, name: name.to_owned() });
    });
}

/// How much gradients may differ that have the error of a solver.
const OF_SOLUTIONS: f64 = 1e-3;

/// The task of being timed.
pub struct Timing<'a> {
    bench: &'a mut Bench,
    case: &'a Case,
    name: String,
}

impl Task for Timing<'_> {
    fn run(&mut self, model: impl Model) {
        let golden = &self.case.golden;
        let program = format!("posteriordb/{}", golden["model"].as_str().expect("the name of the model"));
        let mut points = golden["points"].as_array().expect("a list of points").clone();
        // The last is where gradients are timed.
        points.sort_by_key(|point| point["kind"] == "typical");
        let points = points.iter().map(|point| flatten(&point["q"])).collect();
        let is_solved = golden["points"][0].get("lp_full_acc").is_some();
        let rivals = Rivals::stan(&program, self.case.data.to_string()).at(points);
        let rivals = if is_solved { rivals.within(OF_SOLUTIONS) } else { rivals };
        self.bench.compare(&self.name, model, rivals);
        // Where a posterior has two models, the second is another way to write it.
        self.name.push_str(", again");
    }
}
