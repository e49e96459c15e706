//! Draws from full conditionals, of shapes where most draws lie next to a bound.

use super::comparison::{OF_MODEL, element, follows_own};
use monomorph::distribution::{Beta, Gamma, InvGamma, Normal};
use monomorph::prelude::*;

/// Without data a full conditional is the prior.
#[test]
fn priors() {
    let (shapes, rates) = ([2.0, 0.5, 0.05, 0.01, 0.001], [3.0, 1e6, 1.0, 1e-6, 1.0]);
    let weights = [3.0, 0.5, 0.05, 0.01, 2.0];
    let concentration = [0.02, 0.01, 3.0];
    params! {
        scale: vector(5).positive(), variance: vector(5).positive(), share: vector(5).interval(0.0, 1.0),
        mean: vector(5), parts: simplex(3)
    }
    let model = model! {
        scale |= gamma(data(&shapes), data(&rates)),
        variance |= inv_gamma(data(&shapes), data(&rates)),
        share |= beta(data(&shapes), data(&weights)),
        mean |= normal(data(&shapes), data(&rates)),
        parts |= dirichlet(data(&concentration)),
    };
    let count = OF_MODEL / 2;
    let posterior = model.compile().unwrap();
    let draws = posterior.gibbs().chains(1).warmup(10).draws(count).seed(1).run().unwrap();
    for place in 0..5 {
        let arguments = [shapes[place], rates[place]];
        follows_own::<Normal>("gibbs", element(&draws, "mean", place), &arguments);
        follows_own::<Beta>("gibbs", element(&draws, "share", place), &[shapes[place], weights[place]]);
        let inside = |name, low: f64, high: f64| -> Vec<f64> {
            element(&draws, name, place).iter().copied().filter(|x| *x > low && *x < high).collect()
        };
        // At the ends of numbers lies what is beyond.
        let beyond = |cdf: f64, found: usize| {
            assert!((cdf - found as f64 / count as f64).abs() < 0.023, "{place}: {found}")
        };
        let (least, most) = (1e-300, 1e300);
        beyond(
            1.0 - super::comparison::own_cdf::<Gamma>(least, &arguments),
            inside("scale", least, f64::INFINITY).len(),
        );
        beyond(super::comparison::own_cdf::<InvGamma>(most, &arguments), inside("variance", 0.0, most).len());
        if arguments[0] > 0.1 {
            follows_own::<Gamma>("gibbs", element(&draws, "scale", place), &arguments);
            follows_own::<InvGamma>("gibbs", element(&draws, "variance", place), &arguments);
        }
    }
    for (place, alpha) in concentration.into_iter().enumerate() {
        let rest = concentration.iter().sum::<f64>() - alpha;
        follows_own::<Beta>("gibbs", element(&draws, "parts", place), &[alpha, rest]);
    }
}

/// With data: a rate with no observed events, and a probability with only successes.
#[test]
fn posteriors() {
    let (events, heads) = ([0; 20], [10, 12]);
    params! { rate: positive(), p: interval(0.0, 1.0) }
    let model = model! {
        rate |= gamma(0.02, 1e-3),
        p |= beta(0.02, 0.01),
        data(&events) |= poisson(rate),
        data(&heads) |= binomial(data(&heads), p),
    };
    let exact = model.sample_exact(OF_MODEL, 1).unwrap();
    let gibbs = model.compile().unwrap().gibbs().chains(1).warmup(5).draws(OF_MODEL).seed(2).run().unwrap();
    for draws in [&exact, &gibbs] {
        let rate = element(draws, "rate", 0);
        follows_own::<Gamma>("rate", rate, &[0.02, 20.001]);
        follows_own::<Beta>("p", element(draws, "p", 0), &[22.02, 0.01]);
    }
}
