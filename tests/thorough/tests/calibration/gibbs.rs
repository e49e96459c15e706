//! Every update of the Gibbs sampler.

use super::DRAWS;
use monomorph::faer::mat;
use monomorph::gibbs::UpdateRule;
use monomorph::prelude::*;
use monomorph::rand::RngExt;

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
        [UpdateRule::Normal, UpdateRule::Gamma],
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
        [UpdateRule::MultiNormal, UpdateRule::InverseGamma],
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
        [UpdateRule::MultiNormal, UpdateRule::InverseWishart],
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
        [UpdateRule::Wishart],
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
        [UpdateRule::Beta],
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
        [UpdateRule::Dirichlet, UpdateRule::Normal, UpdateRule::Enumerate],
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
        [UpdateRule::Dirichlet, UpdateRule::Normal, UpdateRule::ForwardBackward],
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
        [UpdateRule::OneByOne],
        |sampler| sampler.warmup(20).thin(3)
    );
}

/// What has no conjugate pair, by each of the three kernels that need none.
#[test]
fn everything_else() {
    let walk =
        |at: &[f64], rng: &mut dyn monomorph::rand::Rng| (vec![at[0] + rng.random_range(-2.0..2.0)], 0.0);
    for kernel in [UpdateRule::Hamiltonian, UpdateRule::Slice, UpdateRule::Proposal] {
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
            [kernel, if kernel == UpdateRule::Proposal { UpdateRule::Hamiltonian } else { kernel }],
            |sampler| match kernel {
                UpdateRule::Slice => sampler.slice("m").slice("s").warmup(50).thin(5),
                UpdateRule::Proposal => sampler.proposal("m", walk).warmup(80).thin(6),
                _ => sampler.warmup(80).thin(3),
            }
        );
    }
}
