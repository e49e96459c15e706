//! A gradient against the number of statements, each with 100 observations of its own mean.

use crate::chart::{Chart, Series};
use crate::clock;
use crate::random::Random;
use monomorph::prelude::*;
use std::error::Error;

const OBSERVATIONS: usize = 100;

/// Nanoseconds of the model with a statement for each index.
macro_rules! statements {
    ($y:expr, $($index:literal)*) => {{
        let y: &[f64] = $y;
        params! { mu: vector([$($index),*].len()), sigma: positive() }
        let model = model! {
            mu    |= normal(0.0, 5.0),
            sigma |= exponential(1.0),
            $(data(y) |= student_t(4.0, mu.at($index), sigma),)*
        };
        clock::gradient(&model.compile()?)
    }};
}

pub fn run() -> Result<(), Box<dyn Error>> {
    let mut chart = Chart {
        file: "statements.svg",
        title: "A gradient against the number of statements, 100 observations each",
        axis: "statements",
        timed: "a gradient",
        series: vec![Series::new("data(y) |= student_t(4, mu[k], sigma)")],
    };
    let y = &Random::new(20_240_702).normals(OBSERVATIONS);
    for _ in 0..clock::TURNS {
        chart.push(1, &[statements!(y, 0)]);
        chart.push(2, &[statements!(y, 0 1)]);
        chart.push(4, &[statements!(y, 0 1 2 3)]);
        chart.push(8, &[statements!(y, 0 1 2 3 4 5 6 7)]);
        chart.push(16, &[statements!(y, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)]);
        chart.push(
            32,
            &[statements!(y,
                0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31)],
        );
    }
    chart.finish()
}
