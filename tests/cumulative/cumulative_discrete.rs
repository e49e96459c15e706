//! Proves that cumulative probabilities of whole numbers, and their derivatives, are exact in both tails,
//! below and above the support: the records of `tests/reference/cumulative_discrete.json`, which are sums of
//! the mass function in 400 digits, on every instruction set, register by register; and through a model, with
//! vectors of every tail length.
//!
//! Tolerances: 1e-11 |want| for logarithms, however near 0 or far below it they are, and for derivatives
//! 1e-9 |want| and 1e-11 of the largest derivative of the record.

use crate::common::{assert_near, evaluate, largest, on_every_set};
use monomorph::contract::node::{MAX_ARGUMENTS, Packs};
use monomorph::distribution::{
    Bernoulli, BetaBinomial, Binomial, Cumulative, DiscreteRange, Geometric, NegBinomial, NegBinomial2,
    Poisson,
};
use monomorph::prelude::*;
use monomorph::simd::{MAX_LANES, Pack};
use pulp::{Scalar, Simd, WithSimd};
use serde_json::Value;
use std::marker::PhantomData;

/// A record, or a family's results at the same point: log P(Y ≤ y), log P(Y > y), and their derivatives.
#[derive(Clone, Debug)]
struct Probabilities {
    logs: [f64; 2],
    slopes: [Vec<f64>; 2],
}

/// The points of a family (y, then the arguments) with their exact probabilities.
fn records(family: &str) -> Vec<(Vec<f64>, Probabilities)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/cumulative_discrete.json");
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let all: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON array");
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NEG_INFINITY);
    let numbers = |value: &Value| value.as_array().expect("a list").iter().map(number).collect::<Vec<_>>();
    let read = |record: &Value| {
        let mut point = vec![number(&record["y"])];
        point.extend(numbers(&record["args"]));
        let logs = [number(&record["log_cdf"]), number(&record["log_ccdf"])];
        let slopes = [numbers(&record["log_cdf_slopes"]), numbers(&record["log_ccdf_slopes"])];
        (point, Probabilities { logs, slopes })
    };
    let own: Vec<_> = all.iter().filter(|record| record["dist"] == family).map(read).collect();
    assert!(!own.is_empty(), "there are no records of {family}");
    own
}

/// The family's answers at these points, a register of them at a time.
struct Ask<'a, F> {
    points: &'a [Vec<f64>],
    family: PhantomData<F>,
}

impl<F: Cumulative> WithSimd for Ask<'_, F> {
    type Output = Vec<Probabilities>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let mut answers = Vec::new();
        for points in self.points.chunks(S::F64_LANES) {
            let packs: Packs<S> = std::array::from_fn(|place| {
                let mut lanes = [1.0; MAX_LANES];
                for (lane, point) in lanes.iter_mut().zip(points) {
                    *lane = point.get(place).copied().unwrap_or(f64::NAN);
                }
                Pack::from_array(simd, lanes)
            });
            let both = [F::log_cdf(&packs), F::log_ccdf(&packs)];
            let both = both.map(|(value, slopes)| (value.to_array(), slopes.map(Pack::to_array)));
            for (lane, point) in points.iter().enumerate() {
                let slopes = |side: usize| (0..point.len()).map(|place| both[side].1[place][lane]).collect();
                answers.push(Probabilities {
                    logs: [both[0].0[lane], both[1].0[lane]],
                    slopes: [slopes(0), slopes(1)],
                });
            }
        }
        answers
    }
}

/// The answers by every instruction set of this machine.
fn on_every_register<F: Cumulative>(points: &[Vec<f64>]) -> Vec<(&'static str, Vec<Probabilities>)> {
    fn ask<F>(points: &[Vec<f64>]) -> Ask<'_, F> {
        Ask { points, family: PhantomData }
    }
    let mut all = vec![("scalar", Scalar::new().vectorize(ask::<F>(points)))];
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(simd) = pulp::x86::V3::try_new() {
            all.push(("AVX2", Simd::vectorize(simd, ask::<F>(points))));
        }
        if let Some(simd) = pulp::x86::V4::try_new() {
            all.push(("AVX-512", Simd::vectorize(simd, ask::<F>(points))));
        }
    }
    all
}

/// Compares a family with its records.
fn compare<F: Cumulative>() {
    assert!(F::FACTS.arguments.len() <= MAX_ARGUMENTS);
    let records = records(F::FACTS.name);
    let points: Vec<Vec<f64>> = records.iter().map(|(point, _)| point.clone()).collect();
    for (set, answers) in on_every_register::<F>(&points) {
        for ((point, want), got) in records.iter().zip(&answers) {
            for side in 0..2 {
                let what = || {
                    let name = ["log_cdf", "log_ccdf"][side];
                    format!("{name} of {} at {:?} given {:?}, {set}", F::FACTS.name, point[0], &point[1..])
                };
                let (log, exact) = (got.logs[side], want.logs[side]);
                assert_near(log, exact, 1e-11 * exact.abs(), what);
                assert_eq!(got.slopes[side][0], 0.0, "{}: by y", what());
                let scale = largest(&want.slopes[side]);
                for (place, (&slope, &exact)) in
                    got.slopes[side][1..].iter().zip(&want.slopes[side]).enumerate()
                {
                    let what = || format!("{}: by argument {place}", what());
                    assert_near(slope, exact, 1e-9 * exact.abs() + 1e-11 * scale, what);
                }
            }
        }
    }
}

macro_rules! families {
    ($($test:ident: $Family:ident;)*) => {$(
        #[test]
        fn $test() {
            compare::<$Family>();
        }
    )*};
}

families! {
    bernoulli_matches_exact_sums: Bernoulli;
    binomial_matches_exact_sums: Binomial;
    beta_binomial_matches_exact_sums: BetaBinomial;
    neg_binomial_matches_exact_sums: NegBinomial;
    neg_binomial_2_matches_exact_sums: NegBinomial2;
    poisson_matches_exact_sums: Poisson;
    geometric_matches_exact_sums: Geometric;
    discrete_range_matches_exact_sums: DiscreteRange;
}

/// Cumulative probabilities as expressions of a model: sums over vectors, with the derivatives of each
/// argument.
macro_rules! expressions {
    ($($test:ident: $family:ident($([$whole:ident])? $($argument:ident),+);)*) => {$(
        #[test]
        fn $test() {
            // Of points that have no probability, −∞ would hide all others.
            let possible =
                |(_, want): &(Vec<f64>, Probabilities)| want.logs.iter().all(|log| log.is_finite());
            let records: Vec<_> = records(stringify!($family)).into_iter().filter(possible).collect();
            let skip = 1 $(+ { let _ = stringify!($whole); 1 })?;
            for n in [1, 3, 7, 9, 11].into_iter().filter(|&n| n <= records.len()) {
                let records = &records[records.len() - n..];
                let y: Vec<f64> = records.iter().map(|(point, _)| point[0]).collect();
                $(let $whole: Vec<f64> = records.iter().map(|(point, _)| point[1]).collect();)?
                let names = [$(stringify!($argument)),+];
                let q: Vec<f64> = (0..names.len())
                    .flat_map(|place| records.iter().map(move |(point, _)| point[skip + place]))
                    .collect();
                for side in 0..2 {
                    let want: f64 = records.iter().map(|(_, want)| want.logs[side]).sum();
                    let slopes: Vec<f64> = (0..names.len())
                        .flat_map(|place| {
                            records.iter().map(move |(_, want)| want.slopes[side][skip - 1 + place])
                        })
                        .collect();
                    let check = |set: &str, (got, gradient): (f64, Vec<f64>)| {
                        let what = || format!("{} of {n} points, side {side}, {set}", stringify!($family));
                        assert_near(got, want, 1e-11 * want.abs(), what);
                        for (&got, &slope) in gradient.iter().zip(&slopes) {
                            assert_near(got, slope, 1e-9 * slope.abs() + 1e-11 * largest(&slopes), what);
                        }
                    };
                    params! { $($argument: vector(n)),+ }
                    if side == 0 {
                        let model = model! {
                            $($argument |= flat(),)+
                            increment($family($(data(&$whole),)? $($argument),+).log_cdf(&y)),
                        };
                        on_every_set(model, |set, posterior| check(set, evaluate(posterior, &q)));
                    } else {
                        let model = model! {
                            $($argument |= flat(),)+
                            increment($family($(data(&$whole),)? $($argument),+).log_ccdf(&y)),
                        };
                        on_every_set(model, |set, posterior| check(set, evaluate(posterior, &q)));
                    }
                }
            }
        }
    )*};
}

expressions! {
    bernoulli_in_a_model: bernoulli(a);
    binomial_in_a_model: binomial([trials] a);
    beta_binomial_in_a_model: beta_binomial([trials] a, b);
    neg_binomial_in_a_model: neg_binomial(a, b);
    neg_binomial_2_in_a_model: neg_binomial_2(a, b);
    poisson_in_a_model: poisson(a);
    geometric_in_a_model: geometric(a);
}
