//! Proves that cumulative probabilities are right, on every instruction set: against independent values in
//! both tails (`tests/reference/cumulative.json`, made by the program beside it), with the density as their
//! slope, with 1 as the sum of both sides, and at and beyond the ends of the support.

use crate::common;
use crate::common::answers::{Side, answers_on_every_set};
use crate::common::assert_near;
use monomorph::distribution::*;
use serde_json::Value;

/// The continuous families with cumulative probabilities.
macro_rules! for_each_family {
    ($macro:ident) => {
        $macro! {
            StdNormal Normal HalfNormal Cauchy HalfCauchy StudentT HalfStudentT ExpModNormal SkewNormal
            DoubleExponential Logistic Gumbel Lognormal Loglogistic Exponential Gamma InvGamma ChiSquare
            InvChiSquare ScaledInvChiSquare Weibull Frechet Rayleigh Pareto ParetoType2 Beta BetaProportion
            Uniform VonMises
        }
    };
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
}

/// The records of a family.
fn records<F: Family>() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/cumulative.json");
    let text = std::fs::read_to_string(path).expect("the file is there");
    let all: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON array");
    let own: Vec<Value> = all.into_iter().filter(|record| record["dist"] == F::FACTS.name).collect();
    assert!(own.len() >= 3, "{} has {} records", F::FACTS.name, own.len());
    own
}

/// The allowed error of values and partial derivatives relative to their size, or for nearly vanishing
/// derivatives relative to the largest one.
const TOLERANCE: f64 = 1e-11;

fn anchors<F: Cumulative>() {
    for record in records::<F>() {
        let at = numbers(&record["at"]);
        for (side, key) in [(Side::Below, "log_cdf"), (Side::Above, "log_ccdf")] {
            let want = record[key].as_f64().expect("a number");
            let slopes = numbers(&record[format!("{key}_grad")]);
            let largest = common::largest(&slopes);
            for (set, (value, partials)) in answers_on_every_set::<F>(side, &at) {
                let what = || format!("{key} of {} at {at:?}, {set}", F::FACTS.name);
                assert_near(value, want, TOLERANCE * want.abs(), what);
                for (place, &want) in slopes.iter().enumerate() {
                    let allowed = TOLERANCE * want.abs() + 1e-13 * largest;
                    assert_near(partials[place], want, allowed, || format!("{}: slope {place}", what()));
                }
            }
        }
    }
}

/// The slope by y of P(Y ≤ y) and minus that of P(Y > y) are the density, and both probabilities add up to 1.
fn consistency<F: Cumulative>() {
    let mut compared = 0;
    for record in records::<F>() {
        for factor in [0.25, 0.6, 0.95, 1.0, 1.1, 1.9] {
            let mut at = numbers(&record["at"]);
            at[0] *= factor;
            let below = answers_on_every_set::<F>(Side::Below, &at);
            let above = answers_on_every_set::<F>(Side::Above, &at);
            let density = answers_on_every_set::<F>(Side::Density, &at);
            for ((&(set, below), (_, above)), (_, density)) in below.iter().zip(above).zip(density) {
                let what = || format!("{} at {at:?}, {set}", F::FACTS.name);
                assert_near(below.0.exp() + above.0.exp(), 1.0, 1e-14, || format!("{}: sum", what()));
                if below.0 == f64::NEG_INFINITY || above.0 == f64::NEG_INFINITY {
                    assert_eq!((below.1[0], above.1[0]), (0.0, 0.0), "{}", what());
                    continue;
                }
                compared += 1;
                let allowed = 1e-12 * (1.0 + below.0.abs() + above.0.abs() + density.0.abs());
                if below.1[0] > 1e-290 {
                    assert_near(below.0 + below.1[0].ln(), density.0, allowed, || {
                        format!("{}: below", what())
                    });
                }
                if above.1[0] < -1e-290 {
                    let slope = above.0 + (-above.1[0]).ln();
                    assert_near(slope, density.0, allowed, || format!("{}: above", what()));
                }
            }
        }
    }
    assert!(compared >= 9, "{}: {compared} comparisons", F::FACTS.name);
}

/// Beyond the ends of the support one probability is 0, the other 1, and nothing depends on anything.
fn ends<F: Cumulative>() {
    for record in records::<F>() {
        let mut at = numbers(&record["at"]);
        let (lower, upper) = match F::FACTS.name {
            "beta" | "beta_proportion" => (0.0, 1.0),
            "pareto" | "pareto_type_2" => (at[1], f64::INFINITY),
            "uniform" => (at[1], at[2]),
            "von_mises" => (-std::f64::consts::PI, std::f64::consts::PI),
            _ if F::FACTS.arguments[0].domain == Domain::Real => (f64::NEG_INFINITY, f64::INFINITY),
            _ => (0.0, f64::INFINITY),
        };
        for (end, side, other) in [(lower, Side::Below, Side::Above), (upper, Side::Above, Side::Below)] {
            if end.is_infinite() {
                continue;
            }
            let outward = if side == Side::Below { -1.0 } else { 1.0 };
            for beyond in [end, end + outward * 1e-3, end + outward * 50.0] {
                at[0] = beyond;
                for (set, (value, partials)) in answers_on_every_set::<F>(side, &at) {
                    assert_eq!(value, f64::NEG_INFINITY, "{side:?} of {} at {at:?}, {set}", F::FACTS.name);
                    if beyond != end {
                        assert_eq!(
                            partials[..at.len()],
                            vec![0.0; at.len()],
                            "{} at {at:?}, {set}",
                            F::FACTS.name
                        );
                    }
                }
                for (set, (value, partials)) in answers_on_every_set::<F>(other, &at) {
                    assert_eq!(value, 0.0, "{other:?} of {} at {at:?}, {set}", F::FACTS.name);
                    if beyond != end {
                        assert_eq!(
                            partials[..at.len()],
                            vec![0.0; at.len()],
                            "{} at {at:?}, {set}",
                            F::FACTS.name
                        );
                    }
                }
            }
        }
    }
}

/// Far out, where probabilities have underflowed, their logarithms are still finite and ordered.
fn far_out<F: Cumulative>() {
    if F::FACTS.arguments[0].domain != Domain::Real
        || matches!(F::FACTS.name, "uniform" | "von_mises" | "pareto_type_2")
    {
        return;
    }
    for record in records::<F>() {
        let mut at = numbers(&record["at"]);
        for (side, sign) in [(Side::Below, -1.0), (Side::Above, 1.0)] {
            let mut before = 0.0;
            for size in [20.0, 60.0, 200.0] {
                at[0] = sign * size;
                for (set, (value, partials)) in answers_on_every_set::<F>(side, &at) {
                    let what = format!("{side:?} of {} at {at:?}, {set}", F::FACTS.name);
                    assert!(value < before || F::FACTS.name == "gumbel", "{what}: {value} after {before}");
                    assert!(
                        !value.is_nan() && partials[..at.len()].iter().all(|slope| !slope.is_nan()),
                        "{what}"
                    );
                    assert!(partials[0] * sign <= 0.0, "{what}: {partials:?}");
                }
                before = answers_on_every_set::<F>(side, &at)[0].1.0;
            }
        }
    }
}

macro_rules! tests {
    ($($Family:ident)*) => {
        #[test]
        fn every_family_has_its_records() {
            let names = [$(<distribution::$Family as Family>::FACTS.name),*];
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/cumulative.json");
            let text = std::fs::read_to_string(path).expect("the file is there");
            let all: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON array");
            for record in &all {
                assert!(names.iter().any(|name| record["dist"] == *name), "{} is not tested", record["dist"]);
            }
        }

        $(#[allow(non_snake_case)]
        mod $Family {
            use super::*;

            #[test]
            fn anchors() {
                super::anchors::<distribution::$Family>();
            }

            #[test]
            fn consistency() {
                super::consistency::<distribution::$Family>();
            }

            #[test]
            fn ends() {
                super::ends::<distribution::$Family>();
            }

            #[test]
            fn far_out() {
                super::far_out::<distribution::$Family>();
            }
        })*
    };
}

use monomorph::distribution;

for_each_family!(tests);
