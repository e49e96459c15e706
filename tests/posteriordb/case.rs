//! A posterior of the pack with its data, and functions with which models are written.
#![allow(dead_code)] // Nobody uses everything.

use faer::MatRef;
pub use monomorph::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The task for a posterior's model: to compare it with golden values, to sample it, or to time it.
pub trait Task {
    fn run(&mut self, model: impl Model);

    /// The tolerance of solvers of equations, relative and absolute: Stan's, unless values are compared with
    /// those of exact solutions.
    fn tolerance(&self) -> f64 {
        1e-6
    }
}

/// A posterior: its data, and its values at golden points.
pub struct Case {
    pub data: Value,
    pub golden: Value,
}

impl Case {
    /// Reads a posterior.
    pub fn open(pack: &Path, posterior: &str) -> Self {
        let golden = read(pack, &format!("golden/{posterior}.json"));
        let name = golden["data"].as_str().expect("the name of the data");
        let data = read(pack, &format!("data/{name}.json"));
        Self { data, golden }
    }

    /// A number.
    pub fn number(&self, field: &str) -> f64 {
        self.data[field].as_f64().unwrap_or_else(|| panic!("the data has no number {field}"))
    }

    /// A number to count with.
    pub fn size(&self, field: &str) -> usize {
        self.number(field) as usize
    }

    /// A vector, or a matrix row by row.
    pub fn vector(&self, field: &str) -> Vec<f64> {
        let numbers = flatten(&self.data[field]);
        assert!(!numbers.is_empty(), "the data has no numbers {field}");
        numbers
    }

    /// Indices, from 1 in the file and from 0 here.
    pub fn indices(&self, field: &str) -> Vec<u32> {
        self.vector(field).into_iter().map(|index| index as u32 - 1).collect()
    }
}

/// Returns the directory of the pack, or the reason why there is none.
pub fn pack() -> Result<PathBuf, String> {
    let beside = || {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut candidates = package.ancestors().map(|directory| directory.join("../shared/posteriordb"));
        candidates.find(|candidate| candidate.is_dir()).unwrap_or_else(|| "../shared/posteriordb".into())
    };
    let pack = std::env::var_os("MONOMORPH_POSTERIORDB").map_or_else(beside, PathBuf::from);
    if pack.is_dir() { Ok(pack) } else { Err(format!("posteriordb, there is no pack in {}", pack.display())) }
}

/// A file of the pack.
pub fn read(pack: &Path, path: &str) -> Value {
    let text = std::fs::read_to_string(pack.join(path));
    let text = text.unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All numbers of nested lists, in order.
pub fn flatten(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(flatten).collect(),
        other => other.as_f64().into_iter().collect(),
    }
}

/// A function of each number.
pub fn map(numbers: &[f64], function: impl Fn(f64) -> f64) -> Vec<f64> {
    numbers.iter().map(|&number| function(number)).collect()
}

/// A function of each pair of numbers.
pub fn zip(left: &[f64], right: &[f64], function: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    assert_eq!(left.len(), right.len());
    left.iter().zip(right).map(|(&left, &right)| function(left, right)).collect()
}

pub fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Columns one after the other, behind a column of ones.
pub fn with_intercept(columns: &[&[f64]]) -> Vec<f64> {
    let mut all = vec![1.0; columns[0].len()];
    columns.iter().for_each(|column| all.extend_from_slice(column));
    all
}

/// The matrix with `rows` rows whose elements stand column after column.
pub fn by_columns(columns: &[f64], rows: usize) -> MatRef<'_, f64> {
    MatRef::from_column_major_slice(columns, rows, columns.len() / rows)
}

/// The matrix with `columns` columns whose elements stand row after row.
pub fn by_rows(rows: &[f64], columns: usize) -> MatRef<'_, f64> {
    MatRef::from_row_major_slice(rows, rows.len() / columns, columns)
}

/// y ~ normal(X β, σ) with X the columns behind ones, and flat β ∈ Rᵏ, σ > 0.
pub fn flat_regression(task: &mut impl Task, y: &[f64], columns: &[&[f64]]) {
    let x = with_intercept(columns);
    let x = matrix(by_columns(&x, y.len()));
    params! { beta: vector(columns.len() + 1), sigma: positive() }
    task.run(model! {
        beta  |= flat(),
        sigma |= flat(),
        data(y) |= normal(x.dot(beta), sigma),
    });
}
