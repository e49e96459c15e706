//! The functions of `math::scalar` against references of 40 to 90 digits: `reference/scalar_functions.py`.
//!
//! The tolerances are the errors that the documentation of `math::scalar` states.

use crate::common::is_near;
use monomorph::math::scalar;
use monomorph::simd::{MAX_LANES, Pack, map_lanes};
use pulp::{Scalar, Simd, WithSimd};
use serde_json::Value;

/// What a number of the file may be off by: this much times max(1, its size) for logarithms of probabilities,
/// that much of its size for derivatives.
struct Tolerance {
    value: f64,
    derivative: f64,
}

fn number(json: &Value) -> f64 {
    json.as_f64().unwrap_or_else(|| json.as_str().expect("a number").parse().expect("inf or -inf"))
}

/// Calls the function for every record of this name and compares all that it returns.
fn check<const IN: usize, const OUT: usize>(
    name: &str,
    tolerance: Tolerance,
    function: impl Fn([f64; IN]) -> [f64; OUT],
) {
    let file: Value = serde_json::from_str(include_str!("../reference/scalar_functions.json")).expect("JSON");
    let records = file[name].as_array().expect(name);
    assert!(records.len() >= 20, "{name}: {} records", records.len());
    let mut worst = [(0.0, String::new()), (0.0, String::new())];
    for record in records {
        let arguments: [f64; IN] = core::array::from_fn(|place| number(&record[0][place]));
        let result = function(arguments);
        for (place, &got) in result.iter().enumerate() {
            let want = number(&record[place + 1]);
            let scale = if place == 0 { want.abs().max(1.0) } else { want.abs() };
            let error = if got == want { 0.0 } else { (got - want).abs() / scale };
            let error = if error.is_nan() { f64::INFINITY } else { error };
            let worst = &mut worst[usize::from(place > 0)];
            if error > worst.0 {
                *worst = (error, format!("{name}{arguments:?}[{place}]: {got:e}, expected {want:e}"));
            }
            if std::env::var("VERBOSE").is_ok() && error > 1e-13 {
                println!("{error:e} {name}{arguments:?}[{place}]: {got:e}, expected {want:e}");
            }
        }
    }
    let [value, derivative] = worst;
    println!("{name}: values {:.1e}, derivatives {:.1e}", value.0, derivative.0);
    assert!(value.0 <= tolerance.value, "{:.1e} {}", value.0, value.1);
    assert!(derivative.0 <= tolerance.derivative, "{:.1e} {}", derivative.0, derivative.1);
}

#[test]
fn incomplete_gamma() {
    let tolerance = || Tolerance { value: 1.3e-14, derivative: 2.4e-13 };
    check("log_gamma_p", tolerance(), |[a, z]| scalar::log_gamma_p(a, z));
    check("log_gamma_q", tolerance(), |[a, z]| scalar::log_gamma_q(a, z));
    check("log_gamma_q_large", tolerance(), |[a, z]| scalar::log_gamma_q(a, z));
}

#[test]
fn incomplete_beta() {
    let tolerance = || Tolerance { value: 3e-14, derivative: 2.1e-13 };
    check("log_inc_beta", tolerance(), |[a, b, x]| scalar::log_inc_beta(a, b, x, 1.0 - x));
    check("log_inc_beta_complement", tolerance(), |[a, b, x]| {
        scalar::log_inc_beta_complement(a, b, x, 1.0 - x)
    });
}

#[test]
fn skew_normal() {
    let tolerance = || Tolerance { value: 1e-15, derivative: 7e-14 };
    check("log_skew_normal_cdf", tolerance(), |[z, alpha]| scalar::log_skew_normal_cdf(z, alpha));
    check("log_skew_normal_ccdf", tolerance(), |[z, alpha]| scalar::log_skew_normal_ccdf(z, alpha));
    check("owens_t", tolerance(), |[h, a]| scalar::owens_t(h, a));
}

#[test]
fn von_mises() {
    let tolerance = || Tolerance { value: 3e-14, derivative: 5e-12 };
    check("log_von_mises_cdf", tolerance(), |[x, mu, kappa]| scalar::log_von_mises_cdf(x, mu, kappa));
    check("log_von_mises_ccdf", tolerance(), |[x, mu, kappa]| scalar::log_von_mises_ccdf(x, mu, kappa));
}

#[test]
fn beta_binomial() {
    let tolerance = || Tolerance { value: 2e-14, derivative: 6e-14 };
    check("log_beta_binomial_cdf", tolerance(), |[k, n, alpha, beta]| {
        scalar::log_beta_binomial_cdf(k, n, alpha, beta)
    });
    check("log_beta_binomial_ccdf", tolerance(), |[k, n, alpha, beta]| {
        scalar::log_beta_binomial_ccdf(k, n, alpha, beta)
    });
}

/// The oracle's records, to 1e-10 of the number and 1e-12.
#[test]
fn oracle_records() {
    let file: Value = serde_json::from_str(include_str!("../oracle/functions.json")).expect("JSON");
    let mut count = 0;
    for record in file.as_array().expect("records") {
        let argument = |name: &str| number(&record["args"][name]);
        let (result, names): (Vec<f64>, &[&str]) = match record["fn"].as_str() {
            Some("gamma_p") => (scalar::gamma_p(argument("a"), argument("z")).to_vec(), &["a", "z"]),
            Some("gamma_q") => (scalar::gamma_q(argument("a"), argument("z")).to_vec(), &["a", "z"]),
            Some("inc_beta") => {
                let result = scalar::inc_beta(argument("a"), argument("b"), argument("x"));
                (result.to_vec(), &["a", "b", "x"])
            }
            _ => continue,
        };
        let wants = core::iter::once(&record["value"]).chain(names.iter().map(|&name| &record["grad"][name]));
        for (got, want) in result.into_iter().zip(wants.map(number)) {
            assert!(is_near(got, want, 1e-10 * want.abs() + 1e-12), "{}: {got:e}, {want:e}", record["id"]);
            count += 1;
        }
    }
    assert_eq!(count, 7 * 3 + 7 * 3 + 7 * 4);
}

/// Masked lanes hold anything: every function must return, whatever it is given.
#[test]
fn anything_goes() {
    let anything = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        0.0,
        -0.0,
        5e-324,
        -1e-310,
        1e-200,
        -1e-20,
        0.3,
        1.0,
        -1.0,
        2.5,
        1e3,
        -1e9,
        1e17,
        -1e100,
        1e300,
        f64::MAX,
    ];
    let mut finite = 0;
    for x in anything {
        for y in anything {
            let of_two = [
                scalar::log_gamma_p(x, y),
                scalar::log_gamma_q(x, y),
                scalar::gamma_p(x, y),
                scalar::gamma_q(x, y),
                scalar::log_skew_normal_cdf(x, y),
                scalar::log_skew_normal_ccdf(x, y),
                scalar::owens_t(x, y),
            ];
            finite += of_two.as_flattened().iter().filter(|number| number.is_finite()).count();
            for z in anything {
                let of_three = [
                    scalar::log_inc_beta(x, y, z, 1.0 - z),
                    scalar::log_inc_beta_complement(x, y, 1.0 - z, z),
                    scalar::log_inc_beta(x, y, z, z),
                    scalar::inc_beta(x, y, z),
                    scalar::von_mises_cdf(x, y, z),
                    scalar::log_von_mises_cdf(x, y, z),
                    scalar::log_von_mises_ccdf(x, y, z),
                ];
                finite += of_three.as_flattened().iter().filter(|number| number.is_finite()).count();
                for k in [f64::NAN, -1.0, 0.0, 3.0, 1e18] {
                    let of_four = [
                        scalar::log_beta_binomial_cdf(k, x, y, z),
                        scalar::log_beta_binomial_ccdf(k, x, y, z),
                    ];
                    finite += of_four.as_flattened().iter().filter(|number| number.is_finite()).count();
                }
            }
        }
    }
    assert!(finite > 1000);
}

/// The sum and the difference of two lists, by `map_lanes`, and the squares of their first, by `map`.
struct ByLanes<'a>(&'a [f64; MAX_LANES], &'a [f64; MAX_LANES]);

impl WithSimd for ByLanes<'_> {
    type Output = ([[f64; MAX_LANES]; 3], usize);

    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let (x, y) = (Pack::from_array(simd, *self.0), Pack::from_array(simd, *self.1));
        let [sum, difference] = map_lanes([x, y], |[x, y]| [x + y, x - y]);
        ([sum, difference, x.map(|x| x * x)].map(Pack::to_array), S::F64_LANES)
    }
}

#[test]
fn lanes_are_mapped_in_their_places() {
    let x = core::array::from_fn(|lane| lane as f64 + 0.5);
    let y = core::array::from_fn(|lane| 100.0 * lane as f64);
    let mut results = vec![Scalar::new().vectorize(ByLanes(&x, &y))];
    #[cfg(target_arch = "x86_64")]
    {
        results.extend(pulp::x86::V3::try_new().map(|simd| Simd::vectorize(simd, ByLanes(&x, &y))));
        results.extend(pulp::x86::V4::try_new().map(|simd| Simd::vectorize(simd, ByLanes(&x, &y))));
    }
    for ([sum, difference, square], lanes) in results {
        for lane in 0..lanes {
            let (n, hundreds) = (lane as f64, 100.0 * lane as f64);
            assert_eq!(sum[lane], hundreds + n + 0.5);
            assert_eq!(difference[lane], n + 0.5 - hundreds);
            assert_eq!(square[lane], n * n + n + 0.25);
        }
    }
}

/// Within its domain a function has a value, however extreme its arguments.
#[test]
fn no_nan_within_the_domain() {
    let extremes = [1e-50, 1e-20, 0.3, 1.0, 40.0, 1e9, 1e17, 1e50];
    let mut wrong = Vec::new();
    let mut check = |name: &str, arguments: &[f64], result: &[f64]| {
        if result.iter().any(|number| number.is_nan()) || result[0] > 0.0 {
            wrong.push(format!("{name}{arguments:?}: {result:?}"));
        }
    };
    for x in extremes {
        for y in extremes {
            check("log_gamma_p", &[x, y], &scalar::log_gamma_p(x, y));
            check("log_gamma_q", &[x, y], &scalar::log_gamma_q(x, y));
            for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
                check("log_skew_normal_cdf", &[x, y], &scalar::log_skew_normal_cdf(x, y));
            }
            for z in [1e-300, 1e-9, 0.4, 0.999] {
                check("log_inc_beta", &[x, y, z], &scalar::log_inc_beta(x, y, z, 1.0 - z));
                check("log_inc_beta", &[x, y, -z], &scalar::log_inc_beta(x, y, 1.0 - z, z));
                check("log_von_mises_cdf", &[z, x, y], &scalar::log_von_mises_cdf(z, x, y));
                check("log_beta_binomial_cdf", &[x, y], &scalar::log_beta_binomial_cdf(3.0, 7.0, x, y));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}
