//! Simulation-based calibration of every Gibbs update, and of NUTS with states that are summed or integrated out: where parameters come from the prior and data from them, the rank of a
//! parameter among draws from its posterior is uniform (Talts, Betancourt, Simpson, Vehtari and Gelman 2018, "Validating Bayesian
//! inference algorithms with simulation-based calibration").

#[path = "../../common/mod.rs"]
mod common;

use common::Random;
use monomorph::faer::mat;
use monomorph::gibbs::Rule;
use monomorph::prelude::*;
use monomorph::rand::RngExt;

/// Draws for each data set, so that there are 20 ranks.
const DRAWS: usize = 19;

/// How many of the draws are smaller; among equal ones, any place is as likely.
fn rank(draws: &[f64], truth: f64, random: &mut Random) -> usize {
    let smaller = draws.iter().filter(|draw| **draw < truth).count();
    let equal = draws.iter().filter(|draw| **draw == truth).count();
    smaller + (random.unit() * (equal + 1) as f64) as usize
}

/// A chi-square statistic of n degrees of freedom is above n + 4.5 √(2n) + 10 by chance less than once in 10 000.
fn assert_uniform(what: &str, ranks: &[usize]) {
    let expected = ranks.len() as f64 / (DRAWS + 1) as f64;
    let count = |rank: usize| ranks.iter().filter(|&&other| other == rank).count() as f64;
    let statistic: f64 = (0..=DRAWS).map(|rank| (count(rank) - expected).powi(2) / expected).sum();
    let freedom = DRAWS as f64;
    let largest = freedom + 4.5 * (2.0 * freedom).sqrt() + 10.0;
    assert!(statistic < largest, "{what}: chi-square {statistic} of the ranks {ranks:?}");
}

/// `calibrated!(replicates, y = length, model, quantities, |posterior, seed| draws)`: the model is an expression that reads `y`, a slice
/// of `length` numbers, on the left of its one statement of data. Draws of a Gibbs sampler are `rules, |sampler| settings`.
macro_rules! calibrated {
    ($replicates:expr, $data:ident = $length:expr, $model:expr, $quantities:expr, |$posterior:ident, $seed:ident| $draws:expr) => {{
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
    ($replicates:expr, $data:ident = $length:expr, $model:expr, $quantities:expr, $rules:expr, |$sampler:ident| $settings:expr) => {
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

#[test]
fn means_and_precisions() {
    calibrated!(
        300,
        y = 5,
        {
            params! { mu: real(), tau: positive() }
            model! {
                mu  |= normal(1.0, 2.0),
                tau |= gamma(2.0, 3.0),
                data(y) |= normal(mu, 1.0 / tau.sqrt()),
            }
        },
        ["mu", "tau"],
        [Rule::Normal, Rule::Gamma],
        |sampler| sampler.warmup(50).thin(5)
    );
}

#[test]
fn coefficients_and_variances() {
    let x = mat![[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 4.0]];
    calibrated!(
        300,
        y = 4,
        {
            params! { b: vector(2), v: positive() }
            model! {
                b |= normal(&[1.0, -1.0], 2.0),
                v |= inv_gamma(3.0, 2.0),
                data(y) |= normal(matrix(x.as_ref()).dot(b), v.sqrt()),
            }
        },
        ["b[0]", "b[1]", "v"],
        [Rule::MultiNormal, Rule::InverseGamma],
        |sampler| sampler.warmup(50).thin(5)
    );
}

#[test]
fn covariances_and_precisions() {
    let scale = mat![[2.0, 0.5], [0.5, 1.0]];
    calibrated!(
        300,
        y = 2,
        {
            params! { mu: vector(2), sigma: cov_matrix(2) }
            model! {
                mu    |= normal(&[0.0, 1.0], 1.0),
                sigma |= inv_wishart(5.0, data(&scale)),
                data(y) |= multi_normal(mu, sigma),
            }
        },
        ["mu[0]", "sigma[0,0]", "sigma[1,0]"],
        [Rule::MultiNormal, Rule::InverseWishart],
        |sampler| sampler.warmup(20).thin(3)
    );
    calibrated!(
        300,
        y = 2,
        {
            params! { omega: cov_matrix(2) }
            model! { omega |= wishart(4.0, data(&scale)), data(y) |= multi_normal_prec(0.0, omega) }
        },
        ["omega[0,1]", "omega[1,1]"],
        [Rule::Wishart],
        |sampler| sampler.warmup(0)
    );
}

#[test]
fn probabilities() {
    calibrated!(
        300,
        y = 3,
        {
            params! { p: interval(0.0, 1.0) }
            model! { p |= beta(2.0, 1.0), data(y) |= binomial(&[4, 9, 6], p) }
        },
        ["p"],
        [Rule::Beta],
        |sampler| sampler.warmup(0)
    );
}

#[test]
fn components_of_a_mixture() {
    calibrated!(
        300,
        y = 6,
        {
            params! { w: simplex(2), mu: vector(2), z: vector(6).category(2) }
            model! {
                w  |= dirichlet(1.5),
                mu |= normal(&[-1.0, 2.0], 1.0),
                z  |= categorical(w),
                data(y) |= normal(mu.at(z), 1.0),
            }
        },
        ["w[0]", "mu[0]", "mu[1]", "z[3]"],
        [Rule::Dirichlet, Rule::Normal, Rule::Enumerate],
        |sampler| sampler.warmup(50).thin(6)
    );
}

#[test]
fn hidden_states() {
    calibrated!(
        300,
        y = 6,
        {
            params! { t: simplex(2).rows(2), m: vector(2), s: vector(6).category(2) }
            model! {
                t |= dirichlet(1.0),
                m |= normal(&[0.0, 2.0], 0.5),
                s |= markov_chain(&[0.5, 0.5], t),
                data(y) |= normal(m.at(s), 0.7),
            }
        },
        ["t[0,0]", "t[1,0]", "m[1]", "s[0]", "s[5]"],
        [Rule::Dirichlet, Rule::Normal, Rule::ForwardBackward],
        |sampler| sampler.warmup(50).thin(4)
    );
}

#[test]
fn elements_that_depend_on_each_other() {
    calibrated!(
        300,
        y = 4,
        {
            params! { z: vector(5).binary() }
            model! {
                z |= bernoulli(0.4),
                data(y) |= normal(z.slice(0..4) + 2.0 * z.slice(1..5), 1.0),
            }
        },
        ["z[0]", "z[2]", "z[4]"],
        [Rule::OneByOne],
        |sampler| sampler.warmup(20).thin(3)
    );
}

/// What has no conjugate pair, by each of the three kernels that need none.
#[test]
fn everything_else() {
    let walk =
        |at: &[f64], rng: &mut dyn monomorph::rand::Rng| (vec![at[0] + rng.random_range(-2.0..2.0)], 0.0);
    for kernel in [Rule::Hamiltonian, Rule::Slice, Rule::Proposal] {
        calibrated!(
            100,
            y = 4,
            {
                params! { m: real(), s: positive() }
                model! {
                    m |= student_t(4.0, 0.0, 1.0),
                    s |= half_normal(1.0),
                    data(y) |= normal(m, s),
                }
            },
            ["m", "s"],
            [kernel, if kernel == Rule::Proposal { Rule::Hamiltonian } else { kernel }],
            |sampler| match kernel {
                Rule::Slice => sampler.slice("m").slice("s").warmup(50).thin(5),
                Rule::Proposal => sampler.proposal("m", walk).warmup(80).thin(6),
                _ => sampler.warmup(80).thin(3),
            }
        );
    }
}

/// A level that is integrated out, under NUTS: the draws of data, the likelihood and its gradient are of one model.
#[test]
fn local_level_under_nuts() {
    calibrated!(
        120,
        y = 12,
        {
            params! { level: positive(), noise: positive() }
            let law = linear_gaussian(1.0, noise.square(), 1.0, level.square()).initial(1.0, 2.0);
            model! { level |= half_normal(1.0), noise |= half_normal(1.0), data(y) |= law }
        },
        ["level", "noise"],
        |posterior, seed| {
            let sampler = posterior.nuts().chains(1).warmup(150).draws(DRAWS * 8).target_accept(0.95);
            sampler.seed(seed).progress(false).run().unwrap().draws().clone()
        }
    );
}

/// States that are summed out, under NUTS, of two sequences.
#[test]
fn hidden_markov_under_nuts() {
    calibrated!(
        120,
        y = 12,
        {
            params! { t: simplex(2).rows(2), m: vector(2) }
            let laws = components(2, |k| normal(m.at(k), 0.7));
            model! {
                t |= dirichlet(2.0),
                m |= normal(&[0.0, 2.0], 0.5),
                data(y) |= hidden_markov(&[0.5, 0.5], t, laws).sequences(&[8, 4]),
            }
        },
        ["t[0,0]", "t[1,0]", "m[0]", "m[1]"],
        |posterior, seed| {
            let sampler = posterior.nuts().chains(1).warmup(100).draws(DRAWS * 5);
            sampler.seed(seed).progress(false).run().unwrap().draws().clone()
        }
    );
}

/// A process that reads its own past through a scan, under NUTS.
#[test]
fn garch_under_nuts() {
    calibrated!(
        120,
        y = 30,
        {
            params! { mu: real(), omega: positive(), alpha: interval(0.0, 1.0), beta: interval(0.0, 1.0 - alpha) }
            model! {
                mu    |= normal(0.0, 0.5),
                omega |= gamma(4.0, 4.0),
                alpha |= monomorph::distribution::beta(2.0, 4.0),
                beta  |= uniform(0.0, 1.0 - alpha),
                data(y) |= garch(mu, omega, alpha, beta, 1.5),
            }
        },
        ["mu", "omega", "alpha", "beta"],
        |posterior, seed| {
            let sampler = posterior.nuts().chains(1).warmup(150).draws(DRAWS * 8).target_accept(0.9);
            sampler.seed(seed).progress(false).run().unwrap().draws().clone()
        }
    );
}
