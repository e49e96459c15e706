//! Proves that continuous distributions hold at extreme but legal points: densities, both cumulative
//! probabilities and every slope, on every instruction set, against the numbers of
//! `tests/reference/extremes_continuous.py`: values to 1e-12, slopes to 1e-9, and no more than a few times
//! what a change of the inputs in their last place would change.

#[path = "../../common/mod.rs"]
mod common;

use common::answers::{Side, answers_on_every_set, error};
use common::{beside_tests, with_room};
use monomorph::distribution::*;
use serde_json::Value;
use std::sync::OnceLock;

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
}

/// The records of all families: another file may be named.
fn all_records() -> &'static [Value] {
    static ALL: OnceLock<Vec<Value>> = OnceLock::new();
    ALL.get_or_init(read)
}

fn read() -> Vec<Value> {
    let path = std::env::var_os("EXTREMES")
        .map_or_else(|| beside_tests("reference/extremes_continuous.json"), Into::into);
    let text = std::fs::read_to_string(path).expect("the file is there");
    serde_json::from_str(&text).expect("the file is a JSON array")
}

fn compare<F: Cumulative>() {
    let mut complaints = Vec::new();
    let mut compared = 0;
    for record in all_records().iter().filter(|record| record[0] == F::FACTS.name) {
        let at = numbers(&record[1]);
        for (side, place) in [(Side::Density, 2), (Side::Below, 3), (Side::Above, 4)] {
            if record[place].is_null() {
                continue;
            }
            compared += 1;
            let want = numbers(&record[place]);
            let (want, slack) = want.split_at(at.len() + 1);
            let slack = |place: usize| slack.get(place).copied().unwrap_or(0.0);
            for (set, (value, partials)) in answers_on_every_set::<F>(side, &at) {
                // Of a location at 0 the size is the distance from it.
                let size =
                    |place: usize| if at[place] == 0.0 { at[0].abs().max(1e-300) } else { at[place].abs() };
                let of_value = error(value, want[0], 1e-12, slack(0), 1e10);
                let of_slopes = (0..at.len()).map(|place| {
                    error(partials[place], want[place + 1], 1e-9, slack(place + 1), size(place))
                });
                let errors: Vec<f64> = std::iter::once(of_value).chain(of_slopes).collect();
                if errors.iter().any(|&error| error.is_nan() || error > 1.0) {
                    let errors: Vec<String> = errors.iter().map(|error| format!("{error:.0e}")).collect();
                    complaints.push(format!(
                        "{side:?} of {} at {at:?}, {set}: {value:e} {:?} for {want:?}, errors {errors:?}",
                        F::FACTS.name,
                        &partials[..at.len()]
                    ));
                    break;
                }
            }
        }
    }
    assert!(compared > 0, "{} is not compared", F::FACTS.name);
    assert!(
        complaints.is_empty(),
        "{}: {} of {compared}\n{}",
        F::FACTS.name,
        complaints.len(),
        complaints.join("\n")
    );
}

macro_rules! tests {
    ($($Family:ident)*) => {
        #[test]
        fn every_record_has_its_family() {
            let names = [$(<$Family as Family>::FACTS.name),*];
            for record in all_records() {
                assert!(names.iter().any(|name| record[0] == *name), "{} is not tested", record[0]);
            }
        }

        $(#[allow(non_snake_case)]
        #[test]
        fn $Family() {
            with_room(compare::<monomorph::distribution::$Family>);
        })*
    };
}

tests! {
    StdNormal Normal HalfNormal Cauchy HalfCauchy StudentT HalfStudentT ExpModNormal SkewNormal
    DoubleExponential Logistic Gumbel Lognormal Loglogistic Exponential Gamma InvGamma ChiSquare
    InvChiSquare ScaledInvChiSquare Weibull Frechet Rayleigh Pareto ParetoType2 Beta BetaProportion
    Uniform VonMises
}
