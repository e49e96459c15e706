//! Proves that real models on real data have the log densities and gradients of Stan: the posteriors of posteriordb
//! that the crate can express, at all of their golden points, on every instruction set, to 1e-10 of the log density
//! (with all constants and Jacobians) and to 1e-8 of the largest entry of the gradient.
//!
//! The data and the golden values are not part of this repository. They are looked for in the directory that the
//! environment variable `MONOMORPH_POSTERIORDB` names, else in `../shared/posteriordb` beside the repository; without
//! them every test here says that it is skipped.
//!
//! Where the crate has no word for a part of a model yet, the model says it with `increment` and a comment.

mod common;

/// One file for each data set or family of data sets, with all of its models.
mod posteriordb {
    mod accel_gp;
    mod ark;
    mod capture_recapture;
    mod dogs;
    mod earnings;
    mod eight_schools;
    mod election88;
    mod glm_poisson;
    mod irt;
    mod kidiq;
    mod loss_curves;
    mod mesquite;
    mod mixtures;
    mod nes;
    mod ovarian;
    mod prophet;
    mod radon;
    mod rate;
    mod rats;
    mod sblrc;
    mod seeds;
    mod sesame;
    mod surgical;
    mod survey;
    mod wells;
}

use common::{assert_near, evaluate_gradient, largest, on_every_set, say};
use faer::MatRef;
use monomorph::prelude::*;
use serde_json::Value;
use std::path::PathBuf;

/// A posterior: its data, and its values at golden points.
struct Case {
    data: Value,
    golden: Value,
}

impl Case {
    /// Reads a posterior; nothing, said aloud, if the pack is not there.
    fn open(posterior: &str) -> Option<Self> {
        let pack = match std::env::var_os("MONOMORPH_POSTERIORDB") {
            Some(directory) => PathBuf::from(directory),
            None => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/posteriordb")),
        };
        if !pack.is_dir() {
            say(&format!("skipped: posteriordb, there is no pack in {}", pack.display()));
            return None;
        }
        let read = |path: String| -> Value {
            let text = std::fs::read_to_string(pack.join(&path));
            let text = text.unwrap_or_else(|error| panic!("{path}: {error}"));
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
        };
        let golden = read(format!("golden/{posterior}.json"));
        let data = read(format!("data/{}.json", golden["data"].as_str().expect("the name of the data")));
        Some(Self { data, golden })
    }

    /// A number.
    fn number(&self, field: &str) -> f64 {
        self.data[field].as_f64().unwrap_or_else(|| panic!("the data has no number {field}"))
    }

    /// A number to count with.
    fn size(&self, field: &str) -> usize {
        self.number(field) as usize
    }

    /// A vector, or a matrix row by row.
    fn vector(&self, field: &str) -> Vec<f64> {
        let numbers = flatten(&self.data[field]);
        assert!(!numbers.is_empty(), "the data has no numbers {field}");
        numbers
    }

    /// Indices, from 1 in the file and from 0 here.
    fn indices(&self, field: &str) -> Vec<u32> {
        self.vector(field).into_iter().map(|index| index as u32 - 1).collect()
    }

    /// Compares the model with the golden values.
    fn compare(&self, model: impl Model) {
        let points = self.golden["points"].as_array().expect("a list of points");
        assert!(!points.is_empty());
        on_every_set(model, |set, posterior| {
            assert_eq!(posterior.dimension() as u64, self.golden["dim"].as_u64().expect("a dimension"));
            for point in points {
                let what = || format!("{}, {}, {set}", self.golden["posterior"], point["kind"]);
                let (got, gradient) = evaluate_gradient(posterior, &flatten(&point["q"]));
                let want = point["lp_full"].as_f64().expect("a number");
                assert_near(got, want, 1e-10 * want.abs(), || what() + ": log density");
                let wanted = flatten(&point["grad"]);
                assert_eq!(gradient.len(), wanted.len());
                let allowed = 1e-8 * largest(&wanted);
                for (place, (&got, &want)) in gradient.iter().zip(&wanted).enumerate() {
                    assert_near(got, want, allowed, || format!("{}: gradient[{place}]", what()));
                }
            }
        });
    }
}

/// All numbers of nested lists, in order.
fn flatten(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(flatten).collect(),
        other => other.as_f64().into_iter().collect(),
    }
}

/// A function of each number.
fn map(numbers: &[f64], function: impl Fn(f64) -> f64) -> Vec<f64> {
    numbers.iter().map(|&number| function(number)).collect()
}

/// A function of each pair of numbers.
fn zip(left: &[f64], right: &[f64], function: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    assert_eq!(left.len(), right.len());
    left.iter().zip(right).map(|(&left, &right)| function(left, right)).collect()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Columns one after the other, behind a column of ones.
fn with_intercept(columns: &[&[f64]]) -> Vec<f64> {
    let mut all = vec![1.0; columns[0].len()];
    columns.iter().for_each(|column| all.extend_from_slice(column));
    all
}

/// The matrix of columns one after the other, each of so many rows.
fn by_columns(columns: &[f64], rows: usize) -> MatRef<'_, f64> {
    MatRef::from_column_major_slice(columns, rows, columns.len() / rows)
}

/// The matrix of rows one after the other, each of so many columns.
fn by_rows(rows: &[f64], columns: usize) -> MatRef<'_, f64> {
    MatRef::from_row_major_slice(rows, rows.len() / columns, columns)
}

/// y ~ normal(X β, σ) with X the columns behind ones, and flat β ∈ Rᵏ, σ > 0.
fn compare_with_flat_regression(case: &Case, y: &[f64], columns: &[&[f64]]) {
    let x = with_intercept(columns);
    let x = matrix(by_columns(&x, y.len()));
    params! { beta: vector(columns.len() + 1), sigma: positive() }
    case.compare(model! {
        beta  |= flat(),
        sigma |= flat(),
        data(y) |= normal(x.dot(beta), sigma),
    });
}
