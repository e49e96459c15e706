//! The gradient of a model of each kind of statement, as a whole, in two parts, and in two parts that one
//! thread evaluates. They take turns, batch by batch, because the machine also does other work.

use crate::random::Random;
use monomorph::prelude::*;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

/// How often each way has a turn.
const TURNS: usize = 40;

/// The nanoseconds of a turn.
const TURN: f64 = 10e6;

pub fn run() -> Result<(), Box<dyn Error>> {
    println!("\nGradients in parts, µs: the median of {TURNS} turns, and the best");
    println!("{:>24}{:>20}{:>20}{:>20}", "", "whole", "two parts", "two, one thread");
    of_mixture()?;
    of_categories()?;
    of_sequences()?;
    of_equations()?;
    of_statements()?;
    Ok(())
}

/// Measures a model in all ways.
fn measure(name: &str, model: impl Model) -> Result<(), Box<dyn Error>> {
    let whole = model.compile()?;
    let parts = model.compile_with(Options::default().parts(2))?;
    assert_eq!(parts.parts(), 2, "{name}");
    let pools = [2, 1].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    let [two, one] = pools;
    let (two, one) = (two?, one?);
    let mut ways = [Way::new(&whole), Way::new(&parts), Way::new(&parts)];
    let answers = ways.each_mut().map(Way::answer);
    assert!(answers.iter().all(|answer| near(answer, &answers[0])), "{name}: parts differ from the whole");
    assert_eq!(answers[1], answers[2], "{name}: threads change bits");
    for _ in 0..TURNS {
        two.install(|| ways[0].turn());
        two.install(|| ways[1].turn());
        one.install(|| ways[2].turn());
    }
    let columns: String = ways.iter_mut().map(|way| format!("{:>20}", way.result())).collect();
    println!("{name:>24}{columns}");
    Ok(())
}

/// True if all numbers are the same up to rounding, beside the largest.
fn near(left: &[f64], right: &[f64]) -> bool {
    let scale = right.iter().fold(1.0_f64, |most, number| most.max(number.abs()));
    scale.is_finite() && left.iter().zip(right).all(|(left, right)| (left - right).abs() <= 1e-11 * scale)
}

/// A way of evaluating a model, with the nanoseconds of its turns.
struct Way<'a, M> {
    posterior: &'a Posterior<M>,
    workspace: Workspace,
    q: Vec<f64>,
    gradient: Vec<f64>,
    times: Vec<f64>,
}

impl<'a, M: BoundModel> Way<'a, M> {
    fn new(posterior: &'a Posterior<M>) -> Self {
        let mut random = Random::new(777);
        let q: Vec<f64> = (0..posterior.dimension()).map(|_| 0.1 * random.normal()).collect();
        let (workspace, gradient) = (posterior.workspace(), vec![0.0; q.len()]);
        Self { posterior, workspace, q, gradient, times: Vec::new() }
    }

    /// The log density and its gradient.
    fn answer(&mut self) -> Vec<f64> {
        let value = self.posterior.log_density_and_gradient(&self.q, &mut self.gradient, &mut self.workspace);
        [&[value], &self.gradient[..]].concat()
    }

    fn turn(&mut self) {
        let (start, mut calls, mut elapsed) = (Instant::now(), 0.0, 0.0);
        while elapsed < TURN {
            let value = self.posterior.log_density_and_gradient(
                black_box(&self.q),
                &mut self.gradient,
                &mut self.workspace,
            );
            black_box(value);
            (calls, elapsed) = (calls + 1.0, start.elapsed().as_secs_f64() * 1e9);
        }
        self.times.push(elapsed / calls);
    }

    fn result(&mut self) -> String {
        self.times.sort_by(f64::total_cmp);
        format!("{:.0} ({:.0})", self.times[self.times.len() / 2] / 1e3, self.times[0] / 1e3)
    }
}

fn of_mixture() -> Result<(), Box<dyn Error>> {
    let y = &Random::new(5).normals(100_000);
    params! { mu: vector(2), sigma: positive(), weights: simplex(2) }
    measure(
        "mixture of two, 100 000",
        model! {
            mu |= normal(0.0, 2.0), sigma |= exponential(1.0), weights |= dirichlet(1.0),
            data(y) |= mixture(weights, (normal(mu.at(0), sigma), normal(mu.at(1), sigma))),
        },
    )
}

fn of_categories() -> Result<(), Box<dyn Error>> {
    let mut random = Random::new(6);
    let (x, y) = (&random.normals(20_000), &random.normals(20_000));
    params! { w: simplex(3), mu: vector(3), b: real(), s: positive(), z: vector(y.len()).category(3) }
    let model = model! {
        w |= dirichlet(2.0), mu |= normal(0.0, 2.0), b |= normal(0.0, 1.0), s |= exponential(1.0),
        z |= categorical(w), data(y) |= student_t(4.0, mu.at(z) + b * data(x), s),
    };
    measure("3 categories, 20 000", model.marginalise(z))
}

fn of_sequences() -> Result<(), Box<dyn Error>> {
    let lengths = &vec![100; 400];
    let y = &Random::new(7).normals(40_000);
    params! { t: simplex(3).rows(3), mu: ordered(3), s: positive() }
    measure(
        "400 sequences of 100",
        model! {
            t |= dirichlet(2.0), mu |= normal(0.0, 2.0), s |= exponential(1.0),
            data(y) |= hidden_markov(&[0.4, 0.3, 0.3], t, components(3, |k| normal(mu.at(k), s)))
                .sequences(lengths),
        },
    )
}

fn of_equations() -> Result<(), Box<dyn Error>> {
    let (subjects, times) = (24, &[0.5, 1.0, 2.0, 4.0, 6.0, 9.0, 12.0, 24.0]);
    let mut random = Random::new(8);
    let y: &Vec<Vec<f64>> =
        &(0..subjects).map(|_| random.normals(times.len()).iter().map(|z| z.exp()).collect()).collect();
    params! { usual: vector(2), z: vector(subjects), s: positive() }
    measure(
        "equations of 24 subjects",
        model! {
            usual |= normal(0.0, 0.3), z |= std_normal(), s |= exponential(1.0),
            for_each(subjects, |k| data(&y[k]) |= lognormal(
                ode(times, 3.0, |_, amount| -(usual.at(0) + 0.2 * z.at(k)).exp() * amount
                    / (1.0 + usual.at(1).exp() * amount)).max_steps(1_000).log(),
                s,
            )),
        },
    )
}

fn of_statements() -> Result<(), Box<dyn Error>> {
    let mut random = Random::new(9);
    let groups: &Vec<Vec<f64>> = &(0..400).map(|k| random.normals(50 + k % 100)).collect();
    params! { mu: vector(groups.len()), tau: positive(), s: positive() }
    measure(
        "400 statements of 100",
        model! {
            tau |= exponential(1.0), s |= exponential(1.0), mu |= normal(0.0, tau),
            for_each(groups.len(), |k| data(&groups[k]) |= student_t(4.0, mu.at(k), s)),
        },
    )
}
