//! Gibbs sampling of parameters that statements read by way of definitions: the rule, and the draws, are
//! those of the model with the expressions written out.

#[path = "../../common/gibbs.rs"]
mod common;

use common::rules;
use monomorph::faer::mat;
use monomorph::gibbs::UpdateRule;
use monomorph::prelude::*;

/// Asserts that draws of some elements are the same up to rounding.
fn assert_same_draws(one: &Draws, other: &Draws, elements: &[&str]) {
    for element in elements {
        let (one, other) = (one.column(element).unwrap(), other.column(element).unwrap());
        for (one, other) in one.as_slice().iter().zip(other.as_slice()) {
            assert!((one - other).abs() <= 1e-6 * one.abs().max(1.0), "{element}: {one} and {other}");
        }
    }
}

#[test]
fn a_linear_predictor_that_has_a_name() {
    let x = mat![[0.5, 1.0], [-0.3, 0.2], [1.4, -0.7], [0.1, 0.9]];
    let y = [1.2, 0.1, 2.9, 0.4];
    params! { a: real(), b: vector(2), variance: positive() }
    let priors = || {
        model! {
            a        |= normal(0.0, 2.0),
            b        |= normal(0.0, 1.0),
            variance |= inv_gamma(3.0, 1.0),
        }
    };
    let named = model! {
        priors(),
        mu = a + matrix(x.as_ref()).dot(b),
        sd = variance.sqrt(),
        shifted = mu - 1.0,
        data(&y) |= normal(shifted, sd),
    };
    let written = model! {
        priors(),
        data(&y) |= normal(a + matrix(x.as_ref()).dot(b) - 1.0, variance.sqrt()),
    };
    let (named, written) = (named.compile().unwrap(), written.compile().unwrap());
    let expected =
        [("a", UpdateRule::Normal), ("b", UpdateRule::MultiNormal), ("variance", UpdateRule::InverseGamma)];
    assert_eq!((&rules(&named)[..], &rules(&written)[..]), (&expected[..], &expected[..]));
    let draws = |posterior: &dyn Fn() -> Result<Draws, Error>| posterior().unwrap();
    let named = draws(&|| named.gibbs().chains(1).warmup(10).draws(50).seed(1).run());
    let written = draws(&|| written.gibbs().chains(1).warmup(10).draws(50).seed(1).run());
    assert_same_draws(&named, &written, &["a", "b[0]", "b[1]", "variance"]);
    // Definitions are reported with the parameters that they belong to.
    let first = |element: &str| named.column(element).unwrap().as_slice()[0];
    assert!((first("mu[0]") - (first("a") + 0.5 * first("b[0]") + first("b[1]"))).abs() < 1e-12);
}

#[test]
fn allocations_and_states_that_are_read_by_a_definition() {
    let x = [0.1, 0.9, 1.2, -0.2, 0.7];
    let transition = mat![[0.8, 0.2], [0.3, 0.7]];
    params! { w: simplex(2), m: vector(2), z: vector(x.len()).category(2), s: vector(x.len()).category(2) }
    let priors = || {
        model! {
            w |= dirichlet(0.5),
            m |= normal(0.0, 2.0),
            z |= categorical(w),
            s |= markov_chain(&[0.5, 0.5], data(&transition)),
        }
    };
    let named = model! {
        priors(),
        of_z = m.at(z),
        of_s = m.at(s),
        data(&x) |= normal(of_z, 1.0),
        data(&x) |= normal(of_s, 0.5),
    };
    let written = model! {
        priors(),
        data(&x) |= normal(m.at(z), 1.0),
        data(&x) |= normal(m.at(s), 0.5),
    };
    let (named, written) = (named.compile().unwrap(), written.compile().unwrap());
    let expected = [
        ("w", UpdateRule::Dirichlet),
        ("m", UpdateRule::Normal),
        ("z", UpdateRule::Enumerate),
        ("s", UpdateRule::ForwardBackward),
    ];
    assert_eq!((&rules(&named)[..], &rules(&written)[..]), (&expected[..], &expected[..]));
    let named = named.gibbs().chains(1).warmup(10).draws(50).seed(2).run().unwrap();
    let written = written.gibbs().chains(1).warmup(10).draws(50).seed(2).run().unwrap();
    assert_same_draws(&named, &written, &["w[0]", "m[0]", "m[1]", "z[0]", "z[4]", "s[0]", "s[4]"]);
}

#[test]
fn covariances_by_way_of_definitions() {
    let (y, psi) = (mat![[0.3, -0.2], [1.1, 0.4], [-0.5, 0.9]], mat![[2.0, 0.5], [0.5, 1.0]]);
    params! { mu: vector(2), sigma: cov_matrix(2) }
    let named = model! {
        sigma |= inv_wishart(6.0, data(&psi)),
        half = 0.5 * sigma,
        mu    |= multi_normal(0.0, half),
        omega = sigma.inverse_spd(),
        data(&y) |= multi_normal_prec(mu, omega),
    };
    let written = model! {
        sigma |= inv_wishart(6.0, data(&psi)),
        mu    |= multi_normal(0.0, 0.5 * sigma),
        data(&y) |= multi_normal(mu, sigma),
    };
    let (named, written) = (named.compile().unwrap(), written.compile().unwrap());
    let expected = [("sigma", UpdateRule::InverseWishart), ("mu", UpdateRule::MultiNormal)];
    assert_eq!((&rules(&named)[..], &rules(&written)[..]), (&expected[..], &expected[..]));
    let named = named.gibbs().chains(1).warmup(10).draws(50).seed(3).run().unwrap();
    let written = written.gibbs().chains(1).warmup(10).draws(50).seed(3).run().unwrap();
    assert_same_draws(&named, &written, &["mu[0]", "sigma[0,0]", "sigma[0,1]", "sigma[1,1]"]);
}

#[test]
fn two_ways_into_one_statement_are_no_conjugate_pair() {
    let y = [0.4, 1.2];
    params! { a: real(), tau: positive() }
    let priors = || model! { a |= normal(0.0, 1.0), tau |= gamma(2.0, 2.0) };
    let rule = |rules: Vec<(&'static str, UpdateRule)>| rules[0].1;
    // a twice: by itself and as b, in a product.
    let product = model! { priors(), b = 2.0 * a, data(&y) |= normal(a * b, 1.0) };
    assert_eq!(rule(rules(&product.compile().unwrap())), UpdateRule::Hamiltonian);
    // Two definitions in one statement, and two in a third definition.
    let both = model! { priors(), b = 2.0 * a, c = a + 1.0, data(&y) |= normal(b, c.exp()) };
    assert_eq!(rule(rules(&both.compile().unwrap())), UpdateRule::Hamiltonian);
    let third = model! { priors(), b = 2.0 * a, c = a + 1.0, d = b * c, data(&y) |= normal(d, 1.0) };
    assert_eq!(rule(rules(&third.compile().unwrap())), UpdateRule::Hamiltonian);
    // A curve of another kind at the end of a chain.
    let curved = model! { priors(), b = a.exp(), c = 2.0 * b, data(&y) |= normal(c, 1.0) };
    assert_eq!(rule(rules(&curved.compile().unwrap())), UpdateRule::Hamiltonian);
    // In two statements it is one.
    let apart =
        model! { priors(), b = 2.0 * a, c = a + 1.0, data(&y) |= normal(b, 1.0), data(&y) |= normal(c, 1.0) };
    assert_eq!(rule(rules(&apart.compile().unwrap())), UpdateRule::Normal);
    // An intervention on the definition cuts the way.
    names! { b }
    let (b, definition) = monomorph::model::define(b, a.exp());
    let model = model! { priors(), definition, data(&y) |= normal(a + 1.0, 1.0), data(&y) |= normal(b, 1.0) };
    assert_eq!(rule(rules(&model.compile().unwrap())), UpdateRule::Hamiltonian);
    assert_eq!(rule(rules(&model.intervene(b, 2.0).compile().unwrap())), UpdateRule::Normal);
}

#[test]
fn elements_that_a_definition_ties_go_one_by_one() {
    params! { z: vector(3).binary() }
    let tied = model! {
        z |= bernoulli(0.5),
        count = z.sum(),
        data(1.0) |= normal(count, 1.0),
    };
    assert_eq!(rules(&tied.compile().unwrap()), [("z", UpdateRule::OneByOne)]);
}
