//! A posterior inside another program: no sampler, no runtime, one workspace, gradients in a hot loop.
//!
//! Data: the failures of ten pumps, published in D. Gaver and I. O'Muircheartaigh, "Robust empirical Bayes
//! analyses of event rates", Technometrics 29 (1987).
//!
//! `cargo run --release --no-default-features --example embedding` runs it without the sampler.
//!
//! What to look at: Pumps that ran for a short time are pulled towards the others: the ninth pump failed
//! 1.9 times per 1000 h, and at the mode its rate is 1.5. The energy drifts by less than 0.001 in 200 000
//! steps, which shows that the gradient and the value agree. The last number is the time of a step.

use monomorph::prelude::*;
use std::time::Instant;

/// The number of failures, and the time of operation in thousands of hours.
const FAILURES: [u8; 10] = [5, 1, 5, 14, 3, 19, 1, 1, 4, 22];
const HOURS: [f64; 10] = [94.32, 15.72, 62.88, 125.76, 5.24, 31.44, 1.048, 1.048, 2.096, 10.48];

fn main() -> Result<(), monomorph::Error> {
    params! {
        shape: positive(),
        rate:  positive(),
        risk:  vector(FAILURES.len()).positive(),
    }
    let model = model! {
        shape |= exponential(1.0),
        rate  |= gamma(0.1, 1.0),
        risk  |= gamma(shape, rate),
        data(&FAILURES) |= poisson(risk * data(&HOURS)),
    };
    let posterior = model.compile()?;
    let mut workspace = posterior.workspace(); // the only allocation of all that follows
    let mut q = vec![0.0; posterior.dimension()];
    let mut gradient = q.clone();

    let mode = climb(&posterior, &mut q, &mut gradient, &mut workspace);
    let trace = posterior.constrain(&q)?;
    println!("mode of the unconstrained density: log density {mode:.4}");
    println!("pump   failures   per 1000 h   at the mode");
    for (pump, risk) in trace.get("risk")?.iter().enumerate() {
        let raw = f64::from(FAILURES[pump]) / HOURS[pump];
        println!("{pump:>4}   {:>8}   {raw:>10.3}   {risk:>11.3}", FAILURES[pump]);
    }

    let mut momentum: Vec<f64> = (0..q.len()).map(|i| if i % 2 == 0 { 0.5 } else { -0.5 }).collect();
    let steps = 200_000;
    let start = Instant::now();
    let drift = leapfrog(&posterior, &mut q, &mut momentum, &mut gradient, &mut workspace, 0.01, steps);
    let nanoseconds = start.elapsed().as_nanos() as f64 / f64::from(steps);
    println!("{steps} leapfrog steps: energy drift {drift:.1e}, {nanoseconds:.0} ns a step");
    Ok(())
}

/// Gradient ascent with a step that grows after a success and shrinks after a failure; returns the log
/// density.
fn climb(posterior: &impl Density, q: &mut [f64], gradient: &mut [f64], workspace: &mut Workspace) -> f64 {
    let mut value = posterior.log_density_and_gradient(q, gradient, workspace);
    let (mut trial, mut trial_gradient) = (q.to_vec(), gradient.to_vec());
    let mut step = 0.01;
    for _ in 0..20_000 {
        for ((trial, q), slope) in trial.iter_mut().zip(q.iter()).zip(gradient.iter()) {
            *trial = q + step * slope;
        }
        let trial_value = posterior.log_density_and_gradient(&trial, &mut trial_gradient, workspace);
        if trial_value > value {
            q.copy_from_slice(&trial);
            gradient.copy_from_slice(&trial_gradient);
            value = trial_value;
            step *= 1.2;
        } else {
            step *= 0.5;
        }
    }
    value
}

/// Follows Hamilton's equations, and returns the largest change of the energy.
fn leapfrog(
    posterior: &impl Density,
    q: &mut [f64],
    momentum: &mut [f64],
    gradient: &mut [f64],
    workspace: &mut Workspace,
    step: f64,
    steps: i32,
) -> f64 {
    let kinetic = |momentum: &[f64]| 0.5 * momentum.iter().map(|p| p * p).sum::<f64>();
    let value = posterior.log_density_and_gradient(q, gradient, workspace);
    let start = kinetic(momentum) - value;
    let mut drift: f64 = 0.0;
    for _ in 0..steps {
        for (p, slope) in momentum.iter_mut().zip(gradient.iter()) {
            *p += 0.5 * step * slope;
        }
        for (q, p) in q.iter_mut().zip(momentum.iter()) {
            *q += step * p;
        }
        let value = posterior.log_density_and_gradient(q, gradient, workspace);
        for (p, slope) in momentum.iter_mut().zip(gradient.iter()) {
            *p += 0.5 * step * slope;
        }
        drift = drift.max((kinetic(momentum) - value - start).abs());
    }
    drift
}
