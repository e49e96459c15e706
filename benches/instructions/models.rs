//! Eleven models with little data.

use crate::random::Random;
use faer::MatRef;
use monomorph::prelude::*;
use std::error::Error;
use std::hint::black_box;

/// What is done with a compiled model.
type Then<'a> = &'a mut dyn FnMut(&dyn Density);
type Outcome = Result<(), monomorph::Error>;

/// Compiles a model and does something with it.
type Compiled = fn(Then) -> Outcome;

/// Names and models.
pub const MODELS: [(&str, Compiled); 11] = [
    ("eight_schools", eight_schools),
    ("linear", linear),
    ("logistic", logistic),
    ("poisson", poisson_regression),
    ("binomial", deaths),
    ("radon", radon),
    ("varying_slopes", varying_slopes),
    ("mixture", mixture_of_normals),
    ("ordinal", ordinal),
    ("gaussian_process", gaussian_process),
    ("multi_normal", correlated),
];

const ROWS: usize = 200;
const COLUMNS: usize = 5;
const GROUPS: usize = 20;

/// Evaluates `count` gradients of the named model.
pub fn evaluate(model: &str, count: usize) -> Result<(), Box<dyn Error>> {
    let found = MODELS.into_iter().find(|(name, _)| *name == model);
    let (_, model) = found.ok_or_else(|| format!("no model {model}"))?;
    model(&mut |density| {
        let mut random = Random::new(777);
        let q: Vec<f64> = (0..density.dimension()).map(|_| 0.1 * random.normal()).collect();
        let mut gradient = vec![0.0; q.len()];
        let mut workspace = density.workspace();
        for _ in 0..count {
            let value = density.log_density_and_gradient(black_box(&q), &mut gradient, &mut workspace);
            assert!(black_box(value).is_finite());
            black_box(&mut gradient);
        }
    })?;
    Ok(())
}

fn compiled<M: Model>(model: M, then: Then) -> Outcome {
    let options = Options::default().instructions(Instructions::Avx2);
    then(&model.compile_with(options)?);
    Ok(())
}

fn predictors(random: &mut Random) -> Vec<f64> {
    random.normals(ROWS * COLUMNS)
}

fn groups() -> Vec<usize> {
    (0..ROWS).map(|row| row * GROUPS / ROWS).collect()
}

fn eight_schools(then: Then) -> Outcome {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    params! { mu: real(), tau: positive(), eta: vector(y.len()) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, data(&sigma)),
    };
    compiled(model, then)
}

fn linear(then: Then) -> Outcome {
    let mut random = Random::new(1);
    let (x, y) = (predictors(&mut random), random.normals(ROWS));
    let x = data(MatRef::from_row_major_slice(&x, ROWS, COLUMNS));
    params! { alpha: real(), beta: vector(COLUMNS), sigma: positive() }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        sigma |= exponential(1.0),
        data(&y) |= normal(alpha + x.dot(beta), sigma),
    };
    compiled(model, then)
}

fn logistic(then: Then) -> Outcome {
    let mut random = Random::new(2);
    let x = predictors(&mut random);
    let y: Vec<usize> = (0..ROWS).map(|_| random.below(2)).collect();
    let x = data(MatRef::from_row_major_slice(&x, ROWS, COLUMNS));
    params! { alpha: real(), beta: vector(COLUMNS) }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        data(&y) |= bernoulli_logit(alpha + x.dot(beta)),
    };
    compiled(model, then)
}

fn poisson_regression(then: Then) -> Outcome {
    let mut random = Random::new(3);
    let x = predictors(&mut random);
    let y: Vec<usize> = (0..ROWS).map(|_| random.below(5)).collect();
    let (group, x) = (groups(), data(MatRef::from_row_major_slice(&x, ROWS, COLUMNS)));
    params! { alpha: vector(GROUPS), beta: vector(COLUMNS) }
    let model = model! {
        alpha |= normal(0.0, 2.0),
        beta  |= normal(0.0, 1.0),
        data(&y) |= poisson_log(alpha.at(&group) + x.dot(beta)),
    };
    compiled(model, then)
}

fn deaths(then: Then) -> Outcome {
    let mut random = Random::new(11);
    let patients: Vec<usize> = (0..GROUPS).map(|_| 50 + random.below(200)).collect();
    let deaths: Vec<usize> = patients.iter().map(|patients| random.below(patients / 5)).collect();
    params! { mu: real(), variance: positive(), b: vector(GROUPS) }
    let model = model! {
        mu       |= normal(0.0, 10.0),
        variance |= inv_gamma(1.0, 1.0),
        b        |= normal(mu, variance.sqrt()),
        data(&deaths) |= binomial_logit(data(&patients), b),
    };
    compiled(model, then)
}

fn radon(then: Then) -> Outcome {
    let mut random = Random::new(4);
    let (x, y, group) = (random.normals(ROWS), random.normals(ROWS), groups());
    params! { alpha: vector(GROUPS), beta: real(), mu: real(), tau: positive(), sigma: positive() }
    let model = model! {
        mu    |= normal(0.0, 10.0),
        tau   |= half_normal(1.0),
        alpha |= normal(mu, tau),
        beta  |= normal(0.0, 10.0),
        sigma |= half_normal(1.0),
        data(&y) |= normal(alpha.at(&group) + beta * data(&x), sigma),
    };
    compiled(model, then)
}

fn varying_slopes(then: Then) -> Outcome {
    let mut random = Random::new(5);
    let (x, y, group) = (predictors(&mut random), random.normals(ROWS), groups());
    let x = data(MatRef::from_row_major_slice(&x, ROWS, COLUMNS));
    params! {
        gamma: vector(COLUMNS),
        tau:   vector(COLUMNS).positive(),
        l:     cholesky_factor_corr(COLUMNS),
        z:     vector(COLUMNS).rows(GROUPS),
        sigma: positive(),
    }
    let model = model! {
        gamma |= normal(0.0, 5.0),
        tau   |= half_cauchy(2.5),
        l     |= lkj_corr_cholesky(2.0),
        z     |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        beta = gamma + z.dot(diag_pre_multiply(tau, l).transpose()),
        data(&y) |= normal(x.dot_by_group(beta, &group), sigma),
    };
    compiled(model, then)
}

fn mixture_of_normals(then: Then) -> Outcome {
    let y = Random::new(6).normals(ROWS);
    params! { theta: interval(0.0, 1.0), mu: ordered(2), sigma: vector(2).positive() }
    let model = model! {
        theta |= beta(5.0, 5.0),
        mu    |= normal(0.0, 2.0),
        sigma |= half_normal(2.0),
        data(&y) |= mixture(
            (theta, 1.0 - theta),
            (normal(mu.at(0), sigma.at(0)), normal(mu.at(1), sigma.at(1)))
        ),
    };
    compiled(model, then)
}

fn ordinal(then: Then) -> Outcome {
    let mut random = Random::new(7);
    let x = predictors(&mut random);
    let y: Vec<usize> = (0..ROWS).map(|_| random.below(5)).collect();
    let x = data(MatRef::from_row_major_slice(&x, ROWS, COLUMNS));
    params! { beta: vector(COLUMNS), c: ordered(4) }
    let model = model! {
        beta |= normal(0.0, 2.5),
        c    |= normal(0.0, 5.0),
        data(&y) |= ordered_logistic(x.dot(beta), c),
    };
    compiled(model, then)
}

fn gaussian_process(then: Then) -> Outcome {
    const POINTS: usize = 30;
    let x: Vec<f64> = (0..POINTS).map(|i| 0.2 * i as f64).collect();
    let mut random = Random::new(8);
    let y: Vec<f64> = x.iter().map(|x| x.sin() + 0.3 * random.normal()).collect();
    params! { rho: positive(), alpha: positive(), sigma: positive() }
    let model = model! {
        rho   |= inv_gamma(5.0, 5.0),
        alpha |= half_normal(1.0),
        sigma |= half_normal(1.0),
        data(&y) |= multi_normal(0.0, gp_exp_quad_cov(&x, alpha, rho).add_diagonal(sigma.square())),
    };
    compiled(model, then)
}

fn correlated(then: Then) -> Outcome {
    let y = Random::new(9).normals(ROWS * COLUMNS);
    let y = MatRef::from_row_major_slice(&y, ROWS, COLUMNS);
    params! { mu: vector(COLUMNS), tau: vector(COLUMNS).positive(), l: cholesky_factor_corr(COLUMNS) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(2.5),
        l   |= lkj_corr_cholesky(2.0),
        data(y) |= multi_normal_cholesky(mu, diag_pre_multiply(tau, l)),
    };
    compiled(model, then)
}
