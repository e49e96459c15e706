//! The three models of the thesis on graph tracking: a Gaussian mixture, a hidden Markov model, and a mixture
//! with an unknown number of clusters.

use monomorph::prelude::*;
use monomorph::program::Run;
use monomorph::track::track;

pub const WEIGHTS: [f64; 3] = [0.5, 0.3, 0.2];
pub const TRANSITION: [[f64; 3]; 3] = [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.2, 0.7]];

/// A mixture of three normals, the means of which are unknown.
#[track]
pub fn mixture(run: &mut Run, y: &[f64]) -> [f64; 3] {
    let mu = [
        run.sample(("mu", 0), normal(0.0, 5.0)),
        run.sample(("mu", 1), normal(0.0, 5.0)),
        run.sample(("mu", 2), normal(0.0, 5.0)),
    ];
    for (n, y) in y.iter().enumerate() {
        let z = run.sample(("z", n), categorical(&WEIGHTS));
        run.observe(("y", n), normal(mu[z], 1.0), *y);
    }
    mu
}

/// Three states, the means of which are unknown.
#[track]
pub fn states(run: &mut Run, y: &[f64]) -> [f64; 3] {
    let mu = [
        run.sample(("mu", 0), normal(0.0, 5.0)),
        run.sample(("mu", 1), normal(0.0, 5.0)),
        run.sample(("mu", 2), normal(0.0, 5.0)),
    ];
    let mut state = run.sample(("z", 0), categorical(&WEIGHTS));
    run.observe(("y", 0), normal(mu[state], 1.0), y[0]);
    for (n, y) in y.iter().enumerate().skip(1) {
        state = run.sample(("z", n), categorical(&TRANSITION[state]));
        run.observe(("y", n), normal(mu[state], 1.0), *y);
    }
    mu
}

/// A Chinese restaurant: each point sits at a table of others, or at a new one.
#[track]
pub fn restaurant(run: &mut Run, y: &[f64]) -> usize {
    let mut means = Vec::new();
    let mut sizes = Vec::new();
    for (n, y) in y.iter().enumerate() {
        let mut weights = Vec::new();
        for size in &sizes {
            weights.push(*size / (n as f64 + 1.0));
        }
        weights.push(1.0 / (n as f64 + 1.0));
        let z = run.sample(("z", n), categorical(&weights));
        if z == means.len() {
            means.push(run.sample(("mu", z), normal(0.0, 5.0)));
            sizes.push(0.0);
        }
        sizes[z] += 1.0;
        run.observe(("y", n), normal(means[z], 1.0), *y);
    }
    means.len()
}

/// A site, its arithmetic and an observation, again and again: what tracking costs.
#[track]
pub fn chain(run: &mut Run, count: usize) -> f64 {
    let mut sum = 0.0;
    for n in 0..count {
        let x = run.sample(("x", n), normal(0.1 * sum, 1.0));
        sum += x;
    }
    sum
}
