//! Proves that real models on real data have the log densities and gradients of Stan: the posteriors of
//! posteriordb that the crate can express, at all of their golden points, on every instruction set, to 1e-10
//! of the log density (with all constants and Jacobians) and to 1e-8 of the largest entry of the gradient.
//!
//! The data and the golden values are not part of this repository. They are looked for in the directory that
//! the environment variable `MONOMORPH_POSTERIORDB` names, else in `../shared/posteriordb` beside the
//! repository; without them every test here is listed as ignored, NOT RUN.
//!
//! All 78 posteriors are here, as `every_posterior_is_tested` checks. Where Stan's own values have the error
//! of its solver of differential equations, golden values are those of an exact solution.

#[path = "../../common/mod.rs"]
mod common;

#[macro_use]
#[path = "../../posteriordb/tests.rs"]
mod tests;
#[path = "posteriors/marginalised.rs"]
mod marginalised;
#[path = "../../posteriordb/mod.rs"]
mod posteriordb;

use common::{assert_near, beside_tests, evaluate_gradient, largest, on_every_set};
use posteriordb::case::*;
use std::fs;
use std::path::PathBuf;

/// Each golden file is one of a posterior whose name stands in a file of tests, as a string.
#[test]
#[cfg_attr(without_posteriordb, ignore = "NOT RUN: the pack of posteriordb is not there")]
fn every_posterior_is_tested() {
    let pack = pack().expect("the pack is there");
    let files = |directory: PathBuf| {
        let entries =
            fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
        entries.map(|entry| entry.expect("an entry of the directory").path())
    };
    let tests = beside_tests("posteriordb");
    let sources: Vec<String> =
        files(tests).map(|path| fs::read_to_string(path).expect("a file of tests")).collect();
    let code = sources.iter().flat_map(|source| source.lines());
    let code: Vec<&str> = code.filter(|line| !line.trim_start().starts_with("//")).collect();
    let is_tested = |posterior: &str| code.iter().any(|line| line.contains(&format!("\"{posterior}\"")));
    let posteriors: Vec<String> = files(pack.join("golden"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    assert!(!posteriors.is_empty());
    for posterior in &posteriors {
        assert!(is_tested(posterior), "{posterior}");
    }
}

/// Compares the model with the golden values.
struct Check<'a>(&'a Case);

impl Task for Check<'_> {
    fn tolerance(&self) -> f64 {
        1e-13
    }

    fn run(&mut self, model: impl Model) {
        let golden = &self.0.golden;
        let points = golden["points"].as_array().expect("a list of points");
        assert!(!points.is_empty());
        on_every_set(model, |set, posterior| {
            assert_eq!(posterior.dimension() as u64, golden["dim"].as_u64().expect("a dimension"));
            for point in points {
                let what = || format!("{}, {}, {set}", golden["posterior"], point["kind"]);
                let (got, gradient) = evaluate_gradient(posterior, &flatten(&point["q"]));
                // Not all have it.
                let accurate = |exact: &str, name: &str| point.get(exact).unwrap_or(&point[name]).clone();
                let want = accurate("lp_full_acc", "lp_full").as_f64().expect("a number");
                assert_near(got, want, 1e-10 * want.abs(), || what() + ": log density");
                let wanted = flatten(&accurate("grad_acc", "grad"));
                assert_eq!(gradient.len(), wanted.len());
                let allowed = 1e-8 * largest(&wanted);
                for (place, (&got, &want)) in gradient.iter().zip(&wanted).enumerate() {
                    assert_near(got, want, allowed, || format!("{}: gradient[{place}]", what()));
                }
            }
        });
    }
}
