//! Approximations whose draws are evaluated at several points in one pass, compared with evaluations at one
//! point at a time.

use super::{Laplace, Pathfinder};
use crate::model::statement::BoundModel;
use crate::posterior::Posterior;
use crate::prelude::*;
use monomorph_samplers::approximate::Densities;

/// The largest difference between two lists, relative to 1 and the larger number; they have the same length.
fn difference(own: &[f64], other: &[f64]) -> f64 {
    assert_eq!(own.len(), other.len());
    let pairs = own.iter().zip(other);
    pairs.map(|(a, b)| (a - b).abs() / (1.0 + a.abs().max(b.abs()))).fold(0.0, f64::max)
}

fn compare<M: BoundModel>(posterior: &Posterior<M>) {
    // Whole passes, passes that are not full, and a pass of one.
    for points in [1, 3, 8] {
        let (alone, together) = (Densities::Alone(posterior), Densities::AtSeveralPoints(posterior, points));
        let pathfinder =
            |densities| Pathfinder::new(densities).paths(2).draws(37).resample(false).seed(2).run();
        let laplace = |densities| Laplace::new(densities).draws(37).seed(2).run();
        for (own, other) in [(pathfinder(together), pathfinder(alone)), (laplace(together), laplace(alone))] {
            let (own, other) = (own.expect("an approximation"), other.expect("an approximation"));
            for name in other.candidates().names() {
                let column = |found: &crate::approximate::Approximation| {
                    found.candidates().column(name).expect("a column").as_slice().to_vec()
                };
                assert!(difference(&column(&own), &column(&other)) < 1e-9, "{name}, {points} points");
            }
            assert!(difference(own.weights(), other.weights()) < 1e-9, "{points} points");
        }
    }
}

#[test]
fn passes_have_the_log_densities_and_the_values_of_single_points() {
    let (x, y) = ([0.3, -1.2, 0.8, 2.0, -0.4], [1.0, -0.7, 1.9, 3.1, 0.2]);
    params! { a: real(), b: vector(2), s: positive(), w: simplex(3) }
    let model = model! {
        a |= normal(0.0, 1.0), b |= normal(a, 1.0), s |= gamma(4.0, 4.0), w |= dirichlet(3.0),
        eta = b.at(0) + b.at(1) * data(&x),
        data(&y) |= student_t(5.0, eta, s),
    };
    compare(&model.compile().expect("the model compiles"));
}

/// A model of many statements is a schedule for one point and a tree for several.
#[test]
fn passes_of_many_statements_have_the_values_of_single_points() {
    params! {
        a: real(), b: real(), c: real(), d: real(), e: real(), f: real(), g: real(), h: real(), i: real(),
        j: real(), k: real(), l: positive()
    }
    let model = model! {
        a |= normal(0.0, 1.0), b |= normal(a, 1.0), c |= normal(b, 1.0), d |= normal(c, 1.0),
        e |= normal(d, 1.0), f |= normal(e, 1.0), g |= normal(f, 1.0), h |= normal(g, 1.0),
        i |= normal(h, 1.0), j |= normal(i, 1.0), k |= normal(j, 1.0), l |= gamma(3.0, 2.0),
        ab = a + b, cd = c + d, ef = e + f, gh = g + h, ij = i + j, kl = k * l, all = ab + cd, rest = ij + kl,
        data(&[0.5]) |= student_t(4.0, all + ef, l), data(&[1.5]) |= student_t(4.0, rest + gh, 1.0),
    };
    compare(&model.compile().expect("the model compiles"));
}

#[test]
fn passes_are_of_one_to_eight_points() {
    params! { a: real() }
    let posterior = model! { a |= normal(0.0, 1.0) }.compile().expect("the model compiles");
    for points in [0, 9] {
        let error = posterior.pathfinder_in_lockstep(points).run().expect_err("a setting");
        assert_eq!(error.to_string(), "the setting `pathfinder_in_lockstep` must be from 1 to 8");
        let error = posterior.laplace_in_lockstep(points).run().expect_err("a setting");
        assert_eq!(error.to_string(), "the setting `laplace_in_lockstep` must be from 1 to 8");
    }
}
