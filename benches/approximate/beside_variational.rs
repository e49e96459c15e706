//! Compares variational inference with Pathfinder, at the same number of evaluations and at ten times as
//! many.

use crate::distance::{Distances, Reference, distances, median};
use crate::random::Random;
use crate::variational::{Kind, fit};
use monomorph::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const SEEDS: u32 = 7;
const DRAWS: usize = 1000;

pub const TITLES: &str = "| posterior | dimension | evaluations | Pathfinder | mean-field | full-rank | mean-field, 10 times | full-rank, \
     10 times |\n|-|-|-|-|-|-|-|-|";

/// The distances of one posterior before and after PSIS: of Pathfinder, and of both kinds with as many
/// evaluations, and ten times as many.
pub fn compare<M: BoundModel>(name: &str, posterior: &Posterior<M>, references: &[Reference]) -> String {
    let mut found: [Vec<Distances>; 5] = Default::default();
    let mut evaluations = Vec::new();
    let mut workspace = posterior.workspace();
    for seed in 1..=SEEDS {
        let seed = u64::from(seed);
        let pathfinder = posterior.pathfinder().seed(seed).draws(DRAWS).threads(1).paths(1).resample(false);
        let Ok(own) = pathfinder.run() else { continue };
        let columns: Vec<Vec<f64>> =
            own.candidates().columns().map(|(_, column)| column.as_slice().to_vec()).collect();
        let ratios: Vec<f64> =
            own.log_densities().iter().zip(own.log_approximations()).map(|(p, q)| p - q).collect();
        found[0].push(distances(references, &ratios, |place, draw| columns[place][draw]));
        // Draws that are wanted are not counted, on either side.
        let budget = own.gradients() + own.log_density_evaluations() - DRAWS;
        evaluations.push(budget as f64);
        let mut random = Random::new(seed);
        let start: Vec<f64> = (0..posterior.dimension()).map(|_| 4.0 * random.uniform() - 2.0).collect();
        let cases = [
            (Kind::MeanField, budget),
            (Kind::FullRank, budget),
            (Kind::MeanField, 10 * budget),
            (Kind::FullRank, 10 * budget),
        ];
        for ((kind, gradients), found) in cases.into_iter().zip(&mut found[1..]) {
            let normal = fit(posterior, &start, kind, gradients, seed);
            let mut values: Vec<Vec<f64>> = Vec::new();
            let mut ratios = Vec::new();
            for _ in 0..DRAWS {
                let u: Vec<f64> = (0..start.len()).map(|_| random.normal()).collect();
                let (point, log_density) = normal.draw(&u);
                let mut of_draw = vec![0.0; posterior.value_count()];
                if posterior.constrain_into(&point, &mut of_draw, &mut workspace).is_ok() {
                    ratios.push(posterior.log_density(&point, &mut workspace) - log_density);
                    values.push(of_draw);
                }
            }
            found.push(distances(references, &ratios, |place, draw| values[draw][place]));
        }
    }
    let mut row = format!("| {name} | {} | {:.0} |", posterior.dimension(), median(evaluations));
    for found in found {
        let plain = median(found.iter().map(|found| found.plain).collect());
        let weighted = median(found.iter().map(|found| found.weighted).collect());
        let _ = write!(row, " {} → {} |", number(plain), number(weighted));
    }
    row
}

fn number(value: f64) -> String {
    if value.abs() < 1e4 { format!("{value:.3}") } else { format!("{value:.1e}") }
}

/// Writes the table.
pub fn write(rows: &[String]) -> std::io::Result<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("report/variational.md");
    let text = format!(
        "# Variational inference beside Pathfinder\n\n`cargo bench --bench approximate -- --variational` writes this \
         table: distances from the reference, as in [the other report](approximate.md), before and after PSIS. Each \
         method has as many gradients as Pathfinder has gradients and log densities until its distribution is chosen, or \
         ten times as many; the best of four rates counts, and the others are free.\n\n{TITLES}\n{}\n",
        rows.join("\n")
    );
    std::fs::write(&path, text)?;
    Ok(path)
}
