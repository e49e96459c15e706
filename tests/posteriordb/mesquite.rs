//! Weights of mesquite bushes by their measurements.

use super::case::*;

posteriors! {
    mesquite: ["mesquite-mesquite"],
    logmesquite: ["mesquite-logmesquite"],
    logmesquite_logvas: ["mesquite-logmesquite_logvas"],
    logmesquite_logvolume: ["mesquite-logmesquite_logvolume"],
}

/// Logarithms of fields, or of products and quotients of them.
fn log(case: &Case, field: &str) -> Vec<f64> {
    map(&case.vector(field), f64::ln)
}

fn sum(left: &[f64], right: &[f64]) -> Vec<f64> {
    zip(left, right, |left, right| left + right)
}

fn mesquite(case: &Case, task: &mut impl Task) {
    let fields = ["diam1", "diam2", "canopy_height", "total_height", "density", "group"];
    let columns = fields.map(|field| case.vector(field));
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    flat_regression(task, &case.vector("weight"), &columns);
}

fn logmesquite(case: &Case, task: &mut impl Task) {
    let fields = ["diam1", "diam2", "canopy_height", "total_height", "density"];
    let mut columns = fields.map(|field| log(case, field)).to_vec();
    columns.push(case.vector("group"));
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    flat_regression(task, &log(case, "weight"), &columns);
}

fn logmesquite_logvas(case: &Case, task: &mut impl Task) {
    let (diameter, other) = (log(case, "diam1"), log(case, "diam2"));
    let area = sum(&diameter, &other);
    let volume = sum(&area, &log(case, "canopy_height"));
    let shape = zip(&diameter, &other, |diameter, other| diameter - other);
    let (height, density, group) = (log(case, "total_height"), log(case, "density"), case.vector("group"));
    let columns: [&[f64]; 6] = [&volume, &area, &shape, &height, &density, &group];
    flat_regression(task, &log(case, "weight"), &columns);
}

fn logmesquite_logvolume(case: &Case, task: &mut impl Task) {
    let area = sum(&log(case, "diam1"), &log(case, "diam2"));
    let volume = sum(&area, &log(case, "canopy_height"));
    flat_regression(task, &log(case, "weight"), &[&volume]);
}
