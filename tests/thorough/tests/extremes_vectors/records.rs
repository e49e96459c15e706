//! The records, and the comparison of a model with one of them.

use super::common::{beside_tests, evaluate_gradient, is_near, on_every_set_with};
use monomorph::prelude::*;
use serde_json::Value;
use std::sync::OnceLock;

/// A point of a law, with its log density there.
pub struct Record {
    law: String,
    /// Counts or categories.
    pub whole: Vec<i64>,
    /// Vectors, and matrices row after row.
    pub groups: Vec<Vec<f64>>,
    value: f64,
    slopes: Vec<f64>,
    /// How much the last places of the numbers, and of the terms of the density, change the value and then
    /// each slope.
    slacks: Vec<f64>,
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(number).collect()
}

impl Record {
    fn of(record: &Value) -> Self {
        let groups = record[2].as_array().expect("a list").iter().map(numbers);
        let mut answers = numbers(&record[3]);
        Self {
            law: record[0].as_str().expect("a name").to_owned(),
            whole: numbers(&record[1]).into_iter().map(|number| number as i64).collect(),
            groups: groups.collect(),
            value: answers.remove(0),
            slopes: answers,
            slacks: numbers(&record[4]),
        }
    }

    /// The number of elements of a group.
    pub fn len(&self, group: usize) -> usize {
        self.groups[group].len()
    }

    /// The number of rows of a square matrix.
    pub fn side(&self, group: usize) -> usize {
        self.len(group).isqrt()
    }

    /// What is off about an answer, if anything is: values by more than 1e-12, slopes by more than 1e-9, and
    /// both by more than sixteen times what the last places change.
    fn complaint(&self, (value, gradient): (f64, &[f64])) -> Option<String> {
        let slack = |place: usize| 16.0 * self.slacks.get(place).copied().unwrap_or(0.0);
        let of_value = 1e-12 * self.value.abs().max(1e-2) + slack(0);
        let at = self.groups.concat();
        let of_slopes = self.slopes.iter().zip(at).enumerate().map(|(place, (want, at))| {
            // Results that underflow lose digits.
            1e-9 * want.abs() + slack(place + 1) + 1e-290 / if at == 0.0 { 1.0 } else { at.abs().min(1.0) }
        });
        let wanted = std::iter::once(self.value).chain(self.slopes.iter().copied());
        let got = std::iter::once(value).chain(gradient.iter().copied());
        let allowed = std::iter::once(of_value).chain(of_slopes);
        wanted.zip(got).zip(allowed).enumerate().find_map(|(place, ((want, got), allowed))| {
            let off = (got - want).abs();
            let what = if place == 0 { "the value".to_owned() } else { format!("slope {}", place - 1) };
            (!is_near(got, want, allowed)).then(|| {
                format!("{what} is {got:e} for {want:e}, off by {off:e} where {allowed:e} is allowed")
            })
        })
    }
}

/// The records of a law.
pub fn records(law: &str) -> Vec<&'static Record> {
    static ALL: OnceLock<Vec<Record>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let path = std::env::var_os("EXTREMES")
            .map_or_else(|| beside_tests("reference/extremes_vectors.json"), Into::into);
        let text = std::fs::read_to_string(path).expect("the file is there");
        let records: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON array");
        records.iter().map(Record::of).collect()
    });
    let own: Vec<&Record> = all.iter().filter(|record| record.law == law).collect();
    assert!(own.len() >= 100, "{law} has {} records", own.len());
    own
}

/// The deviations of a law from its records.
#[derive(Default)]
pub struct Complaints(Vec<String>);

impl Complaints {
    /// Compares a model, whose parameters are the groups of the record.
    pub fn compare(&mut self, record: &Record, model: impl Model) {
        let q = record.groups.concat();
        let mut found = None;
        on_every_set_with(Rewrites::All, model, |set, posterior| {
            let (value, gradient) = evaluate_gradient(posterior, &q);
            if found.is_none() {
                found = record.complaint((value, &gradient)).map(|complaint| format!("{set}: {complaint}"));
            }
        });
        self.0
            .extend(found.map(|complaint| format!("{:?} {:?} on {complaint}", record.whole, record.groups)));
    }

    /// Prints all deviations at once.
    pub fn finish(self, law: &str) {
        assert!(self.0.is_empty(), "{law}: {} are off\n{}", self.0.len(), self.0.join("\n"));
    }
}

/// Tests of laws. Each has a model for a record, whose parameters are the groups, and which is compared.
macro_rules! laws {
    ($($law:ident |$record:ident, $compare:ident| $model:block)*) => {$(
        mod $law {
            use super::*;

            #[test]
            fn holds() {
                let mut complaints = $crate::records::Complaints::default();
                for $record in $crate::records::records(stringify!($law)) {
                    macro_rules! $compare {
                        ($made:expr) => {
                            complaints.compare($record, $made)
                        };
                    }
                    $model
                }
                complaints.finish(stringify!($law));
            }
        }
    )*};
}

pub(crate) use laws;
