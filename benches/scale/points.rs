//! Gradients of logistic regression at several points: in one pass over 400 MB, and one by one.
//!
//! If the pass takes less time than the points one by one, the points one by one wait for memory, and the
//! time of each additional point in the pass is arithmetic.

use crate::chart::{Chart, Series};
use crate::clock;
use crate::logistic::{self, Way};
use crate::random::Random;
use crate::regression::Data;
use monomorph::prelude::*;
use std::error::Error;
use std::hint::black_box;

const ROWS: usize = 1_000_000;
const COLUMNS: usize = 50;
const COUNTS: [usize; 5] = [1, 2, 3, 4, 8];

pub fn run() -> Result<(), Box<dyn Error>> {
    let mut chart = Chart {
        file: "points.svg",
        title: "Gradients at several points, logistic regression of 1 000 000 x 50",
        axis: "points",
        timed: "a gradient",
        series: ["one by one", "in one pass"].map(Series::new).into(),
    };
    let observed = Data::new(ROWS, COLUMNS);
    let posterior = logistic::posterior(&observed, Way::With(Options::default()))?;
    for count in (0..clock::TURNS).flat_map(|_| COUNTS) {
        chart.push(count, &[one_by_one(&posterior, count), in_one_pass(&posterior, count)]);
    }
    chart.finish()
}

/// Points near the origin, one after the other.
fn points(dimension: usize, count: usize) -> Vec<f64> {
    let mut random = Random::new(777);
    (0..count * dimension).map(|_| 0.1 * random.normal()).collect()
}

fn one_by_one<M: BoundModel>(posterior: &Posterior<M>, count: usize) -> f64 {
    let points = points(posterior.dimension(), count);
    let mut gradient = vec![0.0; posterior.dimension()];
    let mut workspace = posterior.workspace();
    clock::fastest(|| {
        for q in points.chunks(posterior.dimension()) {
            black_box(posterior.log_density_and_gradient(black_box(q), &mut gradient, &mut workspace));
        }
    })
}

fn in_one_pass<M: BoundModel>(posterior: &Posterior<M>, count: usize) -> f64 {
    let points = points(posterior.dimension(), count);
    let mut gradients = vec![0.0; points.len()];
    let mut workspaces = posterior.workspaces(count);
    clock::fastest(|| {
        let points = black_box(&points);
        black_box(posterior.log_density_and_gradients(points, &mut gradients, &mut workspaces));
    })
}
