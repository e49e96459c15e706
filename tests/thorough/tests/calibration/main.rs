//! Simulation-based calibration of every Gibbs update, and of NUTS: where parameters come from the prior and
//! data from them, the rank of a parameter among draws from its posterior is uniform (Talts, Betancourt,
//! Simpson, Vehtari and Gelman 2018, "Validating Bayesian inference algorithms with simulation-based
//! calibration").

#[path = "../../../common/mod.rs"]
mod common;

use common::Random;

/// Draws for each data set, so that there are 20 ranks.
const DRAWS: usize = 19;

/// How many of the draws are smaller; among equal ones, any place is as likely.
fn rank(draws: &[f64], truth: f64, random: &mut Random) -> usize {
    let smaller = draws.iter().filter(|draw| **draw < truth).count();
    let equal = draws.iter().filter(|draw| **draw == truth).count();
    smaller + (random.unit() * (equal + 1) as f64) as usize
}

/// A chi-square statistic of n degrees of freedom is above n + 4.5 √(2n) + 10 by chance less than once in
/// 10 000.
fn assert_uniform(what: &str, ranks: &[usize]) {
    let expected = ranks.len() as f64 / (DRAWS + 1) as f64;
    let count = |rank: usize| ranks.iter().filter(|&&other| other == rank).count() as f64;
    let statistic: f64 = (0..=DRAWS).map(|rank| (count(rank) - expected).powi(2) / expected).sum();
    let freedom = DRAWS as f64;
    let largest = freedom + 4.5 * (2.0 * freedom).sqrt() + 10.0;
    assert!(statistic < largest, "{what}: chi-square {statistic} of the ranks {ranks:?}");
}

/// `calibrated!(replicates, y = length, model, quantities, |posterior, seed| draws)`: the model is an
/// expression that reads `y`, a slice of `length` numbers, on the left of its one statement of data. Draws of
/// a Gibbs sampler are `rules, |sampler| settings`.
macro_rules! calibrated {
    ($replicates:expr, $data:ident = $length:expr, $model:expr, $quantities:expr,
        |$posterior:ident, $seed:ident| $draws:expr) => {{
        let zeros = [0.0; $length];
        let prior = {
            let $data = &zeros[..];
            $model.sample_prior($replicates, 7).unwrap()
        };
        let quantities = $quantities;
        let mut ranks = vec![Vec::new(); quantities.len()];
        let mut random = Random(11);
        for replicate in 0..$replicates {
            let trace = prior.trace(0, replicate).unwrap();
            let observed = trace.get("y").unwrap().to_vec();
            let $data = &observed[..];
            let ($posterior, $seed) = ($model.compile().unwrap(), replicate as u64);
            let draws = $draws;
            for (ranks, quantity) in ranks.iter_mut().zip(quantities) {
                let truth = prior.column(quantity).unwrap().as_slice()[replicate];
                let column = draws.column(quantity).unwrap();
                let thinned: Vec<f64> = column
                    .as_slice()
                    .iter()
                    .copied()
                    .step_by(column.as_slice().len().div_ceil(DRAWS))
                    .collect();
                ranks.push(rank(&thinned, truth, &mut random));
            }
        }
        for (quantity, ranks) in quantities.iter().zip(&ranks) {
            assert_uniform(quantity, ranks);
        }
    }};
    ($replicates:expr, $data:ident = $length:expr, $model:expr, $quantities:expr, $rules:expr,
        |$sampler:ident| $settings:expr) => {
        calibrated!($replicates, $data = $length, $model, $quantities, |posterior, seed| {
            let $sampler = posterior.gibbs().chains(1).draws(DRAWS).seed(seed);
            let sampler = $settings;
            if seed == 0 {
                let rules: Vec<Rule> = sampler.schedule().steps.iter().map(|step| step.rule).collect();
                assert_eq!(rules, $rules);
            }
            sampler.run().unwrap()
        })
    };
}

mod gibbs;
mod marginal;
mod nuts;
