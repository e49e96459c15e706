//! Laplace's approximation and Pathfinder compared with closed forms, and chains that begin at their draws.

use monomorph::prelude::*;

/// Asserts that two numbers are near.
#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found}, not {expected} within {tolerance}");
}

/// For correlated normal coordinates Laplace's approximation is the posterior, so all weights are equal.
#[test]
fn of_a_normal_posterior_laplace_is_exact_and_pathfinder_near() {
    params! { a: real(), b: real(), c: real() }
    let y = [1.0, 2.0, 2.5];
    let model = model! {
        a |= normal(0.0, 2.0),
        b |= normal(a, 0.5),
        c |= normal(a + b, 1.0),
        data(&y) |= normal(c, 1.0),
    };
    let posterior = model.compile().unwrap();
    let laplace = posterior.laplace().draws(4000).seed(2).run().unwrap();
    let ratios = |found: &monomorph::approximate::Approximation| -> f64 {
        let pairs = found.log_densities().iter().zip(found.log_approximations());
        let ratios: Vec<f64> = pairs.map(|(p, q)| p - q).collect();
        let extreme = |pick: fn(f64, f64) -> f64| ratios.iter().copied().reduce(pick).unwrap();
        extreme(f64::max) - extreme(f64::min)
    };
    assert!(ratios(&laplace) < 1e-6, "{}", ratios(&laplace));
    assert!(laplace.ess() > 3999.0, "{laplace}");
    let pathfinder = posterior.pathfinder().paths(1).draws(4000).seed(2).run().unwrap();
    // Its steps go in three directions, so that their pairs know the whole Hessian.
    assert!(ratios(&pathfinder) < 1e-4, "{}", ratios(&pathfinder));
    assert!(pathfinder.ess() > 3999.0, "{pathfinder}");
    // Two steps do not.
    let short = posterior.pathfinder().paths(1).draws(4000).seed(2).history(2).run().unwrap();
    assert!(ratios(&short) > 0.01, "{}", ratios(&short));
    // a + b = 2 a + (b - a) has the variance 16 + 0.25, and c one more.
    let (prior, mean) = (16.25 + 1.0, (1.0 + 2.0 + 2.5) / 3.0);
    let variance = 1.0 / (1.0 / prior + 3.0);
    for found in [&laplace, &pathfinder] {
        let c = found.row("c").unwrap();
        near(c.mean, variance * 3.0 * mean, 4.0 * variance.sqrt() / 60.0);
        near(c.sd, variance.sqrt(), 0.05 * variance.sqrt());
        assert!(found.summary().warnings().is_empty(), "{}", found.summary());
        let words = ["k-hat", "exact"];
        assert!(words.iter().any(|words| found.to_string().contains(words)), "{found}");
    }
}

#[test]
fn a_funnel_has_a_large_khat_and_a_warning() {
    params! { v: real(), x: vector(9) }
    let posterior = model! { v |= normal(0.0, 3.0), x |= normal(0.0, (0.5 * v).exp()) }.compile().unwrap();
    let found = posterior.pathfinder().seed(1).run().unwrap();
    assert!(found.khat() > 0.7, "{}", found.khat());
    let text = found.summary().to_string();
    assert!(text.contains("k-hat") && text.contains("NUTS"), "{text}");
}

#[test]
fn one_coordinate_is_enough() {
    params! { x: positive() }
    let posterior = model! { x |= gamma(5.0, 2.0) }.compile().unwrap();
    near(posterior.optimise().run().unwrap().value("x").unwrap(), 2.5, 1e-5);
    near(posterior.optimise().jacobian(false).run().unwrap().value("x").unwrap(), 2.0, 1e-5);
    for found in [posterior.laplace().run().unwrap(), posterior.pathfinder().run().unwrap()] {
        near(found.row("x").unwrap().mean, 2.5, 0.15);
        assert!(found.khat() < 0.7, "{found}");
    }
}

/// The weights correct what the normal distribution of log x misses.
#[test]
fn weights_correct_the_means() {
    params! { x: positive() }
    let posterior = model! { x |= gamma(2.0, 1.0) }.compile().unwrap();
    let found = posterior.laplace().draws(20_000).seed(5).run().unwrap();
    let row = found.row("x").unwrap();
    assert!((row.unweighted_mean - 2.0).abs() > 0.2, "{row:?}");
    near(row.mean, 2.0, 0.06);
    near(row.sd, 2_f64.sqrt(), 0.08);
    let resampled = posterior.laplace().draws(20_000).seed(5).resample(true).run().unwrap();
    near(resampled.draws().column("x").unwrap().mean(), row.mean, 0.02);
    assert_eq!(resampled.candidates(), found.draws());
}

#[test]
fn a_seed_gives_the_same_draws_for_any_number_of_threads() {
    params! { mu: real(), tau: positive(), eta: vector(4) }
    let y = [1.0, 3.0, -2.0, 0.5];
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_normal(2.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, 1.0),
    };
    let posterior = model.compile().unwrap();
    let pathfinder = posterior.pathfinder().draws(200).paths(3);
    let first = pathfinder.clone().seed(9).run().unwrap();
    assert_eq!(first.draws(), pathfinder.clone().seed(9).threads(3).run().unwrap().draws());
    assert_ne!(first.draws(), pathfinder.clone().seed(10).run().unwrap().draws());
    assert_eq!((first.paths().len(), first.weights().len()), (3, 600));
    assert_eq!(
        first.draws().names(),
        ["mu", "tau", "eta[0]", "eta[1]", "eta[2]", "eta[3]", "theta[0]", "theta[1]", "theta[2]", "theta[3]"]
    );
    assert!(first.paths().iter().all(|path| path.elbo.is_finite() && path.best >= 1));
    assert!(first.gradients() > 10 && first.log_density_evaluations() > 25 * 3 + 600);

    // The draws are starts for chains, and chains find starts of their own.
    let nuts = posterior.nuts().chains(2).warmup(100).draws(50).seed(1).progress(false);
    let fit = nuts.clone().initial_draws(first.draws()).run().unwrap();
    let begun = fit.chains()[1].initial_point()[0];
    assert!(first.draws().column("mu").unwrap().as_slice().contains(&begun), "{begun}");
    let own = nuts.clone().start_from_pathfinder().run().unwrap();
    assert_eq!(own.draws(), nuts.clone().start_from_pathfinder().threads(2).run().unwrap().draws());
    assert_ne!(own.chains()[0].initial_point(), nuts.run().unwrap().chains()[0].initial_point());
}

/// Asserts that the values of each draw belong to one point, whose log density is the log density of the
/// draw.
#[track_caller]
fn values_are_of_the_points<M: BoundModel>(posterior: &Posterior<M>) {
    let found = posterior.pathfinder().draws(40).seed(4).run().unwrap();
    let columns: Vec<Vec<f64>> =
        found.candidates().columns().map(|(_, column)| column.as_slice().to_vec()).collect();
    let parameters = posterior.parameter_names().len();
    let mut workspace = posterior.workspace();
    let mut again = vec![0.0; posterior.value_count()];
    assert_eq!(found.log_densities().len(), 160);
    for (draw, log_density) in found.log_densities().iter().enumerate() {
        let values: Vec<f64> = columns.iter().map(|column| column[draw]).collect();
        let point = posterior.unconstrain(&values[..parameters]).unwrap();
        near(posterior.log_density(&point, &mut workspace), *log_density, 1e-7 * log_density.abs().max(1.0));
        posterior.constrain_into(&point, &mut again, &mut workspace).unwrap();
        for (found, expected) in values.iter().zip(&again) {
            near(*found, *expected, 1e-7 * expected.abs().max(1.0));
        }
    }
}

/// Definitions, transforms of several coordinates, matrices and a variable that is marginalised. 40 draws are
/// not a whole number of blocks, and four paths are joined.
#[test]
fn values_of_draws_are_those_of_their_points() {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0];
    params! { mu: real(), tau: positive(), eta: vector(7), p: simplex(3), m: vector(3).rows(2) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= gamma(3.0, 1.0),
        eta |= normal(0.0, 1.0),
        p   |= dirichlet(&[2.0, 3.0, 4.0]),
        m   |= normal(p.at(0), 1.0),
        theta = mu + tau * eta,
        twice = 2.0 * m,
        data(&y) |= normal(theta, 10.0),
    };
    values_are_of_the_points(&model.compile().unwrap());

    params! { location: ordered(2), z: vector(7).category(2) }
    let mixture = model! {
        location |= normal(0.0, 10.0),
        z        |= categorical(&[0.4, 0.6]),
        data(&y) |= normal(location.at(z), 5.0),
    };
    values_are_of_the_points(&mixture.marginalise(z).compile().unwrap());
}
