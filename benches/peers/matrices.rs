//! The models with matrices: data, and the model in monomorph, each written as its Stan program is, parameters in the same order.

use super::data::list;
use super::ours::compiled;
use super::random::Random;
use super::{Bench, programs};
use faer::MatRef;
use monomorph::covariance::coregionalization;
use monomorph::prelude::*;

/// Compares all of them.
pub fn compare(bench: &mut Bench) -> Result<(), String> {
    observations(bench)?;
    gaussian_process(bench)?;
    varying_slopes(bench)?;
    itp(bench)
}

fn rows(numbers: &[f64], columns: usize) -> String {
    list(numbers.chunks(columns).map(list))
}

/// 1 000 observations of 20 correlated variables.
fn observations(bench: &mut Bench) -> Result<(), String> {
    const N: usize = 1_000;
    const D: usize = 20;
    let mut random = Random::new(20_240_611);
    let mut y = Vec::with_capacity(N * D);
    for _ in 0..N {
        let common = random.normal();
        y.extend((0..D).map(|d| 0.1 * d as f64 + 0.5 * common + random.normal()));
    }
    let json = format!(r#"{{"N":{N},"D":{D},"y":{}}}"#, rows(&y, D));
    let y = MatRef::from_row_major_slice(&y, N, D);
    params! { mu: vector(D), tau: vector(D).positive(), l: cholesky_factor_corr(D) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= cauchy(0.0, 2.5),
        l   |= lkj_corr_cholesky(2.0),
        data(y) |= multi_normal_cholesky(mu, diag_pre_multiply(tau, l)),
    };
    compiled(model, |density| bench.compare("multi_normal", density, &programs::MULTI_NORMAL, &json))
}

/// 200 noisy points of a smooth function, the function integrated out.
fn gaussian_process(bench: &mut Bench) -> Result<(), String> {
    const N: usize = 200;
    let mut random = Random::new(20_240_605);
    let mut x: Vec<f64> = (0..N).map(|_| 10.0 * random.uniform() - 5.0).collect();
    x.sort_by(f64::total_cmp);
    let y: Vec<f64> = x.iter().map(|x| (1.3 * x).sin() + 0.5 * x.cos() + 0.3 * random.normal()).collect();
    let json = format!(r#"{{"N":{N},"x":{},"y":{}}}"#, list(&x), list(&y));
    params! { rho: positive(), alpha: positive(), sigma: positive() }
    let covariance = gp_exp_quad_cov(&x, alpha, rho).add_diagonal(sigma.square());
    let model = model! {
        rho   |= inv_gamma(5.0, 5.0),
        alpha |= normal(0.0, 1.0),
        sigma |= normal(0.0, 1.0),
        data(&y) |= multi_normal(0.0, covariance),
    };
    compiled(model, |density| bench.compare("gp", density, &programs::GAUSSIAN_PROCESS, &json))
}

/// 5 000 observations in 100 groups, five coefficients that vary between them.
fn varying_slopes(bench: &mut Bench) -> Result<(), String> {
    const N: usize = 5_000;
    const K: usize = 5;
    const J: usize = 100;
    let mut random = Random::new(20_240_606);
    let mut group: Vec<usize> = (0..J).collect();
    group.resize_with(N, || random.below(J));
    group.sort_unstable();
    let coefficients: Vec<f64> = random.normals(J * K);
    let (mut x, mut y) = (Vec::with_capacity(N * K), Vec::with_capacity(N));
    for &group in &group {
        let row: Vec<f64> = (0..K).map(|k| if k == 0 { 1.0 } else { random.normal() }).collect();
        let mean: f64 = row.iter().zip(&coefficients[group * K..]).map(|(x, b)| x * b).sum();
        y.push(mean + 0.7 * random.normal());
        x.extend(row);
    }
    let groups = list(group.iter().map(|group| group + 1));
    let json = format!(r#"{{"N":{N},"K":{K},"J":{J},"jj":{groups},"x":{},"y":{}}}"#, rows(&x, K), list(&y));
    let x = matrix(MatRef::from_row_major_slice(&x, N, K));
    // Stan's matrix of K rows goes column by column into the unconstrained point, as the rows here do.
    params! {
        z:     vector(K).rows(J),
        l:     cholesky_factor_corr(K),
        tau:   vector(K).positive(),
        gamma: vector(K),
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
    compiled(model, |density| bench.compare("varying_slopes", density, &programs::VARYING_SLOPES, &json))
}

/// Seven endpoints in three domains at 36 times, three of them measured at every fifth time, in two arms of 100 subjects.
fn itp(bench: &mut Bench) -> Result<(), String> {
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
        list(DOMAIN.iter().map(|domain| domain + 1)),
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
    compiled(model, |density| bench.compare("itp", density, &programs::ITP, &json))
}
