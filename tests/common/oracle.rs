//! The records of `tests/oracle`: functions that read them, and that compare with them within their
//! published tolerance.

use super::{assert_near, beside_tests, evaluate, largest, on_every_set};
use monomorph::prelude::*;
use serde_json::Value;

/// All records of a file.
pub fn read(file: &str) -> Vec<Value> {
    let path = beside_tests(&format!("oracle/{file}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("the file is a JSON array")
}

/// The records of a file with the value `name` for the key `key`.
pub fn records(file: &str, key: &str, name: &str) -> Vec<Value> {
    let own: Vec<Value> = read(file).into_iter().filter(|record| record[key] == name).collect();
    assert!(!own.is_empty(), "{file}.json has no record with the {key} `{name}`");
    own
}

/// Returns a number or a list of numbers as a list. A missing value is an empty list.
pub fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        Value::String(word) if word == "-inf" => vec![f64::NEG_INFINITY],
        Value::Null => Vec::new(),
        number => vec![number.as_f64().expect("a number")],
    }
}

/// Returns the change of an output by a change of the last bit of the inputs. `place` is the place in a
/// list.
pub fn slack(record: &Value, output: &[&str], place: usize) -> f64 {
    let slack = numbers(output.iter().fold(&record["slack"], |value, key| &value[key]));
    slack.get(place).or(slack.first()).copied().unwrap_or(0.0)
}

/// The largest entry of the record's gradient.
pub fn gradient_scale(record: &Value) -> f64 {
    match &record["grad"] {
        Value::Object(entries) => largest(&entries.values().flat_map(numbers).collect::<Vec<_>>()),
        list => largest(&numbers(list)),
    }
}

/// Compares the gradient with respect to `argument`, with one entry for each of its elements. If the
/// argument is a scalar in the record, the record's entry is the sum.
pub fn compare_gradient(record: &Value, argument: &str, got: &[f64], what: &(dyn Fn() -> String + Sync)) {
    let want = numbers(&record["grad"][argument]);
    let summed = [got.iter().sum()];
    let got = if record["args"][argument].is_array() { got } else { &summed[..] };
    assert_eq!(got.len(), want.len(), "{}: gradient by {argument}", what());
    let scale = gradient_scale(record).max(1.0);
    for (place, (&got, &want)) in got.iter().zip(&want).enumerate() {
        let tolerance = 1e-10 * want.abs() + 1e-12 * scale + 16.0 * slack(record, &["grad", argument], place);
        assert_near(got, want, tolerance, || format!("{}: gradient by {argument}[{place}]", what()));
    }
}

/// Compares a value with the record's value at a place. Values of the record have the size `scale`.
pub fn compare_value(record: &Value, got: f64, want: f64, scale: f64, output: &str, place: usize, set: &str) {
    let allowed = 1e-10 * want.abs() + 1e-12 * scale.max(1.0) + 16.0 * slack(record, &[output], place);
    assert_near(got, want, allowed, || format!("{}, {set}: {output}[{place}]", record["id"]));
}

/// Checks that the names in a file are the tested names and the names of the lists.
pub fn assert_complete(file: &str, key: &str, tested: &[&str], lists: &[&str]) {
    let mut listed: Vec<&str> =
        tested.iter().copied().chain(lists.iter().flat_map(|list| list.split_whitespace())).collect();
    let all = read(file);
    let mut found: Vec<&str> = all.iter().map(|record| record[key].as_str().expect("a name")).collect();
    listed.sort_unstable();
    found.sort_unstable();
    found.dedup();
    assert_eq!(listed, found, "names in {file}.json");
}

/// Compares the model's density with the record. The model has the parameters `free`, in this order.
pub fn compare_model(record: &Value, layout: &str, model: impl Model, free: &[&str]) {
    let q: Vec<f64> = free.iter().flat_map(|&argument| numbers(&record["args"][argument])).collect();
    let want = numbers(&record["lpdf"])[0];
    on_every_set(model, |set, posterior| {
        let (got, gradient) = evaluate(posterior, &q);
        let set = &format!("{set} with {layout}");
        if want == f64::NEG_INFINITY {
            assert_eq!(got, want, "{}, {set}", record["id"]);
            return;
        }
        compare_value(record, got, want, 1.0, "lpdf", 0, set);
        let mut rest = &gradient[..];
        for &argument in free {
            let (own, after) = rest.split_at(numbers(&record["args"][argument]).len());
            compare_gradient(record, argument, own, &|| format!("{}, {set}", record["id"]));
            rest = after;
        }
    });
}
