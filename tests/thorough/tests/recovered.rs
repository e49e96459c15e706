//! Variables that are marginalised: recovered values agree with Gibbs sampling of the same model, and models
//! of random sizes, rows and values with enumeration.

#[path = "../../common/mod.rs"]
mod common;

use common::{Random, assert_near, evaluate};
use monomorph::prelude::*;

/// Half the sum of the differences of two distributions over numbered outcomes, each given by draws.
fn total_variation(left: &[usize], right: &[usize], outcomes: usize) -> f64 {
    let share = |draws: &[usize], outcome: usize| {
        draws.iter().filter(|&&drawn| drawn == outcome).count() as f64 / draws.len() as f64
    };
    (0..outcomes).map(|outcome| (share(left, outcome) - share(right, outcome)).abs()).sum::<f64>() / 2.0
}

/// The total variation of all elements of a vector of categories, and of all pairs of them, is within what
/// draws differ by.
fn assert_same_law(recovered: &[Vec<f64>], drawn: &[Vec<f64>], categories: usize) {
    let length = recovered[0].len();
    for first in 0..length {
        for second in first..length {
            let pairs = |draws: &[Vec<f64>]| -> Vec<usize> {
                draws.iter().map(|z| z[first] as usize * categories + z[second] as usize).collect()
            };
            let distance = total_variation(&pairs(recovered), &pairs(drawn), categories * categories);
            assert!(distance < 0.03, "elements {first} and {second}: a total variation of {distance}");
        }
    }
}

/// Values of a vector, draw after draw.
macro_rules! values {
    ($draws:expr, $variable:expr) => {
        $draws
            .values_of($variable)
            .unwrap()
            .into_iter()
            .map(|value| value.to_vec())
            .collect::<Vec<Vec<f64>>>()
    };
}

/// Recovered draws of a variable beside those of a Gibbs sampler.
macro_rules! compare {
    ($model:expr, $variable:expr, $categories:expr) => {{
        let posterior = $model.marginalise($variable).compile().unwrap();
        let fit = posterior.nuts().chains(2).warmup(500).draws(10_000).seed(1).progress(false).run().unwrap();
        let recovered = posterior.recover(fit.draws(), 2).unwrap();
        let whole = $model.compile().unwrap();
        let gibbs = whole.gibbs().chains(2).warmup(500).draws(40_000).seed(3);
        let drawn = gibbs.run().unwrap();
        assert_same_law(&values!(recovered, $variable), &values!(drawn, $variable), $categories);
    }};
}

#[test]
fn categories_of_a_mixture() {
    let y = [-1.2, -0.3, 0.2, 0.8, 1.9];
    params! { w: simplex(2), mu: vector(2), z: vector(5).category(2) }
    let model = model! {
        w  |= dirichlet(2.0),
        mu |= normal(&[-1.0, 1.0], 0.5),
        z  |= categorical(w),
        data(&y) |= normal(mu.at(z), 1.0),
    };
    compare!(model, z, 2);
}

#[test]
fn categories_that_rows_share() {
    let (y, group) = ([-1.2, -0.3, 0.2, 0.8, 1.9, 0.4], [0, 1, 2, 2, 0, 1]);
    params! { p: interval(0.0, 1.0), delta: positive(), z: vector(3).binary() }
    let model = model! {
        p     |= beta(2.0, 2.0),
        delta |= gamma(4.0, 4.0),
        z     |= bernoulli(p),
        data(&y) |= normal(delta * z.at(&group), 1.0),
    };
    compare!(model, z, 2);
}

#[test]
fn states_of_a_chain() {
    let y = [-0.2, 0.3, 1.2, 0.4, 0.9];
    params! { t: simplex(2).rows(2), s: vector(5).category(2) }
    let model = model! {
        t |= dirichlet(&[3.0, 2.0]),
        s |= markov_chain(&[0.6, 0.4], t),
        data(&y) |= normal(s, 0.7),
    };
    compare!(model, s, 2);
}

/// log Σ exp.
fn log_sum_exp(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    largest + terms.iter().map(|term| (term - largest).exp()).sum::<f64>().ln()
}

/// Random numbers of elements and values, rows in a random order, some without a row, elements known at
/// random: the densities and gradients are those of the enumeration of all joint states.
#[test]
fn random_structures() {
    let mut random = Random(17);
    for trial in 0..60 {
        let draw = |random: &mut Random, count: usize| (random.unit() * count as f64) as usize;
        let (length, categories) = (1 + draw(&mut random, 4), 1 + draw(&mut random, 3));
        let rows = 1 + draw(&mut random, 19);
        let group: Vec<usize> = (0..rows).map(|_| draw(&mut random, length)).collect();
        let other: Vec<usize> = (0..rows).map(|_| draw(&mut random, length)).collect();
        let (y, x) = (random.numbers(rows, -2.0, 2.0), random.numbers(rows, -2.0, 2.0));
        let own = random.numbers(length, -2.0, 2.0);
        let is_known: Vec<bool> = (0..length).map(|_| random.unit() < 0.2).collect();
        let known: Vec<usize> = (0..length).filter(|&element| is_known[element]).collect();
        let values: Vec<f64> = known.iter().map(|_| draw(&mut random, categories) as f64).collect();
        params! {
            w: simplex(categories + 1),
            mu: vector(categories),
            a: vector(length).category(categories),
            b: vector(length).binary(),
        }
        let weights = w.slice(0..categories);
        let model = model! {
            w  |= dirichlet(2.0),
            mu |= normal(0.0, 2.0),
            a  |= categorical(weights),
            b  |= bernoulli(w.at(0)),
            data(&y)   |= normal(mu.at(a.at(&group)), 1.0),
            data(&x)   |= normal(0.5 * b.at(&other), 1.5),
            data(&own) |= student_t(4.0, mu.at(a) - b, 1.0),
        };
        let given = model.condition_at(a, &known, &values);
        let posterior = given.marginalise(a).marginalise(b).compile().unwrap();
        let q = random.numbers(posterior.dimension(), -1.0, 1.0);
        let mut states = Vec::new();
        for state in 0..categories.pow(length as u32) {
            let digit = |element: usize| (state / categories.pow(element as u32) % categories) as f64;
            let categories: Vec<f64> = (0..length).map(digit).collect();
            if known.iter().zip(&values).any(|(&element, value)| categories[element] != *value) {
                continue;
            }
            for state in 0..1 << length {
                let flags: Vec<f64> = (0..length).map(|element| f64::from(state >> element & 1)).collect();
                let joint = model.condition(a, &categories).condition(b, &flags).compile().unwrap();
                states.push(evaluate(&joint, &q));
            }
        }
        let expected = log_sum_exp(&states.iter().map(|(value, _)| *value).collect::<Vec<f64>>());
        let (value, gradient) = evaluate(&posterior, &q);
        let what = || format!("trial {trial}, {length} elements of {categories} values in {rows} rows");
        assert_near(value, expected, 1e-10 * (1.0 + expected.abs()), what);
        for (place, slope) in gradient.iter().enumerate() {
            let terms = states.iter().map(|(value, gradient)| (value - expected).exp() * gradient[place]);
            let expected: f64 = terms.sum();
            assert_near(*slope, expected, 1e-8 * (1.0 + expected.abs()), what);
        }
    }
}
