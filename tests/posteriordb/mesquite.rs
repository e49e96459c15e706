//! Weights of mesquite bushes by their measurements.

use crate::*;

/// Logarithms of fields, or of products and quotients of them.
fn log(case: &Case, field: &str) -> Vec<f64> {
    map(&case.vector(field), f64::ln)
}

fn sum(left: &[f64], right: &[f64]) -> Vec<f64> {
    zip(left, right, |left, right| left + right)
}

#[test]
fn mesquite() {
    let Some(case) = Case::open("mesquite-mesquite") else { return };
    let fields = ["diam1", "diam2", "canopy_height", "total_height", "density", "group"];
    let columns = fields.map(|field| case.vector(field));
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    compare_with_flat_regression(&case, &case.vector("weight"), &columns);
}

#[test]
fn logmesquite() {
    let Some(case) = Case::open("mesquite-logmesquite") else { return };
    let fields = ["diam1", "diam2", "canopy_height", "total_height", "density"];
    let mut columns = fields.map(|field| log(&case, field)).to_vec();
    columns.push(case.vector("group"));
    let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    compare_with_flat_regression(&case, &log(&case, "weight"), &columns);
}

#[test]
fn logmesquite_logvas() {
    let Some(case) = Case::open("mesquite-logmesquite_logvas") else { return };
    let (diameter, other) = (log(&case, "diam1"), log(&case, "diam2"));
    let area = sum(&diameter, &other);
    let volume = sum(&area, &log(&case, "canopy_height"));
    let shape = zip(&diameter, &other, |diameter, other| diameter - other);
    let (height, density, group) = (log(&case, "total_height"), log(&case, "density"), case.vector("group"));
    let columns: [&[f64]; 6] = [&volume, &area, &shape, &height, &density, &group];
    compare_with_flat_regression(&case, &log(&case, "weight"), &columns);
}

#[test]
fn logmesquite_logvolume() {
    let Some(case) = Case::open("mesquite-logmesquite_logvolume") else { return };
    let area = sum(&log(&case, "diam1"), &log(&case, "diam2"));
    let volume = sum(&area, &log(&case, "canopy_height"));
    compare_with_flat_regression(&case, &log(&case, "weight"), &[&volume]);
}
