//! Differential equations at twenty times, with Stan's tolerances: an epidemic, and predators and their prey.

use crate::compare::{Bench, Rivals};
use crate::json::list;
use monomorph::prelude::*;

/// How much gradients may differ, which are those of different steps.
const DIFFERENCE: f64 = 1e-3;

/// The number of times.
const TIMES: usize = 20;

/// Compares them.
pub fn compare(bench: &mut Bench) {
    let times: Vec<f64> = (1..=TIMES).map(|time| time as f64).collect();
    epidemic(bench, &times);
    predators(bench, &times);
}

fn epidemic(bench: &mut Bench, times: &[f64]) {
    let sick = [1, 3, 6, 25, 73, 222, 294, 258, 237, 191, 125, 69, 27, 11, 4, 3, 2, 1, 1, 1];
    params! { rate: positive(), recovery: positive(), first: positive() }
    let model = model! {
        rate     |= normal(2.0, 1.0),
        recovery |= normal(0.4, 0.5),
        first    |= exponential(1.0),
        school = ode(times, (763.0 - first, first, 0.0), |_, (s, i, _)| {
            let (infected, recovered) = (rate * s * i * (1.0 / 763.0), recovery * i);
            (-infected, infected - recovered, recovered)
        }),
        data(&sick) |= poisson(school.column(1)),
    };
    let json = format!(r#"{{"T":{TIMES},"ts":{},"sick":{sick:?}}}"#, list(times));
    let rivals = Rivals::stan("epidemic", json).at(vec![vec![0.6, -0.7, 0.1]]);
    bench.compare("epidemic, 3 states", model, rivals.within(DIFFERENCE));
}

fn predators(bench: &mut Bench, times: &[f64]) {
    let prey: Vec<f64> = times.iter().map(|t| 3.0 + t.sin()).collect();
    let predators: Vec<f64> = times.iter().map(|t| 2.0 + t.cos()).collect();
    params! { theta: vector(4).positive(), first: vector(2).positive() }
    let model = model! {
        theta |= normal(&[1.0, 0.05, 1.0, 0.05], &[0.5, 0.05, 0.5, 0.05]),
        first |= lognormal(2.3, 1.0),
        animals = ode(times, (first.at(0), first.at(1)), |_, (u, v)| {
            ((theta.at(0) - theta.at(1) * v) * u, (theta.at(3) * u - theta.at(2)) * v)
        }),
        data(&prey)      |= normal(animals.column(0).log(), 0.25),
        data(&predators) |= normal(animals.column(1).log(), 0.25),
    };
    let json = format!(
        r#"{{"T":{TIMES},"ts":{},"prey":{},"predators":{}}}"#,
        list(times),
        list(&prey),
        list(&predators)
    );
    let rivals = Rivals::stan("predators", json).at(vec![vec![-0.6, -3.6, -0.2, -3.7, 3.4, 1.8]]);
    bench.compare("predators and prey, 2 states", model, rivals.within(DIFFERENCE));
}
