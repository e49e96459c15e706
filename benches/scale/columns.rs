//! A gradient against the number of columns, at 2 000 observations.

use crate::chart::{Chart, Series};
use crate::clock;
use crate::regression::Data;
use crate::rows::{linear, logistic};
use std::error::Error;

const ROWS: usize = 2_000;
const SIZES: [usize; 9] = [1, 3, 7, 15, 30, 60, 100, 200, 300];

pub fn run() -> Result<(), Box<dyn Error>> {
    let mut chart = Chart {
        file: "columns.svg",
        title: "A gradient against the number of columns, 2 000 observations",
        axis: "columns",
        timed: "a gradient",
        series: ["logistic regression", "linear regression, rewritten"].map(Series::new).into(),
    };
    for size in (0..clock::TURNS).flat_map(|_| SIZES) {
        let data = Data::new(ROWS, size);
        chart.push(size, &[logistic(&data)?, linear(&data)?]);
    }
    chart.finish()
}
