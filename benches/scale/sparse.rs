//! Sparse designs: a gradient of logistic regression with a sparse matrix, with the same matrix in dense
//! form, and with Stan's `csr_matrix_times_vector`, for several shares of nonzero cells.
//!
//! All contenders of a line are timed by turns in one run. stanli takes part if `benches/peers/setup.sh`
//! has installed it; its gradients are compared with ours before they are timed.

use crate::clock;
use crate::random::Random;
use crate::stanli::{Library, Options};
use faer::Mat;
use monomorph::expression::Sparse;
use monomorph::prelude::*;
use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;

/// Rows and columns.
const SIZES: [(usize, usize); 4] = [(10_000, 20), (10_000, 100), (1_000, 1_000), (100_000, 100)];

/// The parts of cells that are entries, in percent.
const FILLS: [usize; 4] = [1, 5, 10, 20];

/// The kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Numbers anywhere.
    Numbers,
    /// Ones anywhere.
    Ones,
    /// Ones, as many in each row, of which the first is of a factor whose levels are sorted.
    Factors,
}

const STAN: &str = "
data {
  int<lower=0> n; int<lower=0> p; int<lower=0> m;
  vector[m] w; array[m] int v; array[n + 1] int u;
  array[n] int<lower=0, upper=1> y;
}
parameters { real alpha; vector[p] beta; }
model {
  alpha ~ normal(0, 5);
  beta ~ normal(0, 2.5);
  y ~ bernoulli_logit(alpha + csr_matrix_times_vector(n, p, w, v, u, beta));
}
";

/// A sparse design and its outcomes.
struct Design {
    columns: usize,
    starts: Vec<u32>,
    indices: Vec<u32>,
    values: Vec<f64>,
    y: Vec<u8>,
}

impl Design {
    fn new(rows: usize, columns: usize, percent: usize, kind: Kind) -> Self {
        let mut random = Random::new(20_260_101);
        let mut design = Self { columns, starts: vec![0], indices: vec![], values: vec![], y: vec![] };
        let count = (columns * percent / 100).max(1);
        for row in 0..rows {
            if kind == Kind::Factors {
                // A column of each of `count` factors with as many levels.
                let levels = columns / count;
                for factor in 0..count {
                    let level = match factor {
                        0 => row * levels / rows,
                        _ => (random.uniform() * levels as f64) as usize,
                    };
                    design.indices.push((factor * levels + level) as u32);
                    design.values.push(1.0);
                }
            } else {
                for column in 0..columns {
                    if random.uniform() * 100.0 < percent as f64 {
                        design.indices.push(column as u32);
                        design.values.push(if kind == Kind::Ones { 1.0 } else { random.normal() });
                    }
                }
            }
            design.starts.push(design.indices.len() as u32);
            design.y.push(u8::from(random.uniform() < 0.5));
        }
        design
    }

    fn rows(&self) -> usize {
        self.y.len()
    }

    fn sparse(&self) -> Sparse<'_, u32> {
        Sparse::by_rows(self.rows(), self.columns, &self.starts, &self.indices, &self.values)
    }

    fn dense(&self) -> Mat<f64> {
        let mut dense = Mat::zeros(self.rows(), self.columns);
        for row in 0..self.rows() {
            for entry in self.starts[row] as usize..self.starts[row + 1] as usize {
                dense[(row, self.indices[entry] as usize)] = self.values[entry];
            }
        }
        dense
    }

    /// The data of the Stan program, whose indices count from 1.
    fn json(&self) -> String {
        let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(",");
        let mut json = String::new();
        let _ = write!(
            json,
            r#"{{"n":{},"p":{},"m":{},"w":[{}],"v":[{}],"u":[{}],"y":[{}]}}"#,
            self.rows(),
            self.columns,
            self.values.len(),
            list(&mut self.values.iter().map(|value| format!("{value:e}"))),
            list(&mut self.indices.iter().map(|index| (index + 1).to_string())),
            list(&mut self.starts.iter().map(|start| (start + 1).to_string())),
            list(&mut self.y.iter().map(|y| y.to_string())),
        );
        json
    }
}

pub fn run() -> Result<(), Box<dyn Error>> {
    let stan = Library::find().ok();
    println!(
        "\n| rows × columns | entries | part | sparse | dense | sparse / dense | Stan | sparse / Stan |"
    );
    println!("|-|-|-|-|-|-|-|-|");
    for (rows, columns) in SIZES {
        for kind in [Kind::Numbers, Kind::Ones, Kind::Factors] {
            for percent in FILLS {
                line(&Design::new(rows, columns, percent, kind), kind, percent, stan)?;
            }
        }
    }
    Ok(())
}

/// A line of the table, in microseconds.
fn line(design: &Design, kind: Kind, percent: usize, stan: Option<Library>) -> Result<(), Box<dyn Error>> {
    let dense = design.dense();
    params! { alpha: real(), beta: vector(design.columns) }
    macro_rules! regression {
        ($x:expr) => {
            model! {
                alpha |= normal(0.0, 5.0),
                beta  |= normal(0.0, 2.5),
                data(&design.y) |= bernoulli_logit(alpha + $x.dot(beta)),
            }
            .compile()?
        };
    }
    let (sparse, dense) = (regression!(data(design.sparse())), regression!(data(&dense)));
    let mut best = [f64::INFINITY; 3];
    // With its rewrites of arithmetic, as the faster.
    let options = Options { fast_math: 1, ..Options::default() };
    // It has no memory for the largest, which are measured without it.
    let rival = stan.map(|stan| stan.model_with(STAN, &design.json(), options)).transpose();
    let mut rival = rival.unwrap_or_else(|reason| {
        eprintln!("stanli: {reason}");
        None
    });
    if let Some(rival) = &mut rival {
        let mut random = Random::new(5);
        let q: Vec<f64> = (0..sparse.dimension()).map(|_| 0.1 * random.normal()).collect();
        let (mut own, mut other) = (vec![0.0; q.len()], vec![0.0; q.len()]);
        sparse.log_density_and_gradient(&q, &mut own, &mut sparse.workspace());
        rival.log_density_and_gradient(&q, &mut other);
        let scale = own.iter().fold(1.0_f64, |most, slope| most.max(slope.abs()));
        let is_near = scale.is_finite()
            && own.iter().zip(&other).all(|(own, other)| (own - other).abs() <= 1e-8 * scale);
        assert!(is_near, "{own:?} and {other:?}");
    }
    for _ in 0..clock::TURNS {
        best[0] = best[0].min(clock::gradient(&sparse));
        best[1] = best[1].min(clock::gradient(&dense));
        if let Some(rival) = &mut rival {
            let q = vec![0.1; sparse.dimension()];
            let mut gradient = vec![0.0; q.len()];
            best[2] = best[2].min(clock::fastest(|| {
                black_box(rival.log_density_and_gradient(black_box(&q), &mut gradient));
            }));
        }
    }
    let [own, with_zeros, of_stan] = best;
    let of_rival = match rival {
        Some(_) => format!("{:.1} | {:.3}", of_stan / 1e3, own / of_stan),
        None => "– | –".to_owned(),
    };
    println!(
        "| {} × {} | {kind:?} | {percent} % | {:.1} | {:.1} | {:.2} | {of_rival} |",
        design.rows(),
        design.columns,
        own / 1e3,
        with_zeros / 1e3,
        own / with_zeros,
    );
    Ok(())
}
