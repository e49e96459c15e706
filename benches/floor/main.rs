//! `cargo bench --bench floor`: gradients of models with one to twelve parameters, compared with a dozen
//! lines of plain scalar Rust of the same mathematics (`by_hand.rs`), in nanoseconds and as ratios.
//!
//! Independent calls occur in a loop over points: the processor begins the next call while it ends the
//! last. Each dependent call begins with the numbers that the last call returned, as a leapfrog step does,
//! so it takes as long as the longest chain of operations. The results of all contenders are compared
//! before they are measured, and contenders take turns, so that disturbances of the machine affect both.
//!
//! A leapfrog step is timed in chains of the No-U-Turn sampler after warmup, including its share of the
//! trajectory and of the draw. The last column is the time of the step without a dependent gradient.
//!
//! Kernels are for the machine's best instruction set; `MONOMORPH_INSTRUCTIONS=avx2` or `scalar` in front
//! of the command chooses another one. A word after `--` selects the models whose names contain it. The
//! table is written to `target/floor.md` as well.

mod by_hand;
mod clock;
mod data;
mod models;

use clock::{Calls, leapfrog, least};
use monomorph::sampling::Fit;
use std::fmt::Write as _;

/// A log density at a point, whose gradient is stored.
type Gradient<'a> = Box<dyn FnMut(&[f64], &mut [f64]) -> f64 + 'a>;

/// A model, and the same by hand.
pub struct Pair<'a> {
    pub name: &'static str,
    pub point: Vec<f64>,
    pub ours: Gradient<'a>,
    pub by_hand: Gradient<'a>,
    /// A chain of the No-U-Turn sampler with a seed.
    pub nuts: Box<dyn Fn(u64) -> Fit + 'a>,
}

impl Pair<'_> {
    /// Panics unless both have the same gradient, and log densities that differ by one constant.
    fn agree(&mut self) {
        let differences = [0.0, 0.125].map(|step| {
            let point: Vec<f64> = self.point.iter().map(|coordinate| coordinate + step).collect();
            let (mut ours, mut theirs) = (vec![0.0; point.len()], vec![0.0; point.len()]);
            let (a, b) = ((self.ours)(&point, &mut ours), (self.by_hand)(&point, &mut theirs));
            for (ours, theirs) in ours.iter().zip(&theirs) {
                let is_near = (ours - theirs).abs() <= 1e-9 * theirs.abs().max(1.0);
                assert!(is_near, "{}: {ours} is {theirs} by hand", self.name);
            }
            a - b
        });
        let [first, second] = differences;
        let is_near = (first - second).abs() <= 1e-9 * first.abs().max(1.0);
        assert!(is_near, "{}: log densities differ by {first} and {second}", self.name);
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut table = String::from(
        "| model | coordinates | by hand | ours | ratio | dependent: by hand | ours | ratio | a leapfrog | \
         beyond |\n|-|-|-|-|-|-|-|-|-|-|\n",
    );
    models::each(&mut |mut pair| {
        if !wanted.is_empty() && !wanted.iter().any(|word| pair.name.contains(word.as_str())) {
            return;
        }
        pair.agree();
        let _ = write!(table, "| {} | {} |", pair.name, pair.point.len());
        let [_, dependent] = [Calls::Independent, Calls::Dependent].map(|calls| {
            let [ours, by_hand] = least(calls, &pair.point, [&mut pair.ours, &mut pair.by_hand]);
            let _ = write!(table, " {by_hand:.1} | {ours:.1} | {:.2} |", ours / by_hand);
            ours
        });
        let leapfrog = leapfrog(&pair.nuts);
        let _ = writeln!(table, " {leapfrog:.1} | {:.1} |", leapfrog - dependent);
    });
    print!("{table}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/floor.md");
    if let Err(error) = std::fs::write(path, &table) {
        eprintln!("{path}: {error}");
    }
}
