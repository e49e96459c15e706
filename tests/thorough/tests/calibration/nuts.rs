//! The No-U-Turn sampler, of models of different kinds.

use super::DRAWS;
use monomorph::prelude::*;
use monomorph::sampling::Metric;

/// The draws of one chain.
fn drawn(nuts: Nuts<'_>, seed: u64) -> Draws {
    nuts.chains(1).seed(seed).progress(false).run().unwrap().draws().clone()
}

/// A level that is integrated out, under NUTS: the draws of data, the likelihood and its gradient are of one
/// model.
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
        |posterior, seed| drawn(posterior.nuts().warmup(150).draws(DRAWS * 8).target_accept(0.95), seed)
    );
}

/// States that are marginalised, under NUTS, of two sequences.
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
        |posterior, seed| drawn(posterior.nuts().warmup(100).draws(DRAWS * 5), seed)
    );
}

/// A process that reads its own past through a scan, under NUTS.
#[test]
fn garch_under_nuts() {
    calibrated!(
        120,
        y = 30,
        {
            params! {
                mu: real(), omega: positive(), alpha: interval(0.0, 1.0), beta: interval(0.0, 1.0 - alpha),
            }
            model! {
                mu    |= normal(0.0, 0.5),
                omega |= gamma(4.0, 4.0),
                alpha |= monomorph::distribution::beta(2.0, 4.0),
                beta  |= uniform(0.0, 1.0 - alpha),
                data(y) |= garch(mu, omega, alpha, beta, 1.5),
            }
        },
        ["mu", "omega", "alpha", "beta"],
        |posterior, seed| drawn(posterior.nuts().warmup(150).draws(DRAWS * 8).target_accept(0.9), seed)
    );
}

/// Groups whose effects have a scale of their own, not centred, with directions beside the diagonal.
#[test]
fn groups_under_nuts() {
    calibrated!(
        120,
        y = 9,
        {
            params! { centre: real(), spread: positive(), effect: vector(3) }
            model! {
                centre |= normal(0.0, 1.0),
                spread |= half_normal(1.0),
                effect |= normal(0.0, 1.0),
                data(y) |= normal(centre + spread * effect.at(&[0, 0, 0, 1, 1, 1, 2, 2, 2]), 0.5),
            }
        },
        ["centre", "spread", "effect[1]"],
        |posterior, seed| drawn(
            posterior.nuts().warmup(150).draws(DRAWS * 6).metric(Metric::LowRank).target_accept(0.95),
            seed
        )
    );
}

/// Effects that are centred make a funnel, which is sampled with steps that adapt within a trajectory.
#[test]
fn a_funnel_under_walnuts() {
    calibrated!(
        120,
        y = 3,
        {
            params! { spread: positive(), effect: vector(3) }
            model! {
                spread |= lognormal(0.0, 1.0),
                effect |= normal(0.0, spread),
                data(y) |= normal(effect, 1.0),
            }
        },
        ["spread", "effect[0]"],
        |posterior, seed| drawn(posterior.nuts().warmup(200).draws(DRAWS * 12).walnuts(0.3), seed)
    );
}

/// Counts under a correlation matrix and ordered numbers, whose transforms have Jacobians, with a dense
/// metric.
#[test]
fn correlations_of_counts_under_nuts() {
    calibrated!(
        120,
        y = 8,
        {
            params! { factor: cholesky_factor_corr(3), cuts: ordered(2), z: vector(3) }
            model! {
                factor |= lkj_corr_cholesky(2.0),
                cuts |= normal(0.0, 1.0),
                z |= normal(0.0, 1.0),
                rate = factor.dot(z) + cuts.at(0) - cuts.at(1),
                data(y) |= poisson_log(rate.at(&[0, 1, 2, 0, 1, 2, 0, 1])),
            }
        },
        ["factor[1,0]", "factor[2,1]", "cuts[0]", "cuts[1]", "z[2]"],
        |posterior, seed| drawn(posterior.nuts().warmup(200).draws(DRAWS * 4).metric(Metric::Dense), seed)
    );
}

/// An epidemic that follows a differential equation, whose initial number of infected is unknown too.
#[test]
fn an_epidemic_under_nuts() {
    let days = [1.5, 3.0, 4.5, 6.0];
    calibrated!(
        40,
        y = 4,
        {
            params! { infection: positive(), recovery: positive(), first: positive() }
            model! {
                infection |= lognormal(0.3, 0.3),
                recovery  |= lognormal(-0.7, 0.3),
                first     |= lognormal(0.0, 0.5),
                school = ode(&days, (99.0, first, 0.0), |_, (s, i, _)| {
                    let new = infection * s * i * 0.01;
                    (-new, new - recovery * i, recovery * i)
                })
                .tolerance(1e-3, 1e-3)
                .max_steps(200),
                data(y) |= normal(school.column(1), 4.0),
            }
        },
        ["infection", "recovery", "first"],
        |posterior, seed| drawn(posterior.nuts().warmup(80).draws(DRAWS * 2), seed)
    );
}
