//! Two arms of a trial with seven endpoints in three domains at 36 times; three of the endpoints are
//! measured only at every fifth time. The model has a nonlinear course with a hierarchy over domains, and a
//! covariance over endpoints and times.
//!
//! The model is the main example of ProbabilityModels.jl. Each subject is one observation of 168 variables.
//! Their covariance has 168 × 168 elements, but this matrix is never formed: in `coregionalization` the
//! stretches between times at which all endpoints are measured are independent given their ends, and all
//! seven stretches have the same matrix. The 200 subjects enter as two means and the factors of their
//! scatter.
//!
//! The data are simulated from the numbers of `TRUTH`.
//!
//! `cargo run --release --example itp -- FOLDER` writes a figure, `itp.svg`, into the folder.
//!
//! What to look at: 38 of 42 true values are inside their 90 % intervals. In the figure all endpoints of
//! the first arm fall and the endpoints of the second arm rise. The warnings are about `sigma_h`, the
//! standard deviation between three domains, which the data hardly determine.

use monomorph::covariance::coregionalization;
use monomorph::faer::{Mat, MatRef};
use monomorph::prelude::*;
use monomorph::report::plot;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};
use std::path::Path;

const TIMES: usize = 36;
const ENDPOINTS: usize = 7;
/// The domain of each endpoint.
const DOMAIN: [usize; ENDPOINTS] = [0, 0, 1, 1, 2, 2, 2];
/// True if an endpoint is measured at every time, false if it is measured at every fifth time.
const ALWAYS: [bool; ENDPOINTS] = [false, true, true, true, true, false, false];
const SUBJECTS_OF_AN_ARM: usize = 100;

/// The parameters of the simulation.
struct Truth {
    /// The correlation of each latent process from one time to the next.
    rho: [f64; ENDPOINTS],
    /// The rate at which each endpoint approaches its new level.
    kappa: [f64; ENDPOINTS],
    /// The standard deviation of each endpoint.
    sigma: [f64; ENDPOINTS],
    /// The level of each endpoint at the start.
    theta: [f64; ENDPOINTS],
    /// The correlation of each endpoint with the first.
    correlation: f64,
    /// The final change of each endpoint, in each arm.
    beta: [[f64; ENDPOINTS]; 2],
}

const TRUTH: Truth = Truth {
    rho: [0.7, 0.8, 0.75, 0.85, 0.65, 0.7, 0.8],
    kappa: [0.1, 0.2, 0.15, 0.3, 0.25, 0.12, 0.18],
    sigma: [2.0, 1.5, 2.5, 1.0, 3.0, 2.0, 1.5],
    theta: [-2.0, 5.0, 0.0, 12.0, -8.0, 3.0, 1.0],
    correlation: 0.3,
    beta: [[-3.0, -2.6, -3.3, -2.9, -3.1, -2.5, -3.4], [1.1, 0.7, 1.3, 0.9, 0.6, 1.4, 1.0]],
};

impl Truth {
    /// Returns the lower Cholesky factor of the endpoints' covariance: each pair has the same correlation.
    fn mixing(&self) -> Mat<f64> {
        let cell = |i, j| if i == j { 1.0 } else { self.correlation };
        let correlations = Mat::from_fn(ENDPOINTS, ENDPOINTS, cell);
        let factor =
            correlations.llt(monomorph::faer::Side::Lower).expect("the correlations are positive definite");
        Mat::from_fn(ENDPOINTS, ENDPOINTS, |i, j| self.sigma[i] * factor.L()[(i, j)])
    }

    /// Simulates one subject's endpoints at all times, time by time.
    fn subject(&self, beta: &[f64; ENDPOINTS], mixing: &Mat<f64>, rng: &mut ChaCha8Rng) -> Vec<f64> {
        let mut normal = || -> f64 { StandardNormal.sample(&mut *rng) };
        let mut process: Vec<f64> = (0..ENDPOINTS).map(|_| normal()).collect();
        let mut series = Vec::with_capacity(TIMES * ENDPOINTS);
        for time in 0..TIMES {
            for (k, &beta) in beta.iter().enumerate() {
                let expected = self.theta[k] + beta * (1.0 - (-self.kappa[k] * time as f64).exp());
                let deviation: f64 = (0..=k).map(|j| mixing[(k, j)] * process[j]).sum();
                series.push(expected + deviation);
            }
            for (state, rho) in process.iter_mut().zip(self.rho) {
                *state = rho * *state + (1.0 - rho * rho).sqrt() * normal();
            }
        }
        series
    }
}

fn main() -> Result<(), monomorph::Error> {
    let times: Vec<f64> = (0..TIMES).map(|time| time as f64).collect();
    // The cells of the table of times and endpoints, row by row, and the cells that are measured.
    let mask: Vec<bool> = (0..TIMES * ENDPOINTS)
        .map(|cell| ALWAYS[cell % ENDPOINTS] || (cell / ENDPOINTS).is_multiple_of(5))
        .collect();
    let measured: Vec<usize> = (0..mask.len()).filter(|&cell| mask[cell]).collect();

    let mut rng = ChaCha8Rng::seed_from_u64(2019);
    let mixing_of_truth = TRUTH.mixing();
    let mut arm: Vec<usize> = Vec::new();
    let mut y: Vec<f64> = Vec::new();
    for (number, beta) in TRUTH.beta.iter().enumerate() {
        for _ in 0..SUBJECTS_OF_AN_ARM {
            let subject = TRUTH.subject(beta, &mixing_of_truth, &mut rng);
            y.extend(measured.iter().map(|&cell| subject[cell]));
            arm.push(number);
        }
    }
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
    // The endpoint's effect varies around its domain's effect, which varies around the arm's effect.
    let effect_1 = (mu_h1 + sigma_h * mu_r1).at(&DOMAIN) + sigma_b * beta_r1;
    let effect_2 = (mu_h2 + sigma_h * mu_r2).at(&DOMAIN) + sigma_b * beta_r2;
    // The expected value of endpoint k at time t is θₖ + βₖ (1 − exp(−κₖ t)).
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
    let posterior = model.compile()?;
    println!(
        "{} subjects, {} of {} cells measured, {} free parameters",
        arm.len(),
        measured.len(),
        mask.len(),
        posterior.dimension()
    );
    let fit = posterior.nuts().chains(4).seed(1).target_accept(0.95).run()?;

    let summary = fit.summary();
    println!("\n{:<12} {:>8} {:>8} {:>17} {:>7}", "", "truth", "mean", "90% interval", "R-hat");
    let named = [
        ("rho", &TRUTH.rho),
        ("kappa", &TRUTH.kappa),
        ("sigma", &TRUTH.sigma),
        ("theta", &TRUTH.theta),
        ("beta_1", &TRUTH.beta[0]),
        ("beta_2", &TRUTH.beta[1]),
    ];
    let mut inside = 0;
    for (name, truth) in named {
        for (k, &truth) in truth.iter().enumerate() {
            let element = format!("{name}[{k}]");
            let draws = fit.draws().column(&element)?;
            let (low, high) = (draws.quantile(0.05), draws.quantile(0.95));
            inside += usize::from((low..=high).contains(&truth));
            let (mean, rhat) = (draws.mean(), summary.row(&element)?.rhat);
            println!("{element:<12} {truth:>8.3} {mean:>8.3}   {low:>7.3} {high:>7.3} {rhat:>7.3}");
        }
    }
    println!("\n{inside} of 42 true values are inside their 90% intervals.");
    for warning in summary.warnings() {
        println!("{warning}");
    }
    println!("{:.1?} for {} gradients in 4 chains", fit.elapsed(), gradients(&fit));

    if let Some(folder) = std::env::args_os().nth(1) {
        plot::forest(&fit.draws().dataset())
            .of(["beta_1", "beta_2"])
            .reference(0.0)
            .title("How far seven endpoints move in two arms of a trial")
            .x_label("change in the end")
            .caption(
                "Density, median, 50 % and 90 % interval. In truth the first arm falls by 2.5 to 3.4, and \
                 the second one rises by 0.6 to 1.4.",
            )
            .save(Path::new(&folder).join("itp.svg"))?;
    }
    Ok(())
}

/// Returns the number of gradients that all chains evaluated.
fn gradients(fit: &Fit) -> u64 {
    fit.chains().iter().map(|chain| chain.warmup_leapfrogs() + chain.leapfrogs()).sum()
}
