//! NUTS on models of which a variable is marginalised, one for each method.

use super::DRAWS;
use monomorph::prelude::*;

/// A sum for each element: the categories of a mixture.
#[test]
fn a_mixture_marginalised() {
    calibrated!(
        80,
        y = 12,
        {
            params! { w: simplex(2), mu: ordered(2), z: vector(12).category(2) }
            let model = model! {
                w  |= dirichlet(2.0),
                mu |= normal(0.0, 1.5),
                z  |= categorical(w),
                data(y) |= normal(mu.at(z), 0.5),
            };
            model.marginalise(z)
        },
        ["w[0]", "mu[0]", "mu[1]"],
        |posterior, seed| {
            let sampler = posterior.nuts().chains(1).warmup(150).draws(DRAWS * 6);
            sampler.seed(seed).progress(false).run()?.draws().clone()
        }
    );
}

/// The forward–backward algorithm: the states of a chain.
#[test]
fn a_chain_marginalised() {
    calibrated!(
        80,
        y = 12,
        {
            params! { t: simplex(2).rows(2), m: vector(2), s: vector(12).category(2) }
            let model = model! {
                t |= dirichlet(2.0),
                m |= normal(&[0.0, 2.0], 0.5),
                s |= markov_chain(&[0.5, 0.5], t),
                data(y) |= normal(m.at(s), 0.7),
            };
            model.marginalise(s)
        },
        ["t[0,0]", "t[1,0]", "m[0]", "m[1]"],
        |posterior, seed| {
            let sampler = posterior.nuts().chains(1).warmup(100).draws(DRAWS * 5);
            sampler.seed(seed).progress(false).run()?.draws().clone()
        }
    );
}

/// Sums of rows first: the categories of groups.
#[test]
fn groups_marginalised() {
    calibrated!(
        80,
        y = 9,
        {
            params! { delta: real(), p: interval(0.0, 1.0), z: vector(3).binary() }
            let model = model! {
                delta |= normal(2.0, 1.0),
                p     |= beta(2.0, 2.0),
                z     |= bernoulli(p),
                data(y) |= normal(delta * z.at(&[0, 0, 0, 1, 1, 1, 2, 2, 2]), 0.7),
            };
            model.marginalise(z)
        },
        ["delta", "p"],
        |posterior, seed| {
            let sampler = posterior.nuts().chains(1).warmup(150).draws(DRAWS * 6);
            sampler.seed(seed).progress(false).run()?.draws().clone()
        }
    );
}

/// Integrals: the means of groups, whose scale is left.
#[test]
fn means_integrated_out() {
    calibrated!(
        80,
        y = 9,
        {
            params! { centre: real(), spread: positive(), effect: vector(3) }
            let model = model! {
                centre |= normal(0.0, 1.0),
                spread |= half_normal(1.0),
                effect |= normal(centre, spread),
                data(y) |= normal(effect.at(&[0, 0, 0, 1, 1, 1, 2, 2, 2]), 0.5),
            };
            model.marginalise(effect)
        },
        ["centre", "spread"],
        |posterior, seed| {
            let sampler = posterior.nuts().chains(1).warmup(150).draws(DRAWS * 8).target_accept(0.95);
            sampler.seed(seed).progress(false).run()?.draws().clone()
        }
    );
}

/// An integral over coefficients together, of three groups with two each.
#[test]
fn coefficients_integrated_out() {
    let x = monomorph::faer::Mat::from_fn(9, 2, |i, j| if j == 0 { 1.0 } else { (i as f64 * 0.9).sin() });
    calibrated!(
        80,
        y = 9,
        {
            params! { spread: positive(), noise: positive(), b: vector(2).rows(3) }
            let model = model! {
                spread |= half_normal(1.0),
                noise  |= half_normal(0.5),
                b      |= normal(0.0, spread),
                data(y) |= normal(data(&x).dot_by_group(b, &[0, 0, 0, 1, 1, 1, 2, 2, 2]), noise),
            };
            model.marginalise(b)
        },
        ["spread", "noise"],
        |posterior, seed| {
            let sampler = posterior.nuts().chains(1).warmup(150).draws(DRAWS * 6);
            sampler.seed(seed).progress(false).run()?.draws().clone()
        }
    );
}
