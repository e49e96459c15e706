//! A trial: seven endpoints in three domains at 36 times, three of them measured at every fifth time, in two
//! arms of 100 subjects.

use crate::compare::{Bench, Rivals};
use crate::json::{from_one, list};
use crate::random::Random;
use monomorph::covariance::coregionalization;
use monomorph::faer::MatRef;
use monomorph::prelude::*;

/// Compares it.
pub fn compare(bench: &mut Bench) {
    const TIMES: usize = 36;
    const ENDPOINTS: usize = 7;
    const ARM: usize = 100;
    const DOMAIN: [usize; ENDPOINTS] = [0, 0, 1, 1, 2, 2, 2];
    let mut random = Random::new(20_240_609);
    let times: Vec<f64> = (0..TIMES).map(|time| time as f64).collect();
    let is_measured = |time: usize, endpoint: usize| time.is_multiple_of(5) || (1..=4).contains(&endpoint);
    let mask: Vec<bool> =
        (0..TIMES * ENDPOINTS).map(|cell| is_measured(cell / ENDPOINTS, cell % ENDPOINTS)).collect();
    // In Stan's data one endpoint follows the other, here one time the other.
    let measured: Vec<usize> = (0..mask.len()).filter(|&cell| mask[cell]).collect();
    let mut by_endpoint: Vec<usize> = (0..measured.len()).collect();
    by_endpoint.sort_by_key(|&place| (measured[place] % ENDPOINTS, measured[place] / ENDPOINTS));

    let (mut y, mut theirs) = (Vec::new(), Vec::new());
    for subject in 0..2 * ARM {
        let arm = if subject < ARM { -2.0 } else { 1.0 };
        let common = random.normal();
        let mut state: Vec<f64> = random.normals(ENDPOINTS);
        let mut table = Vec::new();
        for time in 0..TIMES {
            for (endpoint, state) in state.iter_mut().enumerate() {
                table.push(
                    endpoint as f64 + arm * (1.0 - (-0.15 * time as f64).exp()) + *state + 0.3 * common,
                );
                *state = 0.75 * *state + 0.66 * random.normal();
            }
        }
        let own: Vec<f64> = measured.iter().map(|&cell| table[cell]).collect();
        theirs.push(list(by_endpoint.iter().map(|&place| own[place])));
        y.extend(own);
    }
    let cell = |place: &usize| measured[*place];
    let json = format!(
        r#"{{"T":{TIMES},"K":{ENDPOINTS},"D":3,"dom":{},"time":{},"M":{},"e":{},"ti":{},"N1":{ARM},"N2":{ARM},"Y1":{},"Y2":{}}}"#,
        from_one(&DOMAIN),
        list(&times),
        measured.len(),
        list(by_endpoint.iter().map(|place| cell(place) % ENDPOINTS + 1)),
        list(by_endpoint.iter().map(|place| cell(place) / ENDPOINTS + 1)),
        list(&theirs[..ARM]),
        list(&theirs[ARM..]),
    );
    let arm: Vec<usize> = (0..2 * ARM).map(|subject| subject / ARM).collect();
    let y = MatRef::from_row_major_slice(&y, arm.len(), measured.len());

    params! {
        rho:     vector(ENDPOINTS).interval(0.0, 1.0),
        kappa:   vector(ENDPOINTS).positive(),
        sigma:   vector(ENDPOINTS).positive(),
        theta:   vector(ENDPOINTS),
        l:       cholesky_factor_corr(ENDPOINTS),
        mu_h1:   real(),
        mu_h2:   real(),
        sigma_h: positive(),
        mu_r1:   vector(3),
        mu_r2:   vector(3),
        sigma_b: positive(),
        beta_r1: vector(ENDPOINTS),
        beta_r2: vector(ENDPOINTS),
    }
    let effect_1 = (mu_h1 + sigma_h * mu_r1).at(&DOMAIN) + sigma_b * beta_r1;
    let effect_2 = (mu_h2 + sigma_h * mu_r2).at(&DOMAIN) + sigma_b * beta_r2;
    let growth = 1.0 - (-data(&times).outer(kappa)).exp();
    let covariance = coregionalization(rho, diag_pre_multiply(sigma, l), &times).observed(&mask);
    let model = model! {
        rho     |= beta(3.0, 1.0),
        kappa   |= gamma(0.1, 0.1),
        sigma   |= gamma(1.5, 0.25),
        theta   |= normal(0.0, 10.0),
        l       |= lkj_corr_cholesky(2.0),
        mu_h1   |= normal(0.0, 10.0),
        mu_h2   |= normal(0.0, 10.0),
        sigma_h |= normal(0.0, 10.0),
        mu_r1   |= normal(0.0, 1.0),
        mu_r2   |= normal(0.0, 1.0),
        sigma_b |= normal(0.0, 10.0),
        beta_r1 |= normal(0.0, 1.0),
        beta_r2 |= normal(0.0, 1.0),
        beta_1 = effect_1,
        beta_2 = effect_2,
        courses = stack_rows((
            (theta + beta_1 * growth).flatten().at(&measured),
            (theta + beta_2 * growth).flatten().at(&measured),
        )),
        data(y) |= multi_normal(courses, covariance).by_group(&arm),
    };
    bench.compare("itp", model, Rivals::stan("itp", json));
}
