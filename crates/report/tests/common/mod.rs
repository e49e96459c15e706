//! Draws of the eight schools, centred, by a short Gibbs sampler, as one tree.

#![allow(dead_code)]

use monomorph_report::data::{Dataset, Dimension, ElementOrder, Quantity, Tree, Variable, groups};
use monomorph_report::report::{ReportedFit, Row, Tile, Warning};

pub const SCHOOLS: [&str; 8] = [
    "Choate",
    "Deerfield",
    "Phillips Andover",
    "Phillips Exeter",
    "Hotchkiss",
    "Lawrenceville",
    "St. Paul’s",
    "Mt. Hermon",
];
pub const EFFECTS: [f64; 8] = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
pub const ERRORS: [f64; 8] = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];

/// Random numbers by xorshift64*.
pub struct Random(pub u64);

impl Random {
    pub fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (2.0 * std::f64::consts::PI * self.uniform()).cos()
    }
}

/// The log density of `log tau` given the effects.
fn log_density(log_tau: f64, mu: f64, theta: &[f64; 8]) -> f64 {
    let tau = log_tau.exp();
    let squares: f64 = theta.iter().map(|value| (value - mu).powi(2)).sum();
    log_tau - (1.0 + (tau / 5.0).powi(2)).ln() - 8.0 * log_tau - 0.5 * squares / tau.powi(2)
}

/// Makes the next draw of a chain.
fn step(random: &mut Random, mu: &mut f64, log_tau: &mut f64, theta: &mut [f64; 8]) {
    let tau = log_tau.exp();
    for (own, (effect, error)) in theta.iter_mut().zip(EFFECTS.iter().zip(ERRORS)) {
        let precision = error.powi(-2) + tau.powi(-2);
        let mean = (effect / error.powi(2) + *mu / tau.powi(2)) / precision;
        *own = mean + random.normal() / precision.sqrt();
    }
    let precision = 8.0 / tau.powi(2) + 1.0 / 25.0;
    *mu = theta.iter().sum::<f64>() / tau.powi(2) / precision + random.normal() / precision.sqrt();
    let proposed = *log_tau + 1.6 * random.normal();
    let ratio = log_density(proposed, *mu, theta) - log_density(*log_tau, *mu, theta);
    if random.uniform().ln() < ratio {
        *log_tau = proposed;
    }
}

/// Makes four chains of draws. The statistics of a Hamiltonian sampler, energies and divergences, are
/// invented: divergences are where `tau` is small.
pub fn schools(draws: usize, seed: u64) -> Tree {
    let chains = 4;
    let count = chains * draws;
    let (mut mu, mut tau) = (vec![0.0; count], vec![0.0; count]);
    let (mut theta, mut replicated) = (vec![0.0; 8 * count], vec![0.0; 8 * count]);
    let (mut energy, mut divergent) = (vec![0.0; count], vec![false; count]);
    for chain in 0..chains {
        let mut random = Random(seed * 1000 + chain as u64 + 1);
        let (mut own_mu, mut log_tau, mut own) = (4.0, 1.0, [4.0; 8]);
        for draw in 0..draws + 200 {
            (0..8).for_each(|_| step(&mut random, &mut own_mu, &mut log_tau, &mut own));
            let Some(draw) = draw.checked_sub(200) else { continue };
            let place = chain * draws + draw;
            (mu[place], tau[place]) = (own_mu, log_tau.exp());
            for k in 0..8 {
                theta[k * count + place] = own[k];
                replicated[k * count + place] = own[k] + ERRORS[k] * random.normal();
            }
            energy[place] = 40.0 + 3.0 * random.normal() + log_tau;
            divergent[place] = log_tau < -0.3 && random.uniform() < 0.05;
        }
    }
    let log_tau: Vec<f64> = tau.iter().map(|tau| tau.ln()).collect();
    let school = || Dimension::text("school", SCHOOLS);
    let mut posterior = Dataset::draws(chains, draws).along(school()).unwrap();
    let scalar = |name: &str, values: Vec<f64>| Variable::new(name, ["chain", "draw"], values);
    posterior.add(scalar("mu", mu).attribute("units", "points")).unwrap();
    posterior.add(scalar("tau", tau).attribute("units", "points").attribute("lower", 0.0)).unwrap();
    posterior.add(scalar("log_tau", log_tau)).unwrap();
    posterior.add_elements("theta", &["school"], ElementOrder::LastFastest, &theta).unwrap();
    let mut predictive = Dataset::draws(chains, draws).along(school()).unwrap();
    predictive.add_elements("y", &["school"], ElementOrder::LastFastest, &replicated).unwrap();
    let stats = Dataset::draws(chains, draws)
        .with(scalar("energy", energy))
        .and_then(|own| own.with(Variable::new("diverging", ["chain", "draw"], divergent)))
        .unwrap();
    let data = |name: &str, values: [f64; 8]| {
        let variable = Variable::new(name, ["school"], values.to_vec());
        Dataset::new().along(school()).and_then(|own| own.with(variable)).unwrap()
    };
    let mut random = Random(seed + 99);
    let before: Vec<f64> = (0..count).map(|_| 5.0 * random.normal()).collect();
    let spread: Vec<f64> =
        (0..count).map(|_| (5.0 * (std::f64::consts::FRAC_PI_2 * random.uniform()).tan()).abs()).collect();
    let prior = Dataset::draws(chains, draws)
        .with(scalar("mu", before))
        .and_then(|own| own.with(scalar("tau", spread)))
        .unwrap();
    Tree::new()
        .attribute("inference_library", "monomorph")
        .attribute("seed", seed)
        .with(groups::POSTERIOR, posterior)
        .with(groups::SAMPLE_STATS, stats)
        .with(groups::POSTERIOR_PREDICTIVE, predictive)
        .with(groups::OBSERVED_DATA, data("y", EFFECTS))
        .with(groups::CONSTANT_DATA, data("sigma", ERRORS))
        .with(groups::PRIOR, prior)
}

/// Returns a rough effective sample size, from the autocorrelation at the first lags.
pub fn effective(chains: &[&[f64]]) -> f64 {
    let of_chain = |chain: &&[f64]| {
        let count = chain.len() as f64;
        let mean = chain.iter().sum::<f64>() / count;
        let at =
            |lag: usize| chain.iter().zip(&chain[lag..]).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
        let lags = (1..chain.len().min(60)).map(|lag| at(lag) / at(0)).take_while(|own| *own > 0.05);
        count / (1.0 + 2.0 * lags.sum::<f64>())
    };
    chains.iter().map(of_chain).sum()
}

/// Returns a rough summary of a posterior: R-hat is that of whole chains.
pub fn rows(posterior: &Dataset) -> Vec<Row> {
    let row = |own: Quantity| {
        let chains: Vec<&[f64]> = own.chains.iter().map(Vec::as_slice).collect();
        let mut sorted = own.chains.concat();
        sorted.sort_by(f64::total_cmp);
        let at = |p: f64| sorted[((sorted.len() - 1) as f64 * p) as usize];
        let moments = |values: &[f64]| {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
            (mean, squares / (values.len() - 1) as f64)
        };
        let (mean, variance) = moments(&sorted);
        let of_chains: Vec<(f64, f64)> = chains.iter().map(|chain| moments(chain)).collect();
        let within = of_chains.iter().map(|own| own.1).sum::<f64>() / chains.len() as f64;
        let between = moments(&of_chains.iter().map(|own| own.0).collect::<Vec<_>>()).1;
        let ess = effective(&chains);
        Row {
            name: own.name,
            mean,
            sd: variance.sqrt(),
            q5: at(0.05),
            median: at(0.5),
            q95: at(0.95),
            mcse: (variance / ess).sqrt(),
            ess_bulk: ess,
            ess_tail: 0.8 * ess,
            rhat: (1.0 + between / within).sqrt(),
        }
    };
    posterior.elements().map(row).collect()
}

/// Returns a fit of the eight schools with invented statistics of a sampler.
pub fn fit(name: &str, tree: Tree) -> ReportedFit {
    let rows = rows(tree.get(groups::POSTERIOR).unwrap());
    let worst = |key: fn(&Row) -> f64| rows.iter().max_by(|a, b| key(a).total_cmp(&key(b))).unwrap();
    let (rhat, bulk, tail) = (worst(|row| row.rhat), worst(|row| -row.ess_bulk), worst(|row| -row.ess_tail));
    let tiles = vec![
        Tile::rhat(rhat.rhat, &rhat.name),
        Tile::ess_bulk(bulk.ess_bulk, &bulk.name, 400),
        Tile::ess_tail(tail.ess_tail, &tail.name, 400),
        Tile::divergences(12, 4000),
        Tile::depth(0, 4000),
        Tile::e_bfmi(0.24),
    ];
    let warnings = vec![
        Warning::new(
            "12 of 4000 transitions diverged",
            "The step size was too long for a strongly curved part of the posterior, so the draws may miss it. \
             Write the effects as mu + tau * eta, or raise the target of the acceptance rate.",
        ),
        Warning::new(
            "Chain 2 moves slowly between energies",
            "Its E-BFMI is 0.24. Take priors with lighter tails.",
        ),
    ];
    let words = "No-U-Turn sampler, 4 chains of 1000 draws after 1000 of warmup, seed 3, 0.1 s".into();
    ReportedFit {
        name: name.into(),
        words,
        tiles,
        warnings,
        rows,
        left_out: Vec::new(),
        tree,
        ess_bulk: Some(effective),
        ess_tail: Some(|chains| 0.8 * effective(chains)),
    }
}

/// Returns a vector of `elements` elements in one group, whose chains are slightly autocorrelated.
pub fn many(elements: usize, draws: usize) -> Tree {
    let mut data = Dataset::draws(4, draws).along(Dimension::range("k", elements)).unwrap();
    let mut random = Random(17);
    let mut values = Vec::with_capacity(4 * elements * draws);
    for element in 0..elements {
        for _ in 0..4 {
            let mut own = random.normal();
            for _ in 0..draws {
                own = 0.5 * own + random.normal();
                values.push(own + element as f64 * 0.1);
            }
        }
    }
    data.add_elements("beta", &["k"], ElementOrder::LastFastest, &values).unwrap();
    Tree::new().with(groups::POSTERIOR, data)
}

/// The model of the eight schools.
pub const MODEL: &str = "mu    |= normal(0.0, 5.0),\ntau   |= half_cauchy(5.0),\ntheta |= normal(mu, tau),\ny     |= normal(theta, sigma),";

/// A picture of the model.
pub const GRAPH: &str = "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"60\" \
    viewBox=\"0 0 300 60\" font-size=\"13\" font-family=\"sans-serif\"><text x=\"10\" y=\"20\">mu</text>\
    <text x=\"10\" y=\"50\">tau</text><text x=\"110\" y=\"35\">theta</text><text x=\"220\" y=\"35\">y</text>\
    <path d=\"M40 17L100 28M40 46L100 34M150 31H210\" stroke=\"#555\"/></svg>";
