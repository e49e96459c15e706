//! Laws of vectors, matrices and categories, by margins that are laws of numbers.

use super::comparison::{OF_MODEL, element, follows, follows_own, own_cdf};
use monomorph::covariance::dense;
use monomorph::distribution::{Beta, BetaBinomial, Binomial, Gamma, InvGamma, Logistic, Normal, StudentT};
use monomorph::faer::mat;
use monomorph::prelude::*;
use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};

/// How often each category was drawn, against probabilities, as a law of whole numbers.
#[track_caller]
fn categories(what: &str, drawn: &[f64], probability: &[f64]) {
    let running = |y: f64| probability.iter().take((y + 1.0).max(0.0) as usize).sum::<f64>();
    follows(what, drawn, true, running);
}

#[test]
fn shares() {
    let settings: [[f64; 3]; 6] = [
        [2.0, 3.0, 5.0],
        [0.02, 0.01, 0.03],
        [1e-3, 1e-3, 1e-3],
        [1e6, 1.0, 1e-2],
        [1e-3, 50.0, 1e-3],
        [1e8, 2e8, 1e8],
    ];
    let mut rng = SmallRng::seed_from_u64(1);
    params! { theta: simplex(3), rows: row_stochastic_matrix(2, 3), more: simplex(3).rows(2) }
    for concentration in settings {
        let law = dirichlet(data(&concentration));
        let sampled: Vec<Vec<f64>> = (0..OF_MODEL).map(|_| rng.sample(law)).collect();
        let model = model! {
            theta |= dirichlet(data(&concentration)),
            rows |= dirichlet(data(&concentration)),
            more |= dirichlet(data(&concentration)),
        };
        let prior = model.sample_prior(OF_MODEL, 2).unwrap();
        let all: f64 = concentration.iter().sum();
        for (k, alpha) in concentration.into_iter().enumerate() {
            let margin = [alpha, all - alpha];
            let column: Vec<f64> = sampled.iter().map(|theta| theta[k]).collect();
            follows_own::<Beta>("a sample of dirichlet", &column, &margin);
            follows_own::<Beta>("a prior of dirichlet", element(&prior, "theta", k), &margin);
            follows_own::<Beta>("rows", element(&prior, "rows", 1 + 2 * k), &margin);
            follows_own::<Beta>("more rows", element(&prior, "more", 1 + 2 * k), &margin);
        }
    }
}

#[test]
fn counts_and_categories() {
    let (probability, concentration) = ([0.5, 0.3, 0.2 - 1e-4, 1e-4], [0.02, 3.0, 0.5, 1e-3]);
    let logits = probability.map(f64::ln);
    let counts = [20_000, 10_000, 400, 0];
    let trials = counts.iter().sum::<i32>();
    let (colours, answers) = ([0, 1, 2], [0, 3, 1]);
    let cutpoints = [-1.0, 0.2, 0.200_1];
    params! { other: real() }
    let model = model! {
        other |= normal(0.0, 1.0),
        data(&counts) |= multinomial(data(&probability)),
        data(&counts) |= multinomial_logit(data(&logits)),
        data(&counts) |= dirichlet_multinomial(data(&concentration)),
        data(&colours) |= categorical(data(&probability)),
        data(&colours) |= categorical_logit(data(&logits)),
        data(&answers) |= ordered_logistic(0.3, data(&cutpoints)),
        data(&answers) |= ordered_probit(0.3, data(&cutpoints)),
    };
    let draws = model.sample_prior(OF_MODEL, 1).unwrap();
    let all: f64 = concentration.iter().sum();
    for k in 0..4 {
        for name in ["counts", "counts#2"] {
            follows_own::<Binomial>(name, element(&draws, name, k), &[f64::from(trials), probability[k]]);
        }
        let margin = [f64::from(trials), concentration[k], all - concentration[k]];
        follows_own::<BetaBinomial>("counts#3", element(&draws, "counts#3", k), &margin);
    }
    let between = |cdf: &dyn Fn(f64) -> f64| {
        let at = cutpoints.map(cdf);
        [at[0], at[1] - at[0], at[2] - at[1], 1.0 - at[2]]
    };
    let of_logistic = between(&|c| own_cdf::<Logistic>(c, &[0.3, 1.0]));
    let of_probit = between(&|c| own_cdf::<Normal>(c, &[0.3, 1.0]));
    for k in 0..3 {
        categories("categorical", element(&draws, "colours", k), &probability);
        categories("categorical_logit", element(&draws, "colours#2", k), &probability);
        categories("ordered_logistic", element(&draws, "answers", k), &of_logistic);
        categories("ordered_probit", element(&draws, "answers#2", k), &of_probit);
    }
}

#[test]
fn vectors() {
    let covariance = mat![[4.0, 1.0], [1.0, 0.5]];
    let mean = [1.0, -2.0];
    for nu in [5.0, 0.5, 0.05, 1e9] {
        params! { x: vector(2), t: vector(2) }
        let model = model! {
            x |= multi_normal(data(&mean), dense(data(&covariance))),
            t |= multi_student_t(nu, data(&mean), dense(data(&covariance))),
        };
        let draws = model.sample_prior(OF_MODEL, 1).unwrap();
        let sampler = multi_student_t(nu, data(&mean), dense(data(&covariance))).sampler().unwrap();
        let mut rng = SmallRng::seed_from_u64(2);
        let sampled: Vec<Vec<f64>> = (0..OF_MODEL).map(|_| rng.sample(&sampler)).collect();
        for (k, sd) in [2.0, f64::sqrt(0.5)].into_iter().enumerate() {
            follows_own::<Normal>("multi_normal", element(&draws, "x", k), &[mean[k], sd]);
            follows_own::<StudentT>("multi_student_t", element(&draws, "t", k), &[nu, mean[k], sd]);
            let column: Vec<f64> = sampled.iter().map(|y| y[k]).collect();
            follows_own::<StudentT>("a sample of multi_student_t", &column, &[nu, mean[k], sd]);
        }
    }
}

#[test]
fn matrices() {
    let scale = mat![[2.0, 0.3], [0.3, 1.0]];
    for nu in [1.5, 4.0, 1e6] {
        params! { s: cov_matrix(2), inverse: cov_matrix(2) }
        let model = model! { s |= wishart(nu, data(&scale)), inverse |= inv_wishart(nu, data(&scale)) };
        let draws = model.sample_prior(OF_MODEL, 1).unwrap();
        for (k, of_scale) in [2.0, 1.0].into_iter().enumerate() {
            follows_own::<Gamma>("wishart", element(&draws, "s", 3 * k), &[0.5 * nu, 0.5 / of_scale]);
            let margin = [0.5 * (nu - 1.0), 0.5 * of_scale];
            follows_own::<InvGamma>("inv_wishart", element(&draws, "inverse", 3 * k), &margin);
        }
    }
    for eta in [2.0, 0.5, 0.05, 0.01, 1e4] {
        params! { r: corr_matrix(2), l: cholesky_factor_corr(3) }
        let model = model! { r |= lkj_corr(eta), l |= lkj_corr_cholesky(eta) };
        let draws = model.sample_prior(OF_MODEL, 1).unwrap();
        let share = |x: &f64| 0.5 + 0.5 * x;
        // Closer to the ends than 1e-12 a matrix of numbers cannot be positive definite and tell.
        let of_two: Vec<f64> = element(&draws, "r", 1).iter().map(share).collect();
        for y in [1e-12, 0.1, 0.5, 0.9, 1.0 - 1e-12] {
            let found = of_two.iter().filter(|x| **x <= y).count() as f64 / OF_MODEL as f64;
            assert!(
                (found - own_cdf::<Beta>(y, &[eta, eta])).abs() < 0.016,
                "lkj_corr({eta}) at {y}: {found}"
            );
        }
        let of_three: Vec<f64> = element(&draws, "l", 1).iter().map(share).collect();
        follows("lkj_corr_cholesky", &of_three, false, |y| {
            own_cdf::<Beta>(y.clamp(0.0, 1.0), &[eta + 0.5, eta + 0.5])
        });
    }
}
