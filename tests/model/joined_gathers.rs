//! Sums of gathers whose indices have few combinations in the rows, compared with the written form of the
//! statement: nested and crossed indices, indices with one value, with values that no row has, and equal
//! indices, with numbers of rows that fill no register, on every instruction set.
//!
//! Tolerance: 1e-12 of the log density and of the largest slope.

use crate::common::{Random, evaluate, evaluate_gradient, is_near, on_every_set_with, with_room};
use monomorph::compiler::Rewrites;
use monomorph::prelude::*;

const LEVELS: usize = 24;

/// The values of five indices in one row, given a random one.
type IndicesOf = fn(usize) -> [usize; 5];

/// The relations of the indices of rows, and the tables of sums that are made from them, in the order of
/// the rows' numbers.
const CASES: [(&str, IndicesOf); 6] = [
    ("a chain of three beside a pair", |at| [at % 24, at % 24 / 3, at % 24 / 12, at / 24 % 10, at / 24 % 5]),
    ("crossed", |at| [at % 4, at / 4 % 3, at % 12, at / 12 % 7, 0]),
    ("one value each", |_| [23, 0, 7, 7, 1]),
    ("values without rows", |at| [at % 5 * 4 + 1, at % 5, 23 - at % 5, at / 5 % 3 * 7, at / 5 % 3]),
    ("equal", |at| [at % 17; 5]),
    ("in order", |at| [at / 700, at / 700, at / 350, at / 60, at / 120]),
];

/// Compares log densities and gradients of two posteriors at a point.
fn near(what: &str, own: (f64, Vec<f64>), want: &(f64, Vec<f64>)) {
    let scale = want.1.iter().fold(want.0.abs().max(1.0), |most, slope| most.max(slope.abs()));
    assert!(is_near(own.0, want.0, 1e-12 * scale), "{what}: {} for {}", own.0, want.0);
    for (place, (slope, want)) in own.1.iter().zip(&want.1).enumerate() {
        assert!(is_near(*slope, *want, 1e-12 * scale), "{what}: slope {place}: {slope} for {want}");
    }
}

/// Compares a model with and without rewrites. The explanation of the last statement reports its gathers.
fn compare(what: &str, is_joined: bool, model: impl Model) {
    let points = |dimension| [0.3, 2.0].map(|size| Random(9).numbers(dimension, -size, size));
    let mut plain = Vec::new();
    on_every_set_with(Rewrites::None, model, |_, posterior| {
        plain = points(posterior.dimension()).map(|q| evaluate(posterior, &q)).to_vec();
    });
    on_every_set_with(Rewrites::All, model, |set, posterior| {
        let explained = posterior.explain().to_string();
        let says = explained.contains("combinations of indices");
        assert_eq!(says, is_joined, "{what}: {explained}");
        for (q, want) in points(posterior.dimension()).iter().zip(&plain) {
            near(&format!("{what}, {set}"), evaluate(posterior, q), want);
        }
    });
}

/// The rows of a case.
struct Data {
    x: Vec<f64>,
    counts: Vec<u32>,
    flags: Vec<bool>,
    indices: [Vec<usize>; 5],
}

impl Data {
    fn of(rows: usize, indices: IndicesOf, is_random: bool) -> Self {
        let mut random = Random(rows as u64);
        let at: Vec<usize> =
            (0..rows).map(|row| if is_random { random.indices(1, 5040)[0] as usize } else { row }).collect();
        Self {
            x: random.numbers(rows, -1.0, 1.0),
            counts: (0..rows).map(|row| (row * row % 5) as u32).collect(),
            flags: (0..rows).map(|row| row * row % 7 < 3).collect(),
            indices: std::array::from_fn(|place| at.iter().map(|&at| indices(at)[place]).collect()),
        }
    }
}

/// Rows that differ and rows that are merged; gathers that stand alone, are subtracted or multiplied.
#[test]
fn sums_of_gathers() {
    for (name, indices) in CASES {
        for rows in [997, 1403] {
            let Data { x, counts, flags, indices: [i, j, k, l, m] } =
                Data::of(rows, indices, name != "in order");
            params! {
                a: vector(LEVELS), b: vector(LEVELS), c: vector(LEVELS), d: vector(LEVELS), e: vector(LEVELS),
                tau: positive(), slope: real()
            }
            let priors = model! {
                a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), c |= normal(0.0, 1.0), d |= normal(0.0, 1.0),
                e |= normal(0.0, 1.0), tau |= exponential(1.0), slope |= normal(0.0, 1.0),
            };
            // What is computed has a slot of its own, which it fills and empties in turn.
            let of_differences = slope * data(&x) + (tau * a).at(&i) + b.at(&j) + c.at(&k) - d.at(&l);
            compare(
                &format!("{name}, {rows} rows that differ"),
                true,
                model! { priors, data(&counts) |= poisson_log(of_differences - e.at(&m)) },
            );
            let all = slope + a.at(&i) + (b.at(&j) + (tau * c).at(&k)) + d.at(&l) + e.at(&m);
            compare(
                &format!("{name}, {rows} merged rows"),
                // Others have few merged rows for each combination.
                [CASES[0].0, CASES[1].0].contains(&name),
                model! { priors, data(&flags) |= bernoulli_logit(all) },
            );
        }
    }
}

/// If some variables are held, each gather passes on only its own adjoints, because the others are not
/// needed.
#[test]
fn some_variables_are_held() {
    let Data { x, flags, indices: [i, j, k, ..], .. } = Data::of(997, CASES[0].1, true);
    params! { a: vector(LEVELS), b: vector(LEVELS), c: vector(LEVELS), slope: real() }
    let model = model! {
        a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), c |= normal(0.0, 1.0), slope |= normal(0.0, 1.0),
        data(&flags) |= bernoulli_logit(a.at(&i) + b.at(&j) + c.at(&k) + slope * data(&x)),
    };
    let values = Random(4).numbers(LEVELS, -1.0, 1.0);
    compare("all", true, model);
    compare("without the first", false, model.condition(a, &values));
    compare("without the second", false, model.condition(b, &values));
    compare("without two", false, model.condition(b, &values).condition(c, &values));
    compare("without all", false, model.condition(a, &values).condition(b, &values).condition(c, &values));
    let compiled = |rewrites| model.compile_with(Options::default().rewrites(rewrites)).unwrap();
    let [joined, plain] = with_room(|| [Rewrites::All, Rewrites::None].map(compiled));
    let q = Random(5).numbers(joined.dimension(), -1.0, 1.0);
    let at = |density: &dyn Fn(&mut [f64]) -> f64| {
        let mut slopes = vec![0.0; LEVELS];
        (density(&mut slopes), slopes)
    };
    macro_rules! each {
        ($($variable:ident),*) => {$({
            let [own, want] = [&joined, &plain].map(|posterior| {
                let one = posterior.full_conditional($variable, &q).unwrap();
                at(&|slopes| one.log_density_and_gradient(&values, slopes, &mut one.workspace()))
            });
            near(stringify!($variable), own, &want);
        })*};
    }
    each!(a, b, c);
}

/// A variable that is marginalised stands beside gathers of others.
#[test]
fn marginals() {
    let Data { counts, indices: [i, j, ..], .. } = Data::of(403, CASES[0].1, true);
    params! { z: vector(LEVELS).binary(), a: vector(LEVELS), b: vector(LEVELS) }
    let model = model! {
        z |= bernoulli(0.3), a |= normal(0.0, 1.0), b |= normal(0.0, 1.0),
        data(&counts) |= poisson_log(a.at(&i) + b.at(&j) + z.at(&i)),
    };
    compare("a variable that is marginalised", false, model.marginalise(z));
}

/// Points in one pass have a table of sums each.
#[test]
fn several_points() {
    let Data { x, flags, indices: [i, j, ..], .. } = Data::of(9_003, CASES[0].1, true);
    params! { a: vector(LEVELS), b: vector(LEVELS), slope: real() }
    let model = model! {
        a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), slope |= normal(0.0, 1.0),
        data(&flags) |= bernoulli_logit(a.at(&i) + b.at(&j) + slope * data(&x)),
    };
    on_every_set_with(Rewrites::All, model, |set, posterior| {
        assert!(posterior.explain().to_string().contains("2 gathers are 1"), "{}", posterior.explain());
        let dimension = posterior.dimension();
        let points = Random(3).numbers(3 * dimension, -1.0, 1.0);
        let (mut gradients, mut workspaces) = (vec![0.0; points.len()], posterior.workspaces(3));
        let values = posterior.log_density_and_gradients(&points, &mut gradients, &mut workspaces);
        let each = points.chunks(dimension).zip(gradients.chunks(dimension)).zip(values);
        for ((q, gradient), value) in each {
            near(set, (*value, gradient.to_vec()), &evaluate_gradient(posterior, q));
        }
    });
}
