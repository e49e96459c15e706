//! The race: all methods of both contenders by turns, for one posterior after the other.

use crate::POSTERIORS;
use crate::beside_variational::compare;
use crate::distance::{Distances, Reference, distances, median, of_mode};
use crate::json::{list, rows};
use crate::peer::{Peer, PeerDraws};
use crate::posteriordb::case::{Case, Task, flatten, read};
use crate::programs::variants;
use crate::regression_data::Regression;
use crate::report::Row;
use crate::seeds::{Seeds, fastest};
use crate::stanli::{Library, Model as StanModel, Options};
use monomorph::approximate::Approximation;
use monomorph::faer::MatRef;
use monomorph::prelude::*;
use std::path::Path;
use std::time::Instant;

const SEEDS: u32 = 21;
const DRAWS: usize = 1000;

pub struct Race {
    library: Library,
    peer: Peer,
    names: Vec<String>,
    pub rows: Vec<Row>,
    /// True if variational inference is measured, and nothing else; the rows of its table.
    pub is_variational: bool,
    pub beside: Vec<String>,
}

/// The moments by name.
type Moments = Vec<(String, f64, f64)>;

impl Race {
    pub fn new(library: Library, names: Vec<String>) -> Result<Self, String> {
        let (peer, rows, beside) = (Peer::bind(&library)?, Vec::new(), Vec::new());
        Ok(Self { peer, library, names, rows, is_variational: false, beside })
    }

    fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|word| name.contains(word.as_str()))
    }

    /// Races one posterior of the pack.
    pub fn posterior(&mut self, pack: &Path, name: &str, model: impl FnOnce(&Case, &mut Contest<'_>)) {
        if !POSTERIORS.contains(&name) || !self.wants(name) {
            return;
        }
        let case = Case::open(pack, name);
        let program = format!("posteriordb/{}", case.golden["model"].as_str().expect("the model"));
        let points = case.golden["points"].as_array().expect("points");
        let point = flatten(&points.last().expect("a point")["q"]);
        let reference = read(pack, "reference_moments.json");
        let moments = reference[name].as_object().expect("reference moments").iter().map(|(name, of)| {
            let element = match name.trim_end_matches(']').split_once('[') {
                Some((name, index)) => format!("{name}[{}]", index.parse::<usize>().expect("an index") - 1),
                None => name.clone(),
            };
            (element, of[0].as_f64().expect("a mean"), of[1].as_f64().expect("an sd"))
        });
        let moments = Some(moments.collect());
        let json = case.data.to_string();
        model(&case, &mut Contest { race: self, name: name.to_owned(), program, json, point, moments });
    }

    /// Races the logistic regression of 10 000 rows and 20 columns.
    pub fn logistic(&mut self) {
        if !self.wants("logistic") {
            return;
        }
        let data_ = Regression::logistic();
        let Regression { columns, x, y } = &data_;
        let design = data(MatRef::from_row_major_slice(x, y.len(), *columns));
        params! { alpha: real(), beta: vector(*columns) }
        let model = model! {
            alpha |= normal(0.0, 5.0),
            beta  |= normal(0.0, 2.5),
            data(y) |= bernoulli_logit(alpha + design.dot(beta)),
        };
        let json = format!(r#"{{"N":{},"P":{columns},"X":{},"y":{}}}"#, y.len(), rows(x, *columns), list(y));
        let (name, program) = ("logistic 10 000 x 20".to_owned(), "logreg".to_owned());
        let point = vec![0.1; columns + 1];
        Contest { race: self, name, program, json, point, moments: None }.run(model);
    }

    /// The model of the variant whose gradient is fastest.
    fn fastest(&self, program: &str, json: &str, point: &[f64]) -> StanModel {
        let mut best: Option<(f64, StanModel)> = None;
        for program in variants(program).expect("programs") {
            for fast_math in [0, 1] {
                let options = Options { fast_math, ..Options::default() };
                let Ok(mut model) = self.library.model_with(&program.source, json, options) else { continue };
                let mut gradient = vec![0.0; point.len()];
                let batch = |model: &mut StanModel, gradient: &mut [f64]| {
                    let start = Instant::now();
                    (0..50).for_each(|_| {
                        std::hint::black_box(model.log_density_and_gradient(point, gradient));
                    });
                    start.elapsed().as_secs_f64()
                };
                let times = (0..10).map(|_| batch(&mut model, &mut gradient));
                let time = times.fold(f64::INFINITY, f64::min);
                if best.as_ref().is_none_or(|(least, _)| time < *least) {
                    best = Some((time, model));
                }
            }
        }
        best.expect("a variant that stanli takes").1
    }
}

/// A model that is raced.
pub struct Contest<'a> {
    race: &'a mut Race,
    name: String,
    program: String,
    json: String,
    point: Vec<f64>,
    /// The reference; without one it is a long run of NUTS.
    moments: Option<Moments>,
}

impl Task for Contest<'_> {
    fn run(&mut self, model: impl Model) {
        let posterior = model.compile().expect("the model compiles");
        let names: Vec<String> = posterior.variables().iter().flat_map(|v| v.element_names()).collect();
        let moments = self.moments.take().unwrap_or_else(|| {
            let fit = posterior.nuts().warmup(500).draws(5000).seed(1).progress(false).run().expect("a fit");
            let columns = fit.draws().columns();
            columns.map(|(name, column)| (name.to_owned(), column.mean(), column.sd())).collect()
        });
        let found = moments.into_iter().filter_map(|(name, mean, sd)| {
            let place = names.iter().position(|known| *known == name)?;
            Some(Reference { place, mean, sd })
        });
        let references: Vec<Reference> = found.collect();
        if self.race.is_variational {
            let row = compare(&self.name, &posterior, &references);
            println!("{row}");
            self.race.beside.push(row);
            return;
        }
        let mut peer_model = self.race.fastest(&self.program, &self.json, &self.point);
        let peer = &self.race.peer;
        let mut workspace = posterior.workspace();
        let mut constrain = |q: &[f64]| {
            let mut values = vec![0.0; names.len()];
            posterior.constrain_into(q, &mut values, &mut workspace).map(|()| values)
        };
        let of_approximation = |found: &Approximation| {
            let ratios: Vec<f64> =
                found.log_densities().iter().zip(found.log_approximations()).map(|(p, q)| p - q).collect();
            let columns: Vec<Vec<f64>> =
                found.candidates().columns().map(|(_, column)| column.as_slice().to_vec()).collect();
            distances(&references, &ratios, |place, draw| columns[place][draw])
        };
        let of_peer = |found: &PeerDraws, values: &[Vec<f64>]| {
            let ratios: Vec<f64> =
                found.log_densities.iter().zip(&found.log_approximations).map(|(p, q)| p - q).collect();
            distances(&references, &ratios, |place, draw| values[draw][place])
        };

        let mut rows: Vec<(&'static str, Seeds, Seeds)> = Vec::new();
        let (mut ours, mut theirs, mut joined) = (Seeds::default(), Seeds::default(), Seeds::default());
        for seed in 1..=SEEDS {
            let pathfinder = posterior.pathfinder().seed(u64::from(seed)).draws(DRAWS).threads(1);
            let (time, found) = fastest(|| pathfinder.clone().paths(1).resample(false).run());
            ours.add(time, || found.as_ref().ok().map(of_approximation));
            if let Ok(found) = &found {
                ours.gradients.push(found.gradients() as f64);
                ours.densities.push(found.log_density_evaluations() as f64);
            }
            let (time, found) = fastest(|| peer.pathfinder(&mut peer_model, seed, DRAWS));
            theirs.add(time, || {
                let found = found.ok()?;
                let points = found.values.chunks_exact(found.columns);
                let values: Vec<Vec<f64>> = points.filter_map(|q| constrain(q).ok()).collect();
                Some(of_peer(&found, &values))
            });
            let (time, found) = fastest(|| pathfinder.clone().run());
            joined.add(time, || found.as_ref().ok().map(of_approximation));
            if let Ok(found) = &found {
                joined.gradients.push(found.gradients() as f64);
                joined.densities.push(found.log_density_evaluations() as f64);
            }
        }
        rows.push(("Pathfinder", ours, theirs));
        rows.push(("4 paths", joined, Seeds::default()));

        let (mut ours, mut theirs) = (Seeds::default(), Seeds::default());
        let alone = |plain: f64| Distances { plain, weighted: f64::NAN, khat: f64::NAN };
        for seed in 1..=SEEDS {
            let (time, found) = fastest(|| posterior.optimise().seed(u64::from(seed)).run());
            ours.add(time, || found.as_ref().ok().map(|mode| alone(of_mode(&references, mode.values()))));
            ours.gradients.extend(found.iter().map(|mode| mode.gradients() as f64));
            let (time, found) = fastest(|| peer.optimise(&mut peer_model, seed));
            theirs.add(time, || Some(alone(of_mode(&references, &constrain(&found.ok()?).ok()?))));
        }
        rows.push(("mode", ours, theirs));

        let (mut ours, mut theirs) = (Seeds::default(), Seeds::default());
        for seed in 1..=SEEDS {
            let (time, found) = fastest(|| posterior.laplace().seed(u64::from(seed)).draws(DRAWS).run());
            ours.add(time, || found.as_ref().ok().map(of_approximation));
            ours.gradients.extend(found.iter().map(|found| found.gradients() as f64));
            let (time, found) = fastest(|| peer.laplace(&mut peer_model, seed, DRAWS));
            theirs.add(time, || {
                let found = found.ok()?;
                let values: Vec<Vec<f64>> =
                    found.values.chunks_exact(found.columns).map(<[f64]>::to_vec).collect();
                Some(of_peer(&found, &values))
            });
        }
        rows.push(("Laplace", ours, theirs));

        for (method, mut ours, theirs) in rows {
            let gradients = median(std::mem::take(&mut ours.gradients));
            let densities = median(std::mem::take(&mut ours.densities));
            let row = Row {
                name: self.name.clone(),
                dimension: self.point.len(),
                method,
                ours: ours.measured(),
                theirs: theirs.measured(),
                gradients,
                densities,
            };
            println!("{row}");
            self.race.rows.push(row);
        }
    }
}
