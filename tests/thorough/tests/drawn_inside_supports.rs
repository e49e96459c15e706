//! Draws of parameters whose laws reach beyond their supports have the means of the laws that are cut there.

#[path = "../../common/mod.rs"]
mod common;

use common::{assert_mean, assert_near, column};
use monomorph::prelude::*;

const COUNT: usize = 8_000;

/// The log density of a normal distribution.
fn log_normal(y: f64, mean: f64, sd: f64) -> f64 {
    let z = (y - mean) / sd;
    -0.5 * z * z - sd.ln() - 0.5 * std::f64::consts::TAU.ln()
}

#[test]
fn laws_that_reach_beyond_the_support() {
    params! {
        tau: positive(), many: vector(12).positive(), between: vector(3).interval(-1.0, 0.5),
        below: upper(0.0),
        m: real(), y: positive(), ranks: ordered(3)
    }
    let model = model! {
        tau     |= normal(0.0, 2.0),
        many    |= normal(0.0, 1.0),
        between |= normal(&[0.0, 0.0, -3.0], 1.0),
        below   |= normal(0.0, 1.0),
        m       |= normal(0.0, 1.0),
        y       |= normal(m, 1.0),
        ranks   |= normal(0.0, 1.0),
    };
    let draws = model.sample_prior(COUNT, 2).unwrap();
    let half = (2.0 / core::f64::consts::PI).sqrt();
    assert_mean("tau", column(&draws, "tau"), 2.0 * half);
    assert_mean("many[0]", column(&draws, "many[0]"), half);
    assert_mean("many[11]", column(&draws, "many[11]"), half);
    assert_mean("below", column(&draws, "below"), -half);
    let density = |x: f64| (-0.5 * x * x).exp() / core::f64::consts::TAU.sqrt();
    let phi = |x: f64| 0.5 * pxfm::f_erfc(-x * core::f64::consts::FRAC_1_SQRT_2);
    let mean = |a: f64, b: f64| (density(a) - density(b)) / (phi(b) - phi(a));
    assert_mean("between[1]", column(&draws, "between[1]"), mean(-1.0, 0.5));
    assert_mean("between[2]", column(&draws, "between[2]"), -3.0 + mean(2.0, 3.5));
    // p(m) is proportional to φ(m) Φ(m), whose mean is 1/√π; y is half normal with the variance 2.
    assert_mean("m", column(&draws, "m"), core::f64::consts::PI.sqrt().recip());
    assert_mean("y", column(&draws, "y"), 2f64.sqrt() * half);
    // The expected largest of three is 3/(2√π).
    assert_mean("ranks[2]", column(&draws, "ranks[2]"), 1.5 / core::f64::consts::PI.sqrt());
    assert_mean("ranks[1]", column(&draws, "ranks[1]"), 0.0);
}

/// What lies outside a support is drawn again: an element alone, or with what it was drawn from.
#[test]
fn parts_are_drawn_inside_their_support() -> Result<(), Error> {
    params! { x: vector(21).positive(), w: vector(3).positive() }
    let model = model! {
        x.at(0) |= normal(0.0, 1.0),
        x.slice(1..21) |= normal(0.0, 2.0),
        w.at(0) |= half_normal(1.0),
        w.slice(1..3) |= normal(w.slice(0..2), 1.0),
    };
    let draws = model.sample_prior(COUNT, 3)?;
    let half = (2.0 / std::f64::consts::PI).sqrt();
    assert_near(draws.column("x[0]")?.mean(), half, 0.04, || "x[0]".into());
    assert_near(draws.column("x[20]")?.mean(), 2.0 * half, 0.08, || "x[20]".into());
    // w follows the product of the densities where all are positive, without dividing by what is cut: by a
    // sum over a grid.
    let (step, n) = (0.05, 160);
    let grid: Vec<f64> = (0..n).map(|i| (i as f64 + 0.5) * step).collect();
    let (mut total, mut sum) = (0.0, 0.0);
    for &a in &grid {
        for &b in &grid {
            for &c in &grid {
                let density = (log_normal(a, 0.0, 1.0) + log_normal(b, a, 1.0) + log_normal(c, b, 1.0)).exp();
                (total, sum) = (total + density, sum + a * density);
            }
        }
    }
    assert_near(draws.column("w[0]")?.mean(), sum / total, 0.04, || "w[0]".into());
    Ok(())
}
