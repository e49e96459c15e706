//! Measurements in groups, with the shape of the radon data of houses in counties: one line for all groups,
//! an intercept for each group, or an intercept and a slope for each group.

use crate::compare::{Bench, Rivals};
use crate::json::{from_one, list};
use crate::random::Random;
use monomorph::prelude::*;

const MEASUREMENTS: usize = 919;
const GROUPS: usize = 85;

struct Homes {
    /// The group of each measurement, ascending, none of them empty.
    group: Vec<usize>,
    /// A predictor of zeros and ones: the floor.
    x: Vec<f64>,
    y: Vec<f64>,
}

fn homes() -> Homes {
    let mut random = Random::new(20_240_603);
    let mut group: Vec<usize> = (0..GROUPS).collect();
    group.resize_with(MEASUREMENTS, || random.below(GROUPS));
    group.sort_unstable();
    let mut floor = || f64::from(u8::from(random.uniform() < 0.17));
    let x: Vec<f64> = (0..MEASUREMENTS).map(|_| floor()).collect();
    let intercepts: Vec<f64> = (0..GROUPS).map(|_| 1.5 + 0.35 * random.normal()).collect();
    let lines = group.iter().zip(&x).map(|(&group, x)| intercepts[group] - 0.65 * x);
    let y = lines.map(|mean| mean + 0.75 * random.normal()).collect();
    Homes { group, x, y }
}

/// Compares them.
pub fn compare(bench: &mut Bench) {
    let homes = homes();
    pooled(bench, &homes);
    intercepts(bench, &homes);
    slopes(bench, &homes);
}

/// One of the programs for the real data, on these.
fn program(name: &str, Homes { group, x, y }: &Homes) -> Rivals {
    let (groups, x, y) = (from_one(group), list(x), list(y));
    let json = format!(
        r#"{{"N":{MEASUREMENTS},"J":{GROUPS},"county_idx":{groups},"floor_measure":{x},"log_radon":{y}}}"#
    );
    Rivals::stan(&format!("posteriordb/{name}"), json)
}

fn pooled(bench: &mut Bench, homes: &Homes) {
    params! { alpha: real(), beta: real(), sigma: positive() }
    let model = model! {
        sigma |= normal(0.0, 1.0),
        alpha |= normal(0.0, 10.0),
        beta  |= normal(0.0, 10.0),
        data(&homes.y) |= normal(alpha + beta * data(&homes.x), sigma),
    };
    bench.compare("radon, pooled", model, program("radon_pooled", homes));
}

fn intercepts(bench: &mut Bench, homes: &Homes) {
    params! {
        alpha_raw:   vector(GROUPS),
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
        data(&homes.y) |= normal(alpha.at(&homes.group) + beta * data(&homes.x), sigma_y),
    };
    bench.compare("radon, varying intercepts", model, program("radon_variable_intercept_noncentered", homes));
}

fn slopes(bench: &mut Bench, homes: &Homes) {
    params! {
        sigma_y:     positive(),
        sigma_alpha: positive(),
        sigma_beta:  positive(),
        alpha_raw:   vector(GROUPS),
        beta_raw:    vector(GROUPS),
        mu_alpha:    real(),
        mu_beta:     real(),
    }
    let model = model! {
        sigma_y     |= normal(0.0, 1.0),
        sigma_alpha |= normal(0.0, 1.0),
        sigma_beta  |= normal(0.0, 1.0),
        mu_alpha    |= normal(0.0, 10.0),
        mu_beta     |= normal(0.0, 10.0),
        alpha_raw   |= normal(0.0, 1.0),
        beta_raw    |= normal(0.0, 1.0),
        alpha = mu_alpha + sigma_alpha * alpha_raw,
        beta = mu_beta + sigma_beta * beta_raw,
        data(&homes.y) |= normal(alpha.at(&homes.group) + beta.at(&homes.group) * data(&homes.x), sigma_y),
    };
    bench.compare(
        "radon, varying slopes",
        model,
        program("radon_variable_intercept_slope_noncentered", homes),
    );
}
