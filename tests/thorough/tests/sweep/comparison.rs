//! The comparison of draws with a distribution function.

use monomorph::contract::node::MAX_ARGUMENTS;
use monomorph::distribution::{Cumulative, Family};
use monomorph::prelude::*;
use monomorph::simd::Pack;

/// The number of draws of one test.
pub const COUNT: usize = 100_000;

/// The number of draws of a model, of which each goes the same way to the same function, and then into a
/// support.
pub const OF_MODEL: usize = 20_000;

/// Kolmogorov's distance, times √n, is larger than this by chance once in 20 000; with [`COUNT`] draws it is
/// 0.0073.
const LARGEST: f64 = 2.3;

/// The number of places, besides the ends, at which draws and the distribution function are compared.
const PLACES: usize = 250;

/// P(Y ≤ y) of a family, between 0 and 1 at the ends of all numbers.
pub fn own_cdf<F: Cumulative>(y: f64, arguments: &[f64]) -> f64 {
    if y.is_infinite() {
        return f64::from(u8::from(y > 0.0));
    }
    let mut values = [f64::NAN; MAX_ARGUMENTS];
    values[0] = y;
    values[1..=arguments.len()].copy_from_slice(arguments);
    let packs = values.map(|value| Pack::splat(pulp::Scalar::new(), value));
    F::log_cdf(&packs).0.first().exp()
}

/// Draws of numbers follow a distribution function F, given which are next to a number: a draw that equals
/// others was rounded, and tells that of y⁻ < Y < y⁺ alone. Between whole numbers nothing lies, so a number
/// and its own predecessor are compared there.
#[track_caller]
pub fn follows(what: &str, drawn: &[f64], is_whole: bool, cdf: impl Fn(f64) -> f64) {
    assert!(drawn.iter().all(|y| y.is_finite()), "{what}: a draw is no number");
    let mut sorted = drawn.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let count = sorted.len();
    let largest = LARGEST / (count as f64).sqrt();
    let step = (count / PLACES).max(1);
    for place in (0..count).step_by(step).chain([count - 1]) {
        let y = sorted[place];
        let first = sorted.partition_point(|x| *x < y);
        let last = sorted.partition_point(|x| *x <= y);
        let (below, at) = (first as f64 / count as f64, last as f64 / count as f64);
        // What the draw may have been before it was rounded.
        let (before, after) = match (is_whole, last - first) {
            (true, _) => (cdf(y - 1.0), cdf(y)),
            // The least numbers may be what is left of any that is smaller.
            _ if y.abs() <= f64::MIN_POSITIVE => (cdf(-1e-310), cdf(f64::MIN_POSITIVE)),
            (false, 1) => (cdf(y), cdf(y)),
            (false, _) => (cdf(y.next_down()), cdf(y.next_up())),
        };
        let is_near = if is_whole {
            (below - before).abs() < largest && (at - after).abs() < largest
        } else {
            [below, at].iter().all(|share| *share > before - largest && *share < after + largest)
        };
        assert!(
            is_near,
            "{what}: at {y} the shares of draws {below} and {at}, for F from {before} to {after}"
        );
    }
}

/// Draws follow the family with these arguments, and are in its domain.
#[track_caller]
pub fn follows_own<F: Cumulative>(what: &str, drawn: &[f64], arguments: &[f64]) {
    let what = format!("{what} of {}{arguments:?}", F::FACTS.name);
    is_inside::<F>(&what, drawn);
    let is_whole = F::FACTS.arguments[0].domain.is_discrete();
    follows(&what, drawn, is_whole, |y| own_cdf::<F>(y, arguments));
}

/// Draws are in the domain of the family's variable.
#[track_caller]
pub fn is_inside<F: Family>(what: &str, drawn: &[f64]) {
    let outside = drawn.iter().find(|y| !F::FACTS.arguments[0].domain.contains(**y));
    assert!(outside.is_none(), "{what}: {outside:?} is outside");
}

/// The draws of an element.
#[track_caller]
pub fn element<'a>(draws: &'a Draws, name: &str, place: usize) -> &'a [f64] {
    draws.get(name).unwrap().columns().nth(place).unwrap().1.as_slice()
}

/// Runs every test of a family: `rng.sample`, and a model with the law on the left of a parameter in
/// `$space`, if there is one, and of data. Each setting is an element.
macro_rules! sweep {
    (
        $name:ident: $Family:ident, $law:ident($($argument:ident),*) $(in |$n:ident| $space:expr)?;
        $([$($value:expr),*]),* $(,)?
    ) => {
        #[test]
        fn $name() {
            use crate::sweep::comparison::{COUNT, OF_MODEL, element, follows_own};
            use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};
            let settings: Vec<Vec<f64>> = vec![$(vec![$($value),*]),*];
            let mut rng = SmallRng::seed_from_u64(1);
            // Observations that can be: the first draws.
            let mut y = Vec::new();
            for setting in &settings {
                #[allow(unused_variables, unused_mut)]
                let mut values = setting.iter().copied();
                let law = $law($({ let $argument = values.next().unwrap(); $argument }),*);
                let drawn: Vec<f64> = (0..COUNT).map(|_| rng.sample(law)).collect();
                follows_own::<monomorph::distribution::$Family>("a sample", &drawn, setting);
                let can_be = |y: &&f64| (**y != 0.0 && **y != 1.0);
                y.push(drawn.iter().find(can_be).copied().unwrap_or(drawn[0]));
            }
            #[allow(unused_variables, unused_mut)]
            let mut columns =
                (0..).map(|place| settings.iter().map(|setting| setting[place]).collect::<Vec<f64>>());
            $(let $argument = columns.next().unwrap();)*
            $(let $n = settings.len();)?
            let model = sweep!(@model y, $law($($argument),*) $(, $space)?);
            let prior = model.sample_prior(OF_MODEL, 2).unwrap();
            let given = {
                params! { other: real() }
                model! { other |= normal(0.0, 1.0) }.sample_prior(OF_MODEL, 3).unwrap()
            };
            let predicted = model.predict(&given, 4).unwrap();
            for (place, setting) in settings.iter().enumerate() {
                for (what, draws) in [("prior data", &prior), ("predicted data", &predicted)] {
                    follows_own::<monomorph::distribution::$Family>(what, element(draws, "y", place), setting);
                }
                sweep!(@parameter prior, predicted, place, setting, $Family $(, $space)?);
            }
        }
    };
    (@model $y:ident, $law:ident($($argument:ident),*), $space:expr) => {{
        params! { x: $space, other: real() }
        model! {
            x |= $law($(data(&$argument)),*),
            other |= normal(0.0, 1.0),
            data(&$y) |= $law($(data(&$argument)),*),
        }
    }};
    (@model $y:ident, $law:ident($($argument:ident),*)) => {{
        params! { other: real() }
        model! { other |= normal(0.0, 1.0), data(&$y) |= $law($(data(&$argument)),*) }
    }};
    (@parameter $prior:ident, $predicted:ident, $place:ident, $setting:ident, $Family:ident, $space:expr) => {
        for (what, draws) in [("a prior", &$prior), ("a predicted parameter", &$predicted)] {
            follows_own::<monomorph::distribution::$Family>(what, element(draws, "x", $place), $setting);
        }
    };
    (@parameter $prior:ident, $predicted:ident, $place:ident, $setting:ident, $Family:ident) => {};
}

pub(crate) use sweep;
