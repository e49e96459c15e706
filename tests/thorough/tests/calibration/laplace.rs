//! NUTS on models of which a latent vector is marginalised by a Laplace approximation: where it is exact, and
//! under counts, where its error is below what 120 data sets can tell.

use super::DRAWS;
use monomorph::covariance::leroux;
use monomorph::prelude::*;

/// The draws of one chain.
fn drawn(nuts: Nuts<'_>, seed: u64) -> Draws {
    nuts.chains(1).warmup(150).draws(DRAWS * 6).seed(seed).progress(false).run().unwrap().draws().clone()
}

#[test]
fn normal_effects_by_laplace() {
    let group = [0, 0, 1, 1, 2, 2, 3, 3, 3, 0];
    calibrated!(
        120,
        y = 10,
        {
            params! { mu: real(), tau: positive(), effect: vector(4) }
            let model = model! {
                mu     |= normal(0.0, 1.0),
                tau    |= lognormal(-0.5, 0.5),
                effect |= normal(mu, tau),
                data(y) |= normal(effect.at(&group), 0.7),
            };
            model.marginalise_by_laplace(effect)
        },
        ["mu", "tau"],
        |posterior, seed| drawn(posterior.nuts(), seed)
    );
}

#[test]
fn counts_on_a_map_by_laplace() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (1, 3), (3, 4), (4, 5), (5, 6), (6, 4), (7, 8)];
    let adjacency = Adjacency::new(10, &edges).unwrap();
    calibrated!(
        120,
        y = 10,
        {
            params! { level: real(), tau: positive(), rho: interval(0.0, 1.0), x: vector(10) }
            let model = model! {
                level |= normal(2.0, 0.5),
                tau   |= gamma(4.0, 1.0),
                rho   |= beta(2.0, 2.0),
                x     |= multi_normal(0.0, leroux(&adjacency, rho, tau)),
                data(y) |= poisson_log(level + x),
            };
            model.marginalise_by_laplace(x)
        },
        ["level", "tau", "rho"],
        |posterior, seed| drawn(posterior.nuts(), seed)
    );
}
