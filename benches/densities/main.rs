//! `cargo bench --bench densities`: value and gradient of each distribution at n = 10, 1 000 and 100 000
//! observations, against a scalar loop written by hand (`hand_written.rs`). All are checked to agree first.
//!
//! Each distribution is measured twice: with scalar arguments, and with one argument that is a function of
//! a + b x for each observation, so that no term with this argument can be moved out of the loop.
//!
//! Besides criterion's report, the table of nanoseconds per observation and their ratios is printed and
//! written to `target/densities.md`.

mod hand_written;
#[path = "../peers/random.rs"]
#[allow(dead_code)]
mod random;
mod table;

use criterion::{Criterion, criterion_group, criterion_main};
use hand_written::{Hand, of_scalars, of_vector};
use monomorph::distribution;
use monomorph::prelude::*;
use random::Random;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The numbers of observations.
const SIZES: [usize; 3] = [10, 1_000, 100_000];

/// A log density with its gradient.
type Contender<'a> = Box<dyn FnMut(&[f64], &mut [f64]) -> f64 + 'a>;

/// The observations of a distribution, and x.
struct Observations {
    y: Vec<f64>,
    x: Vec<f64>,
}

/// Where observations lie.
#[derive(Clone, Copy)]
enum Sample {
    Real,
    Positive,
    Unit,
    /// Above 1, where the Pareto distribution begins.
    AboveOne,
    /// 0, …, 10
    Count,
    /// 0 or 1
    Binary,
}

impl Observations {
    fn new(sample: Sample, count: usize) -> Self {
        let mut random = Random::new(4711);
        let y = (0..count).map(|_| {
            let z = random.normal();
            match sample {
                Sample::Real => z,
                Sample::Positive => (0.6 * z).exp(),
                Sample::Unit => 1.0 / (1.0 + (-z).exp()),
                Sample::AboveOne => 1.0 + z.exp(),
                Sample::Count => (3.0 * z.abs()).floor().min(10.0),
                Sample::Binary => f64::from(z > 0.0),
            }
        });
        let y = y.collect();
        Self { y, x: (0..count).map(|_| random.normal()).collect() }
    }
}

/// The rows of the table.
struct Report(String);

impl Report {
    /// Checks that both contenders agree at the point, and measures them.
    fn compare(
        &mut self,
        criterion: &mut Criterion,
        name: &str,
        count: usize,
        point: &[f64],
        mut ours: Contender,
        mut hand: Contender,
    ) {
        let (mut gradient, mut by_hand) = (vec![0.0; point.len()], vec![0.0; point.len()]);
        let (value, value_by_hand) = (ours(point, &mut gradient), hand(point, &mut by_hand));
        let near = |a: f64, b: f64, scale: f64| b.is_finite() && (a - b).abs() <= 1e-9 * scale.max(b.abs());
        assert!(near(value, value_by_hand, count as f64), "{name}: {value} and {value_by_hand}");
        for (&a, &b) in gradient.iter().zip(&by_hand) {
            assert!(near(a, b, count as f64), "{name}: {gradient:?} and {by_hand:?}");
        }

        let mut group = criterion.benchmark_group("densities");
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(20))
            .measurement_time(Duration::from_millis(60));
        group.bench_function(format!("{name}/{count}/monomorph"), |bencher| {
            bencher.iter(|| ours(black_box(point), black_box(&mut gradient)));
        });
        group.bench_function(format!("{name}/{count}/hand-written"), |bencher| {
            bencher.iter(|| hand(black_box(point), black_box(&mut by_hand)));
        });
        group.finish();

        let ours = nanoseconds(&mut || ours(black_box(point), black_box(&mut gradient))) / count as f64;
        let hand = nanoseconds(&mut || hand(black_box(point), black_box(&mut by_hand))) / count as f64;
        let _ = writeln!(self.0, "| {name} | {count} | {ours:.2} | {hand:.2} | {:.1} |", hand / ours);
    }
}

/// The shortest time of one call, of seven measurements of at least two milliseconds.
fn nanoseconds(call: &mut dyn FnMut() -> f64) -> f64 {
    let mut shortest = f64::INFINITY;
    for _ in 0..7 {
        let (start, mut calls) = (Instant::now(), 0);
        while start.elapsed() < Duration::from_millis(2) {
            for _ in 0..4 {
                black_box(call());
            }
            calls += 4;
        }
        shortest = shortest.min(start.elapsed().as_nanos() as f64 / f64::from(calls));
    }
    shortest
}

/// Runs one row of the table: both models, every size.
macro_rules! benchmark {
    // All arguments scalars.
    (scalars $criterion:ident $report:ident
        $Family:ident $name:ident $sample:ident $([$trials:literal])? ($($argument:ident = $value:expr),*)
    ) => {
        for count in SIZES {
            const ARGUMENTS: usize = [$(stringify!($argument)),*].len();
            let observations = Observations::new(Sample::$sample, count);
            let y = &observations.y;
            params! { $($argument: real()),* }
            let model = model! {
                data(y) |= distribution::$name($($trials,)? $($argument),*), $($argument |= flat()),*
            };
            let posterior = model.compile().expect("the data is valid");
            let mut workspace = posterior.workspace();
            let constant: f64 = y.iter().map(|&y| hand_written::$Family::constant(y)).sum();
            $report.compare(
                $criterion,
                concat!(stringify!($name), " of scalars"),
                count,
                &[$($value),*],
                Box::new(|q, gradient| posterior.log_density_and_gradient(q, gradient, &mut workspace)),
                Box::new(|q, gradient| {
                    let arguments: [f64; ARGUMENTS] = q.try_into().expect("one coordinate for each argument");
                    let (value, partials) = of_scalars::<hand_written::$Family, ARGUMENTS>(y, arguments);
                    gradient.copy_from_slice(&partials);
                    constant + value
                }),
            );
        }
    };
    // One of them a function of a + b x.
    (vector $criterion:ident $report:ident
        $Family:ident $name:ident $sample:ident $([$trials:literal])? ($($argument:ident = $value:expr),*)
        $vector:ident = $link:ident($a:expr, $b:expr), others ($($other:ident),*)) => {
        for count in SIZES {
            const NAMES: &[&str] = &[$(stringify!($argument)),*];
            const ARGUMENTS: usize = NAMES.len();
            const PLACE: usize = place(NAMES, stringify!($vector));
            let observations = Observations::new(Sample::$sample, count);
            let (y, x) = (&observations.y, &observations.x);
            params! { intercept: real(), slope: real() $(, $other: real())* }
            let $vector = links::$link!(intercept + slope * data(x));
            let model = model! {
                data(y) |= distribution::$name($($trials,)? $($argument),*),
                intercept |= flat(),
                slope |= flat()
                $(, $other |= flat())*
            };
            let posterior = model.compile().expect("the data is valid");
            let mut workspace = posterior.workspace();
            let constant: f64 = y.iter().map(|&y| hand_written::$Family::constant(y)).sum();
            let defaults: [f64; ARGUMENTS] = [$($value),*];
            let point: Vec<f64> = [$a, $b]
                .into_iter()
                .chain((0..ARGUMENTS).filter(|&place| place != PLACE).map(|place| defaults[place]))
                .collect();
            $report.compare(
                $criterion,
                concat!(stringify!($name), " of a vector"),
                count,
                &point,
                Box::new(|q, gradient| posterior.log_density_and_gradient(q, gradient, &mut workspace)),
                Box::new(|q, gradient| {
                    let mut arguments = [0.0; ARGUMENTS];
                    let others = (0..ARGUMENTS).filter(|&place| place != PLACE);
                    for (place, &value) in others.clone().zip(&q[2..]) {
                        arguments[place] = value;
                    }
                    let (value, partials, line) = of_vector::<hand_written::$Family, ARGUMENTS, PLACE>(
                        y, x, arguments, by_hand::$link, [q[0], q[1]],
                    );
                    gradient[..2].copy_from_slice(&line);
                    for (place, gradient) in others.zip(&mut gradient[2..]) {
                        *gradient = partials[place];
                    }
                    constant + value
                }),
            );
        }
    };
}
use benchmark;

/// The place of a name among the names.
const fn place(names: &[&str], name: &str) -> usize {
    let mut place = 0;
    while place < names.len() {
        if same(names[place].as_bytes(), name.as_bytes()) {
            return place;
        }
        place += 1;
    }
    panic!("no such argument");
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// How a number on the real line becomes an argument, as an expression.
mod links {
    macro_rules! identity {
        ($x:expr) => {
            $x
        };
    }
    macro_rules! exp {
        ($x:expr) => {
            ($x).exp()
        };
    }
    macro_rules! inv_logit {
        ($x:expr) => {
            ($x).inv_logit()
        };
    }
    pub(crate) use {exp, identity, inv_logit};
}

/// The links written by hand, each with its derivative.
mod by_hand {
    pub fn identity(x: f64) -> (f64, f64) {
        (x, 1.0)
    }

    pub fn exp(x: f64) -> (f64, f64) {
        let value = x.exp();
        (value, value)
    }

    pub fn inv_logit(x: f64) -> (f64, f64) {
        let value = 1.0 / (1.0 + (-x).exp());
        (value, value * (1.0 - value))
    }
}

fn densities(criterion: &mut Criterion) {
    let mut report = Report(String::new());
    table::all(criterion, &mut report);
    let head = "| distribution | n | monomorph, ns per observation | by hand | ratio |\n|-|-|-|-|-|\n";
    let table = format!("{head}{}", report.0);
    println!("{table}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/densities.md");
    if let Err(error) = std::fs::write(path, table) {
        eprintln!("{path}: {error}");
    }
}

criterion_group!(benches, densities);
criterion_main!(benches);
