//! `cargo bench --bench peers`: the same models in monomorph and in stanli, side by side in one run.
//!
//! For each model the two gradients are compared (relative 1e-8), then timed in alternating batches. The peer runs
//! the variant of its program and the arithmetic that are fastest for it. One line a model:
//!
//! ```text
//! model dimension ours_ns stanli_ns ratio
//! ```
//!
//! `benches/peers/setup.sh` installs the peer. `cargo bench --bench peers -- itp` runs the models whose name has `itp` in it.

mod data;
mod matrices;
mod ours;
mod programs;
mod random;
mod stanli;
mod timing;

use data::{EightSchools, Regression, VaryingIntercepts};
use monomorph::posterior::Density;
use random::Random;
use stanli::{Library, Options};
use std::hint::black_box;

/// The largest difference of two gradients, relative to the largest entry.
const TOLERANCE: f64 = 1e-8;

fn main() {
    // `cargo test --benches` runs this too; there is nothing to time then.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    if let Err(message) = run() {
        eprintln!("peers: {message}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let library = match Library::find() {
        Ok(library) => library,
        Err(message) => {
            println!("skipped: {message}");
            return Ok(());
        }
    };
    println!("{:<16} {:>9} {:>10} {:>10} {:>7}", "model", "dimension", "ours_ns", "stanli_ns", "ratio");
    let mut bench = Bench { library, ratios: Vec::new() };

    let schools = EightSchools::published();
    let json = schools.json();
    ours::eight_schools(&schools, |density| {
        bench.compare("eight_schools", density, &[programs::EIGHT_SCHOOLS], &json)
    })?;
    ours::eight_schools_fixed(&schools, |defined, inline| {
        bench.compare("  lengths fixed", defined, &[programs::EIGHT_SCHOOLS], &json)?;
        bench.compare("  theta inline", inline, &[programs::EIGHT_SCHOOLS], &json)
    })?;

    let linear = Regression::linear();
    let json = linear.json();
    ours::linear_regression(&linear, |density| {
        bench.compare("linear", density, &[programs::LINEAR, programs::LINEAR_FUSED], &json)
    })?;

    let logistic = Regression::logistic();
    let json = logistic.json();
    ours::logistic_regression(&logistic, |density| {
        bench.compare("logistic", density, &[programs::LOGISTIC, programs::LOGISTIC_FUSED], &json)
    })?;

    let radon = VaryingIntercepts::radon_like();
    let json = radon.json();
    ours::varying_intercepts(&radon, |density| {
        bench.compare("radon", density, &[programs::RADON, programs::RADON_FUSED], &json)
    })?;

    matrices::compare(&mut bench)?;

    bench.ratios.sort_by(f64::total_cmp);
    let Some(&middle) = bench.ratios.get(bench.ratios.len() / 2) else { return Ok(()) };
    println!("median ratio {middle:.2}, worst {:.2}", bench.ratios[0]);
    Ok(())
}

struct Bench {
    library: Library,
    ratios: Vec<f64>,
}

impl Bench {
    /// Compares a gradient with the peer's, and times it against the peer's fastest variant.
    fn compare(
        &mut self,
        name: &str,
        density: &dyn Density,
        sources: &[&str],
        json: &str,
    ) -> Result<(), String> {
        if !is_wanted(name) {
            return Ok(());
        }
        let mut random = Random::new(777);
        let q: Vec<f64> = (0..density.dimension()).map(|_| 0.1 * random.normal()).collect();
        let mut workspace = density.workspace();
        let mut gradient = vec![0.0; q.len()];
        density.log_density_and_gradient(&q, &mut gradient, &mut workspace);

        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        for source in sources {
            for fast_math in [0, 1] {
                let options = Options { fast_math, ..Options::default() };
                let mut model = self.library.model_with(source, json, options)?;
                if model.dimension() != q.len() {
                    return Err(format!("{name}: dimensions {} and {}", q.len(), model.dimension()));
                }
                let mut expected = vec![0.0; q.len()];
                model.log_density_and_gradient(&q, &mut expected);
                let error = difference(&gradient, &expected);
                // NaN is larger than everything here.
                if error.is_nan() || error > TOLERANCE {
                    return Err(format!("{name}: the gradients differ by {error:e}"));
                }
                let call_ours =
                    evaluate(&q, |q, gradient| density.log_density_and_gradient(q, gradient, &mut workspace));
                let call_theirs = evaluate(&q, |q, gradient| model.log_density_and_gradient(q, gradient));
                let (our_time, their_time) = timing::compare(call_ours, call_theirs);
                ours = ours.min(our_time);
                theirs = theirs.min(their_time);
            }
        }
        let ratio = theirs / ours;
        println!("{name:<16} {:>9} {ours:>10.1} {theirs:>10.1} {ratio:>7.2}", q.len());
        self.ratios.push(ratio);
        Ok(())
    }
}

/// True if no names are given, or a part of this one is.
fn is_wanted(name: &str) -> bool {
    let mut parts = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).peekable();
    parts.peek().is_none() || parts.any(|part| name.contains(&part))
}

/// One evaluation per call, at points that differ in each call: a result that an engine might have kept from the
/// call before is then of no use.
fn evaluate(q: &[f64], mut density: impl FnMut(&[f64], &mut [f64]) -> f64) -> impl FnMut() {
    let mut q = q.to_vec();
    let mut gradient = vec![0.0; q.len()];
    let mut step = 1e-3;
    move || {
        q[0] += step;
        step = -step;
        black_box(density(black_box(&q), &mut gradient));
        black_box(&mut gradient);
    }
}

/// The largest difference of two gradients, relative to the largest entry.
fn difference(ours: &[f64], theirs: &[f64]) -> f64 {
    let scale = theirs.iter().fold(1.0_f64, |scale, entry| scale.max(entry.abs()));
    let pairs = ours.iter().zip(theirs);
    pairs
        .map(|(a, b)| (a - b).abs() / scale)
        .fold(0.0, |worst, error| if error <= worst { worst } else { error })
}
