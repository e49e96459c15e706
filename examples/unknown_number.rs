//! How many clusters are there? A Gaussian mixture with a Poisson number of components in three dimensions.
//!
//! The model and its sizes are from Zhou, Gram-Hansen, Kohn, Rainforth, Yang and Wood 2019 ("LF-PPL") and
//! from Mak, Zaiser and Ong 2021, "Nonparametric Hamiltonian Monte Carlo": 9 components, means uniform in a
//! cube of the side 100, standard deviations 10, 200 points for the fit and 50 for prediction. The points
//! here are simulated for this example.
//!
//! Single-site moves change the number of components, or one coordinate of one mean, by its prior. In
//! addition, a custom move adds a component near an observed point, or removes a component: an involution.
//!
//! `cargo run --release --example unknown_number -- FOLDER` writes a figure, `unknown_number.svg`, into the
//! folder.
//!
//! What to look at: The true number of clusters is nine. Single-site moves change the number so rarely that
//! 4 000 draws are worth seven independent draws (R-hat 1.6), and in the figure their chains stay at
//! different numbers. With births and deaths all chains return to 9, which has a probability of 88 %, and
//! predict unseen points better.

use monomorph::Error;
use monomorph::prelude::*;
use monomorph::program::{Choices, ProgramFit, Run, program};
use monomorph::rand::rngs::SmallRng;
use monomorph::rand::{RngExt, SeedableRng};
use monomorph::report::{data::Quantity, plot};
use std::path::Path;
use std::time::Instant;

const SIDE: f64 = 100.0;
const SD: f64 = 10.0;

type Point = [f64; 3];

/// Returns the log density of a point under the mixture of normal laws with these means.
fn log_density(point: &Point, means: &[Point]) -> f64 {
    let square = |mean: &Point| -> f64 { point.iter().zip(mean).map(|(x, m)| ((x - m) / SD).powi(2)).sum() };
    let least = means.iter().map(square).fold(f64::INFINITY, f64::min);
    let sum: f64 = means.iter().map(|mean| (0.5 * (least - square(mean))).exp()).sum();
    sum.ln()
        - 0.5 * least
        - (means.len() as f64).ln()
        - 3.0 * (SD.ln() + 0.5 * (2.0 * std::f64::consts::PI).ln())
}

/// Returns the log density of unseen points, each averaged over all draws of the means.
fn log_predictive(points: &[Point], fit: &ProgramFit<Vec<Point>>) -> f64 {
    let of_point = |point| fit.mean(|means| log_density(point, means).exp()).ln();
    points.iter().map(of_point).sum()
}

fn main() -> Result<(), Error> {
    let mut rng = SmallRng::seed_from_u64(1);
    let truth: Vec<Point> = (0..9).map(|_| [0; 3].map(|_| rng.random_range(0.0..SIDE))).collect();
    let mut points = |count: usize| -> Vec<Point> {
        let point = |_| {
            let mean = truth[rng.random_range(0..truth.len())];
            mean.map(|m| rng.sample(normal(m, SD)))
        };
        (0..count).map(point).collect()
    };
    let (seen, unseen) = (points(200), points(50));

    let mixture = program(|run: &mut Run| {
        let count = run.sample("more", poisson(10.0)) as usize + 1;
        let mean = |run: &mut Run, number: usize| {
            [0, 1, 2].map(|axis| run.sample(("mean", 3 * number + axis), uniform(0.0, SIDE)))
        };
        let means: Vec<Point> = (0..count).map(|number| mean(run, number)).collect();
        run.factor(seen.iter().map(|point| log_density(point, &means)).sum());
        means
    });

    // A new mean is drawn around a point. It is exchanged with a random mean of the list, and a death
    // removes the last mean.
    let propose = |run: &mut Run, now: &Choices| {
        let count = now.get("more")? as i64 + 1;
        if run.sample("birth", bernoulli(0.5)) || count == 1 {
            let near = seen[run.sample("near", discrete_range(0, seen.len() as i64 - 1)) as usize];
            for (axis, &x) in near.iter().enumerate() {
                run.sample(("new", axis), normal(x, SD));
            }
            run.sample("place", discrete_range(0, count));
        } else {
            run.sample("place", discrete_range(0, count - 1));
            // The point around which the reverse move would draw the removed mean.
            run.sample("near", discrete_range(0, seen.len() as i64 - 1));
        }
        Ok(())
    };
    let map = |now: &mut Choices, auxiliary: &mut Choices| {
        let more = now.get("more")?;
        let (count, place) = (more as usize + 1, auxiliary.get("place")? as usize);
        let is_birth = auxiliary.get("birth")? == 1.0 || count == 1;
        let last = if is_birth { count } else { count - 1 };
        for axis in 0..3 {
            let (own, of_last) =
                (format!("mean[{}]", 3 * place + axis), format!("mean[{}]", 3 * last + axis));
            let new = format!("new[{axis}]");
            if is_birth {
                now.set(&of_last, auxiliary.remove(&new)?);
            }
            now.swap(&own, &of_last)?;
            if !is_birth {
                auxiliary.set(&new, now.remove(&of_last)?);
            }
        }
        now.set("more", if is_birth { more + 1.0 } else { more - 1.0 });
        auxiliary.set("birth", f64::from(u8::from(!is_birth)));
        Ok(0.0)
    };

    println!(
        "the true means predict {:8.2}",
        unseen.iter().map(|point| log_density(point, &truth)).sum::<f64>()
    );
    let single = mixture.single_site().chains(4).warmup(5_000).draws(1_000).thin(50).seed(1);
    let both = mixture
        .single_site()
        .times(9)
        .involution(propose, map)
        .chains(4)
        .warmup(500)
        .draws(1_000)
        .thin(5)
        .seed(1);
    let mut numbers = Vec::new();
    for (what, chains) in [("single sites", single), ("with births and deaths", both)] {
        let began = Instant::now();
        let fit = chains.run()?;
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "\n{what}: 4 chains of 1 000 draws, 50 proposals each, in {seconds:.1} s, {:.1} % taken",
            100.0 * fit.acceptance().unwrap_or(0.0)
        );
        println!("  unseen points are predicted with {:8.2}", log_predictive(&unseen, &fit));
        let components = fit.draws_of("components", |means| means.len() as f64)?;
        let summary = components.summary();
        let row = summary.row("components")?;
        println!("  {:.2} components, worth {:.0} draws, R-hat {:.2}", row.mean, row.ess_bulk, row.rhat);
        for count in 6..16 {
            let share = fit.mean(|means| f64::from(u8::from(means.len() == count)));
            println!("  {count:2}  {:5.1} %  {}", 100.0 * share, "#".repeat((60.0 * share) as usize));
        }
        let chains = components.column("components")?.chains().into_iter().map(<[f64]>::to_vec);
        numbers.push(Quantity::new(what, chains.collect()));
    }

    if let Some(folder) = std::env::args_os().nth(1) {
        plot::trace(&numbers)
            .title("The number of clusters, as two samplers see it")
            .caption("Four chains each.")
            .save(Path::new(&folder).join("unknown_number.svg"))?;
    }
    Ok(())
}
