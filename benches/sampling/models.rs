//! Seven models, each written like its Stan program, with the parameters in the same order.

use crate::data::{EightSchools, VaryingIntercepts, VaryingSlopes, json};
use crate::json::list;
use crate::programs;
use crate::race::{Outcome, Race};
use crate::random::Random;
use crate::regression_data::Regression;
use crate::returns::{DAYS, returns};
use faer::MatRef;
use monomorph::prelude::*;
use std::error::Error;

type Result = std::result::Result<Outcome, Box<dyn Error>>;

/// Lets both sample a model.
type Run = fn(&Race) -> Result;

/// Names and models.
pub const MODELS: [(&str, Run); 7] = [
    ("eight schools, non-centred", eight_schools),
    ("linear regression, 10 000 × 20", linear),
    ("logistic regression, 10 000 × 20", logistic),
    ("radon, varying intercepts, 919 in 85 groups", radon),
    ("ordinal regression, 500 × 4, 5 categories", ordinal),
    ("varying slopes with LKJ, 1 000 × 3 in 50 groups", varying_slopes),
    ("stochastic volatility, 1 000 days", volatility),
];

fn eight_schools(race: &Race) -> Result {
    let schools = EightSchools::published();
    let (y, sigma) = (&schools.y, &schools.sigma);
    params! { theta_trans: vector(y.len()), mu: real(), tau: positive() }
    let model = model! {
        theta_trans |= normal(0.0, 1.0),
        mu  |= normal(0.0, 5.0),
        tau |= cauchy(0.0, 5.0),
        theta = theta_trans * tau + mu,
        data(y) |= normal(theta, data(sigma)),
    };
    race.run(model, &[programs::EIGHT_SCHOOLS], &schools.json())
}

fn linear(race: &Race) -> Result {
    let observed = Regression::linear();
    let x = data(MatRef::from_row_major_slice(&observed.x, observed.y.len(), observed.columns));
    params! { alpha: real(), beta: vector(observed.columns), sigma: positive() }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        sigma |= exponential(1.0),
        data(&observed.y) |= normal(alpha + x.dot(beta), sigma),
    };
    race.run(model, &[programs::LINEAR, programs::LINEAR_FUSED], &json(&observed))
}

fn logistic(race: &Race) -> Result {
    let observed = Regression::logistic();
    let x = data(MatRef::from_row_major_slice(&observed.x, observed.y.len(), observed.columns));
    params! { alpha: real(), beta: vector(observed.columns) }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        data(&observed.y) |= bernoulli_logit(alpha + x.dot(beta)),
    };
    race.run(model, &[programs::LOGISTIC, programs::LOGISTIC_FUSED], &json(&observed))
}

fn radon(race: &Race) -> Result {
    let observed = VaryingIntercepts::radon_like();
    params! {
        alpha_raw:   vector(observed.groups),
        beta:        real(),
        mu_alpha:    real(),
        sigma_alpha: positive(),
        sigma_y:     positive(),
    }
    let model = model! {
        alpha_raw   |= normal(0.0, 1.0),
        beta        |= normal(0.0, 10.0),
        mu_alpha    |= normal(0.0, 10.0),
        sigma_alpha |= normal(0.0, 1.0),
        sigma_y     |= normal(0.0, 1.0),
        alpha = mu_alpha + sigma_alpha * alpha_raw,
        data(&observed.y) |= normal(alpha.at(&observed.group) + beta * data(&observed.x), sigma_y),
    };
    race.run(model, &[programs::RADON, programs::RADON_FUSED], &observed.json())
}

fn ordinal(race: &Race) -> Result {
    const ROWS: usize = 500;
    const SLOPES: [f64; 4] = [0.8, -0.5, 0.3, 0.0];
    const CUTPOINTS: [f64; 4] = [-2.0, -0.5, 0.4, 1.8];
    let mut random = Random::new(20_240_711);
    let x = random.normals(ROWS * SLOPES.len());
    let category = |row: &[f64]| {
        let u = random.uniform();
        let eta = row.iter().zip(SLOPES).map(|(x, b)| x * b).sum::<f64>() + (u / (1.0 - u)).ln();
        CUTPOINTS.iter().filter(|cutpoint| eta > **cutpoint).count()
    };
    let y: Vec<usize> = x.chunks(SLOPES.len()).map(category).collect();
    let json = format!(
        r#"{{"N":{ROWS},"P":{},"K":{},"X":{},"y":{}}}"#,
        SLOPES.len(),
        CUTPOINTS.len() + 1,
        list(x.chunks(SLOPES.len()).map(list)),
        list(y.iter().map(|category| category + 1)),
    );
    let x = data(MatRef::from_row_major_slice(&x, ROWS, SLOPES.len()));
    params! { beta: vector(SLOPES.len()), c: ordered(CUTPOINTS.len()) }
    let model = model! {
        beta |= normal(0.0, 2.5),
        c    |= normal(0.0, 5.0),
        data(&y) |= ordered_logistic(x.dot(beta), c),
    };
    race.run(model, &[include_str!("ordinal.stan"), include_str!("ordinal_glm.stan")], &json)
}

fn varying_slopes(race: &Race) -> Result {
    const ROWS: usize = VaryingSlopes::ROWS;
    const COLUMNS: usize = VaryingSlopes::COLUMNS;
    const GROUPS: usize = VaryingSlopes::GROUPS;
    let VaryingSlopes { group, x, y } = VaryingSlopes::of_groups();
    let json = format!(
        r#"{{"N":{ROWS},"K":{COLUMNS},"J":{GROUPS},"jj":{},"x":{},"y":{}}}"#,
        list(group.iter().map(|group| group + 1)),
        list(x.chunks(COLUMNS).map(list)),
        list(&y),
    );
    let x = data(MatRef::from_row_major_slice(&x, ROWS, COLUMNS));
    params! {
        z:     vector(COLUMNS).rows(GROUPS),
        l:     cholesky_factor_corr(COLUMNS),
        tau:   vector(COLUMNS).positive(),
        gamma: vector(COLUMNS),
        sigma: positive(),
    }
    let model = model! {
        z     |= normal(0.0, 1.0),
        l     |= lkj_corr_cholesky(2.0),
        tau   |= cauchy(0.0, 2.5),
        gamma |= normal(0.0, 5.0),
        sigma |= exponential(1.0),
        beta = gamma + z.dot(diag_pre_multiply(tau, l).transpose()),
        data(&y) |= normal(x.dot_by_group(beta, &group), sigma),
    };
    race.run(model, &programs::VARYING_SLOPES, &json)
}

fn volatility(race: &Race) -> Result {
    let y = returns();
    let json = format!(r#"{{"T":{DAYS},"y":{}}}"#, list(&y));
    params! { mu: real(), phi: interval(-1.0, 1.0), sigma: positive(), h: vector(DAYS) }
    let (before, after) = (h.slice(0..DAYS - 1), h.slice(1..DAYS));
    let model = model! {
        mu    |= cauchy(0.0, 10.0),
        phi   |= uniform(-1.0, 1.0),
        sigma |= cauchy(0.0, 5.0),
        h     |= flat(),
        increment(normal(mu, sigma / (1.0 - phi.square()).sqrt()).log_density(h.at(0))),
        increment(normal(mu + phi * (before - mu), sigma).log_density(after)),
        data(&y) |= normal(0.0, (0.5 * h).exp()),
    };
    race.run(model, &programs::VOLATILITY, &json)
}
