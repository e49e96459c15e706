//! A logistic regression whose rows are divided among ranks: `mpirun -n 2 mpi_logistic [ROWS [COLUMNS]]`.
//!
//! `--shards N` divides the ranks into groups of N; each group has all rows and samples its own chain. With
//! `--draws FILE` the first rank of group G writes its draws to `FILE.G`, so that runs on different numbers
//! of ranks can be compared. `--seed S` gives group G the seed S + G. `--time` measures gradients instead
//! of sampling.

use monomorph::faer::Mat;
use monomorph::prelude::*;
use monomorph_mpi::mpi::traits::Communicator;
use monomorph_mpi::{Sharded, groups, initialize, rows_of};
use std::time::Instant;

fn logistic(x: &Mat<f64>, y: &[f64]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { alpha: real(), beta: vector(x.ncols()) }
    let model = model! {
        alpha |= normal(0.0, 2.0),
        beta  |= normal(0.0, 1.0),
        data(y) |= bernoulli_logit(alpha + data(x).dot(beta)),
    };
    model.compile()
}

/// Returns a number between 0 and 1 that depends only on a row and a column (SplitMix64), so that every
/// rank can make its own rows.
fn uniform(row: usize, column: usize) -> f64 {
    let mut z = (row as u64 * 64 + column as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let after = |flag: &str| arguments.iter().skip_while(|argument| *argument != flag).nth(1);
    let number = |flag: &str| after(flag).map(|number| number.parse::<usize>()).transpose();
    let mut sizes = arguments.iter().map_while(|argument| argument.parse::<usize>().ok());
    let (count, columns) = (sizes.next().unwrap_or(10_000), sizes.next().unwrap_or(5));

    let universe = initialize()?;
    let world = universe.world();
    let shards = number("--shards")?.unwrap_or(world.size() as usize);
    let (ranks, group) = groups(&world, shards)?;
    let rows = rows_of(count, &ranks);
    let start = rows.start;
    let x = Mat::from_fn(rows.len(), columns, |row, column| 2.0 * uniform(start + row, column) - 1.0);
    let y: Vec<f64> = (0..rows.len())
        .map(|row| {
            let eta: f64 = (0..columns).map(|column| x[(row, column)] * (1.0 - 0.3 * column as f64)).sum();
            f64::from(uniform(start + row, columns) < 1.0 / (1.0 + (-eta).exp()))
        })
        .collect();
    let sharded = Sharded::new(&ranks, logistic(&x, &y))?;

    if arguments.iter().any(|argument| argument == "--time") {
        let timed = sharded.run_with(|sum| {
            let mut workspace = sharded.local().workspace();
            let (q, mut gradient) = (vec![0.1; sum.dimension()], vec![0.0; sum.dimension()]);
            let mut best = f64::INFINITY;
            for _ in 0..60 {
                let started = Instant::now();
                std::hint::black_box(sum.log_density_and_gradient(&q, &mut gradient, &mut workspace));
                best = best.min(started.elapsed().as_secs_f64());
            }
            Ok(best)
        })?;
        if let Some(best) = timed {
            println!("{} ranks, {count} x {columns}: {:.1} us", sharded.shards(), best * 1e6);
        }
        return Ok(());
    }

    let seed = (number("--seed")?.unwrap_or(1) + group) as u64;
    let outcome = sharded.run(|nuts| nuts.chains(1).warmup(100).draws(100).seed(seed).progress(false).run());
    if let Some(fit) = outcome? {
        if let Some(path) = after("--draws") {
            let column = |name: &String| fit.draws().column(name).map(|column| column.as_slice().to_vec());
            let names: Vec<String> = fit.draws().names().to_vec();
            let columns = names.iter().map(column).collect::<Result<Vec<_>, _>>()?;
            let lines = (0..100).map(|draw| {
                columns.iter().map(|column| column[draw].to_string()).collect::<Vec<_>>().join(",") + "\n"
            });
            std::fs::write(format!("{path}.{group}"), lines.collect::<String>())?;
        }
        println!("{}", fit.summary());
    }
    Ok(())
}
