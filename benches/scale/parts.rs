//! A gradient against the number of observations, whole and in two parts on two threads.

use crate::chart::{Chart, Series};
use crate::clock;
use crate::logistic::{self, Way};
use crate::random::Random;
use crate::regression::Data;
use monomorph::prelude::*;
use std::error::Error;

const SIZES: [usize; 5] = [10_000, 31_623, 100_000, 316_228, 1_000_000];
const PARTS: [usize; 2] = [0, 2];

pub fn run() -> Result<(), Box<dyn Error>> {
    let mut chart = Chart {
        file: "parts.svg",
        title: "A gradient against the number of observations, whole and in two parts",
        axis: "observations",
        timed: "a gradient",
        series: [
            "logistic regression, 10 columns",
            "logistic regression, 10 columns, two parts",
            "mixture of two",
            "mixture of two, two parts",
        ]
        .map(Series::new)
        .into(),
    };
    for size in (0..clock::TURNS).flat_map(|_| SIZES) {
        let observed = Data::new(size, 10);
        let mut times = Vec::new();
        for parts in PARTS {
            let options = Options::default().parts(parts);
            times.push(clock::gradient(&logistic::posterior(&observed, Way::With(options))?));
        }
        let y = Random::new(5).normals(size);
        for parts in PARTS {
            times.push(mixture_of_two(&y, parts)?);
        }
        chart.push(size, &times);
    }
    chart.finish()
}

fn mixture_of_two(y: &[f64], parts: usize) -> Result<f64, monomorph::Error> {
    params! { mu: vector(2), sigma: positive(), weights: simplex(2) }
    let model = model! {
        mu      |= normal(0.0, 2.0),
        sigma   |= exponential(1.0),
        weights |= dirichlet(1.0),
        data(y) |= mixture(weights, (normal(mu.at(0), sigma), normal(mu.at(1), sigma))),
    };
    Ok(clock::gradient(&model.compile_with(Options::default().parts(parts))?))
}
