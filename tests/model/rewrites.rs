//! Proves that rewrites change nothing but the cost: each model has the same log density and gradient as
//! without them, at random points, on every instruction set, and the statements that should be rewritten are.

use crate::common::{Random, assert_near, evaluate_gradient, is_near, on_every_set, sets, swept, with_room};
use faer::Mat;
use monomorph::distribution::beta as beta_distribution;
use monomorph::functions::{lbeta, log_sum_exp};
use monomorph::prelude::*;
use monomorph::typenum::U3;
use proptest::prelude::*;

/// How far the two gradients may differ, relative to the largest entry, and the log densities, relative to
/// themselves.
const TOLERANCE: f64 = 1e-11;

/// Compares a model with and without rewrites; the statement at `place` must be rewritten, to something with
/// `words` in it.
fn same<M: Model>(name: &str, model: M, place: usize, words: &str) {
    with_room(|| {
        sets().iter().for_each(|&(_, instructions)| compare(name, model, instructions, place, words))
    });
}

/// Compares a model with and without rewrites, for any rewrites.
fn agree<M: Model>(name: &str, model: M) {
    with_room(|| sets().iter().for_each(|&(_, instructions)| drop(compiled(name, model, instructions))));
}

/// Compares a model with and without rewrites; the statement at `place` must stay as it is, for a reason with
/// `words` in it.
fn kept<M: Model>(name: &str, model: M, place: usize, words: &str) {
    with_room(|| {
        for &(_, instructions) in sets() {
            let posterior = compiled(name, model, instructions);
            let statement = &posterior.explain().statements()[place];
            assert!(!statement.is_rewritten(), "{name}: {}", posterior.explain());
            assert!(statement.what().contains(words), "{name}: {}", posterior.explain());
        }
    });
}

fn compare<M: Model>(name: &str, model: M, instructions: Instructions, place: usize, words: &str) {
    let rewritten = compiled(name, model, instructions);
    let statement = &rewritten.explain().statements()[place];
    assert!(statement.is_rewritten(), "{name}: {}", rewritten.explain());
    assert!(statement.what().contains(words), "{name}: {}", rewritten.explain());
}

/// The model with rewrites, after it has been compared with itself without.
fn compiled<M: Model>(name: &str, model: M, instructions: Instructions) -> Posterior<M::Bound> {
    let compile =
        |rewrites| model.compile_with(Options::default().instructions(instructions).rewrites(rewrites));
    let (rewritten, plain) = match (compile(Rewrites::All), compile(Rewrites::None)) {
        (Ok(rewritten), Ok(plain)) => (rewritten, plain),
        (Err(error), _) | (_, Err(error)) => panic!("{name}: {error}"),
    };
    assert!(plain.explain().statements().iter().all(|statement| !statement.is_rewritten()));

    let mut random = Random(7);
    for _ in 0..5 {
        let q: Vec<f64> = (0..plain.dimension()).map(|_| random.between(-1.0, 1.0)).collect();
        let (value, gradient) = evaluate_gradient(&rewritten, &q);
        let (expected, slopes) = evaluate_gradient(&plain, &q);
        let context = format!("{name}, {instructions:?}, at {q:?}");
        assert!(is_near(value, expected, TOLERANCE * expected.abs()), "{context}: {value} {expected}");
        let scale = slopes.iter().fold(1.0_f64, |most, slope| most.max(slope.abs()));
        for (place, (slope, expected)) in gradient.iter().zip(&slopes).enumerate() {
            let is_near = is_near(*slope, *expected, TOLERANCE * scale);
            assert!(is_near, "{context}: entry {place}: {slope} {expected}");
        }
    }
    rewritten
}

/// Random data of a regression.
struct Data {
    x: Mat<f64>,
    first: Vec<f64>,
    y: Vec<f64>,
    positive: Vec<f64>,
    counts: Vec<u32>,
    flags: Vec<bool>,
    small: Vec<u8>,
    group: Vec<u16>,
    other: Vec<usize>,
}

fn data_of(rows: usize, columns: usize, groups: usize) -> Data {
    let mut random = Random(rows as u64 + 17 * columns as u64);
    let x = Mat::from_fn(rows, columns, |_, _| random.between(-1.5, 1.5));
    let mut numbers = |scale: f64| (0..rows).map(|_| scale * random.between(-1.5, 1.5)).collect::<Vec<f64>>();
    let (first, y, u) = (numbers(1.0), numbers(2.0), numbers(1.0));
    Data {
        x,
        first,
        positive: y.iter().map(|y| y.exp()).collect(),
        counts: u.iter().map(|u| (2.0 * u.exp()) as u32).collect(),
        flags: u.iter().map(|&u| u > 0.3).collect(),
        small: y.iter().map(|y| (y.abs() as u8).min(3)).collect(),
        group: u.iter().map(|u| ((u.abs() * 1e6) as u64 % groups as u64) as u16).collect(),
        other: y.iter().map(|y| (y.abs() * 1e6) as usize % 3).collect(),
        y,
    }
}

#[test]
fn regressions_of_every_size() {
    for (rows, columns) in [(40, 1), (101, 2), (203, 7), (150, 8), (400, 20), (700, 33)] {
        let d = data_of(rows, columns, 5);
        params! { alpha: real(), beta: vector(columns), sigma: positive() }
        let priors =
            model! { alpha |= normal(0.0, 5.0), beta |= normal(0.0, 2.5), sigma |= exponential(1.0) };
        let x = matrix(d.x.as_ref());
        let eta = alpha + x.dot(beta);
        same("linear", model! { priors, data(&d.y) |= normal(eta, sigma) }, 3, "orthogonal factors");
        same("log", model! { priors, data(&d.positive) |= lognormal(eta, sigma) }, 3, "orthogonal factors");
        let known = model! { priors, data(&d.y) |= normal(eta, data(&d.positive)) };
        same("known scales", known, 3, "orthogonal factors");
        let offset = x.dot(beta) / 2.0 - (alpha - data(&d.first)) * data(&d.first);
        same(
            "offsets",
            model! { priors, data(&d.y) |= normal(offset, 2.0 * sigma) },
            3,
            "orthogonal factors",
        );
    }
}

/// There is one way to multiply data with parameters, however it is spelled: the panels and the rewrites
/// belong to the numbers, not to the word for them.
#[test]
fn data_and_matrix_are_one() {
    let d = data_of(203, 7, 5);
    params! { beta: vector(7), b: real_matrix(5, 7), sigma: positive() }
    let priors = model! { beta |= normal(0.0, 2.5), b |= normal(0.0, 1.0), sigma |= exponential(1.0) };
    macro_rules! explained {
        ($x:expr) => {{
            let x = $x;
            let model = model! {
                priors,
                data(&d.y) |= normal(x.dot(beta), sigma),
                data(&d.y) |= normal(x.dot_by_group(b, &d.group), sigma),
                data(&d.y) |= cauchy(x.dot(beta), 1.0),
            };
            let text = with_room(|| model.compile().unwrap().explain().to_string());
            // The statements' texts are the same here, for they name `x` alone.
            (text, std::any::type_name_of_val(&x.dot(beta)))
        }};
    }
    let want = explained!(data(&d.x));
    assert!(want.0.matches("orthogonal factors").count() == 2, "{}", want.0);
    assert!(want.1.contains("node::dot::Dot<"), "{}", want.1);
    assert_eq!(explained!(data(d.x.as_ref())), want);
    assert_eq!(explained!(matrix(&d.x)), want);
    assert_eq!(explained!(matrix(d.x.as_ref())), want);
    assert_eq!(explained!(matrix(data(&d.x))), want);
}

#[test]
fn plates() {
    let d = data_of(333, 1, 4);
    params! { a: positive(), b: positive(), m: real(), p: interval(0.0, 1.0) }
    let priors = model! {
        a |= exponential(1.0), b |= exponential(1.0), m |= normal(0.0, 1.0), p |= uniform(0.0, 1.0),
    };
    let unit: Vec<f64> = d.y.iter().map(|y| 1.0 / (1.0 + (-y).exp())).collect();
    let counts = &d.counts;
    let trials: Vec<u32> = counts.iter().map(|count| count + 3).collect();
    same("normal", model! { priors, data(&d.y) |= normal(m, a) }, 4, "orthogonal factors for 1");
    same("lognormal", model! { priors, data(&d.positive) |= lognormal(m, a) }, 4, "orthogonal factors for 1");
    same(
        "exponential",
        model! { priors, data(&d.positive) |= exponential(a) },
        4,
        "333 rows are 1 different",
    );
    same("gamma", model! { priors, data(&d.positive) |= gamma(a, b) }, 4, "333 rows are 1 different");
    same("inv_gamma", model! { priors, data(&d.positive) |= inv_gamma(a, b) }, 4, "333 rows are 1 different");
    same("beta", model! { priors, data(&unit) |= beta_distribution(a, b) }, 4, "333 rows are 1 different");
    same("chi_square", model! { priors, data(&d.positive) |= chi_square(a) }, 4, "333 rows are 1 different");
    same("poisson", model! { priors, data(counts) |= poisson(a) }, 4, "333 rows are 1 different");
    same("poisson_log", model! { priors, data(counts) |= poisson_log(m) }, 4, "333 rows are 1 different");
    same("geometric", model! { priors, data(counts) |= geometric(p) }, 4, "333 rows are 1 different");
    same("bernoulli", model! { priors, data(&d.flags) |= bernoulli(p) }, 4, "333 rows are 2 different");
    same("logit", model! { priors, data(&d.flags) |= bernoulli_logit(m) }, 4, "333 rows are 1 different");
    same(
        "binomial",
        model! { priors, data(counts) |= binomial(data(&trials), p) },
        4,
        "333 rows are 1 different",
    );
    same(
        "binomial_logit",
        model! { priors, data(counts) |= binomial_logit(data(&trials), m) },
        4,
        "are 1 diff",
    );
    same("neg_binomial_2", model! { priors, data(counts) |= neg_binomial_2(a, b) }, 4, "different ones");
    let halves: Vec<f64> = d.small.iter().map(|&number| f64::from(number) + 0.5).collect();
    same("weibull", model! { priors, data(&halves) |= weibull(a, b) }, 4, "different ones");
}

#[test]
fn groups() {
    for groups in [2, 9, 17, 90] {
        let d = data_of(400, 3, groups);
        params! {
            mu: real(), a: vector(groups), b: vector(groups), c: vector(3), slopes: vector(3).rows(groups),
            sigma: positive(),
        }
        let priors = model! {
            mu |= normal(0.0, 1.0), a |= normal(mu, 1.0), b |= normal(0.0, 1.0), c |= normal(0.0, 1.0),
            slopes |= normal(0.0, 1.0), sigma |= exponential(1.0),
        };
        let (group, other) = (&d.group, &d.other);
        let x = matrix(d.x.as_ref());
        let eta = a.at(group) + mu * data(&d.first);
        same("intercepts", model! { priors, data(&d.y) |= normal(eta, sigma) }, 6, "by group");
        let eta = a.at(group) + b.at(group) * data(&d.first) + x.dot(c) - 1.0;
        same("slopes", model! { priors, data(&d.y) |= normal(eta, sigma) }, 6, "by group");
        let eta = mu + x.dot_by_group(slopes, group);
        same("by group", model! { priors, data(&d.y) |= normal(eta, sigma) }, 6, "by group");
        let eta = b.at(group) - c.at(other);
        same("crossed", model! { priors, data(&d.y) |= normal(eta, sigma) }, 6, "by group");
        let centred = model! { priors, data(&d.y) |= normal((a - b).at(group), data(&d.positive)) };
        same("of an expression", centred, 6, "by group");
        let spread = model! { priors, data(&d.y) |= normal(a.at(group), b.exp().at(group)) };
        same("scales by group", spread, 6, "different ones");
        let counts = model! { priors, data(&d.counts) |= poisson_log(a.at(group) + c.at(other)) };
        same("counts", counts, 6, if groups == 90 { "sorted" } else { "different ones" });
        let logit = model! { priors, data(&d.flags) |= bernoulli_logit(sigma * (a.at(group) - c.at(other))) };
        same("logit", logit, 6, if groups == 90 { "sorted" } else { "different ones" });
        let student = model! { priors, data(&d.y) |= student_t(4.0, a.at(group) + x.dot(c), sigma) };
        same("student", student, 6, "sorted");
    }
}

/// Coefficients are loaded term by term, in whole registers: whatever the order, none reaches into another's
/// place.
#[test]
fn terms_in_any_order() {
    let d = data_of(300, 3, 20);
    let x = matrix(d.x.as_ref());
    params! { m: real(), a: vector(20), b: vector(3), c: vector(3), sigma: positive() }
    let priors = model! {
        m |= normal(0.0, 1.0), a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), c |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
    };
    let (group, other, zero) = (&d.group, &d.other, 0.0 * data(&d.first));
    let eta = x.dot(c) + a.at(group) + b.at(other);
    same("crossed", model! { priors, data(&d.y) |= normal(eta, sigma) }, 5, "by group");
    let eta = x.dot(c) * zero + x.dot(b) + m + a.at(group) * zero;
    let idle = model! { priors, data(&d.y) |= normal(eta, sigma) };
    same("idle first", idle, 5, "weights of 23 more");
}

/// Whether a product of two affine forms is affine is seen in the data: in each row one of the two has no
/// slope.
#[test]
fn products_of_affine_forms() {
    let rows = 300;
    let d = data_of(rows, 4, 9);
    let x = matrix(d.x.as_ref());
    params! { k: real(), m: real(), a: vector(9), b: vector(4), sigma: positive() }
    let priors = model! {
        k |= normal(0.0, 1.0), m |= normal(0.0, 1.0), a |= normal(0.0, 1.0), b |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
    };
    let trend = k * data(&d.first) + m;
    let (none, one, all) = ([0.0; 4], [0.0, 0.0, 0.7, 0.0], [1.0, -2.0, 0.5, 3.0]);

    let eta = trend * (1.0 + x.dot(b * data(&none))) + x.dot(b * data(&all));
    let idle =
        "for 6 coefficients: 42 multiplications a gradient in place of 7800; the weights of 4 more are all 0";
    same("no slopes", model! { priors, data(&d.y) |= normal(eta, sigma) }, 5, idle);
    let eta = (2.5 - x.dot(data(&none) * b)) * trend - x.dot(b);
    same("constant", model! { priors, data(&d.y) |= normal(eta, sigma) }, 5, "; the weights of");
    let eta = trend * (data(&d.positive) + x.dot(b * data(&none)) / 3.0) + a.at(&d.group);
    same("a constant of each row", model! { priors, data(&d.y) |= normal(eta, sigma) }, 5, "of 4 more");
    let eta = trend * (x.dot(data(&all) + b * data(&none)) + a.at(&d.group) * 0.0) * (1.0 - x.dot(0.0 * b));
    same("three", model! { priors, data(&d.y) |= normal(eta, data(&d.positive)) }, 5, "weights of 17 more");

    let eta = x.dot(b * data(&all)) + trend * (1.0 + x.dot(b * data(&none)));
    same("behind other terms", model! { priors, data(&d.y) |= normal(eta, sigma) }, 5, idle);

    // Columns of zeros among others.
    let eta = m + x.dot(b * data(&one)) + x.dot(b * data(&all));
    same("columns of zeros", model! { priors, data(&d.y) |= normal(eta, sigma) }, 5, "for 9 coefficients");

    // In no row do both factors have slopes.
    let mut even = d.first.clone();
    let mut odd = d.y.clone();
    even.iter_mut().skip(1).step_by(2).for_each(|number| *number = 0.0);
    odd.iter_mut().step_by(2).for_each(|number| *number = 0.0);
    let eta = (3.0 + k * data(&even)) * (m * data(&odd) - 2.0) + x.dot(b);
    same("by turns", model! { priors, data(&d.y) |= normal(eta, sigma) }, 5, "for 6 coefficients");

    for (name, factors) in [("one", one), ("all", all)] {
        let eta = trend * (1.0 + x.dot(b * data(&factors))) + x.dot(b);
        let words = "the row of element 0 multiplies coefficients";
        kept(name, model! { priors, data(&d.y) |= normal(eta, sigma) }, 5, words);
    }
    let mut last = [0.0; 300];
    last[299] = 1.0;
    let eta = trend * (1.0 + m * data(&last));
    kept("last", model! { priors, data(&d.y) |= normal(eta, sigma) }, 5, "the row of element 299 multiplies");
}

/// Coefficients that only multiply zeros take no part, unless they are no numbers.
#[test]
fn idle_coefficients() {
    let d = data_of(200, 3, 6);
    let zeros = vec![0.0; 200];
    params! { k: positive(), a: vector(6), b: vector(3), sigma: positive() }
    let priors = model! { k |= flat(), a |= flat(), b |= flat(), sigma |= flat() };
    let nothing = Mat::zeros(200, 3);
    let eta = matrix(nothing.as_ref()).dot(b) + a.at(&d.group) * data(&zeros) + k * data(&zeros);
    let idle = model! { priors, data(&d.y) |= normal(eta, sigma) };
    same("nothing else", idle, 4, "for 0 coefficients");
    let eta = matrix(nothing.as_ref()).dot(b) + a.at(&d.group) + k * data(&zeros);
    let beside_groups = model! { priors, data(&d.y) |= normal(eta, sigma) };
    same("beside groups", beside_groups, 4, "6 of them by group");
    let before =
        model! { priors, data(&d.y) |= normal(k * data(&zeros) + matrix(d.x.as_ref()).dot(b), sigma) };
    same("before others", before, 4, "weights of 1 more");
    for rewrites in [Rewrites::All, Rewrites::None] {
        let options = Options::default().rewrites(rewrites);
        infinite_times_zero(&idle.compile_with(options).unwrap());
        infinite_times_zero(&beside_groups.compile_with(options).unwrap());
        infinite_times_zero(&before.compile_with(options).unwrap());
    }
}

/// Each of many coefficients that only multiply zeros is tested.
#[test]
fn each_idle_coefficient() {
    let d = data_of(60, 2, 3);
    let nothing = Mat::zeros(60, 19);
    params! { c: vector(2), b: vector(19) }
    // A number that is no parameter is looked at by nobody else.
    let eta = matrix(d.x.as_ref()).dot(c) + matrix(nothing.as_ref()).dot(b.exp());
    let model = model! { c |= flat(), b |= flat(), data(&d.y) |= normal(eta, 1.0) };
    same("19 of 21", model, 2, "the weights of 19 more are all 0");
    on_every_set(model, |set, posterior| {
        for place in 0..19 {
            let mut q = vec![0.25; 21];
            q[2 + place] = 800.0;
            // The slope of the exponential would tell as well, so the log density is asked by itself.
            let value = posterior.log_density(&q, &mut posterior.workspace());
            assert_eq!(value, f64::NEG_INFINITY, "{set}: {place}");
            assert_eq!(evaluate_gradient(posterior, &q).0, f64::NEG_INFINITY, "{set}: {place}");
        }
    });
}

/// Tables of coefficients by two groupings: one in trapezoids, one beside them line after line.
#[test]
fn two_tables_of_coefficients() {
    let d = data_of(240, 3, 8);
    params! { b: real_matrix(8, 3), c: real_matrix(3, 3), sigma: positive() }
    let x = matrix(d.x.as_ref());
    let eta = x.dot_by_group(c, &d.other) + x.dot_by_group(b, &d.group);
    let model = model! {
        b |= normal(0.0, 1.0), c |= normal(0.0, 1.0), sigma |= exponential(1.0),
        data(&d.y) |= normal(eta, sigma),
    };
    same("two tables", model, 3, "24 of them by group");
}

/// Of two groupings the one with more coefficients makes the trapezoids, also where the other has more
/// groups; two with as many groups are still two.
#[test]
fn the_larger_table_makes_the_trapezoids() {
    let d = data_of(240, 3, 8);
    params! { a: vector(8) }
    params! { b: real_matrix(3, 3), sigma: positive() }
    let priors = model! { a |= normal(0.0, 1.0), b |= normal(0.0, 1.0), sigma |= exponential(1.0) };
    let eta = a.at(&d.group) + matrix(d.x.as_ref()).dot_by_group(b, &d.other);
    same("9 and 8", model! { priors, data(&d.y) |= normal(eta, sigma) }, 3, "9 of them by group");
    let other: Vec<usize> = d.group.iter().map(|&group| (usize::from(group) * 3 + 1) % 8).collect();
    let third: Vec<usize> = (0..240).map(|row| row * 5 % 8).collect();
    params! { c: vector(8), e: vector(8) }
    let eta = a.at(&d.group) + c.at(&third) + e.at(&other) * data(&d.first);
    let priors = model! { a |= normal(0.0, 1.0), c |= normal(0.0, 1.0), e |= normal(0.0, 1.0) };
    same("of one size", model! { priors, data(&d.y) |= normal(eta, 1.0) }, 3, "24 coefficients, 8 of them");
}

/// Two tables by one index, of which one has lines that no row reads.
#[test]
fn tables_of_other_lengths_by_one_index() {
    let d = data_of(120, 1, 5);
    params! { a: vector(5), c: vector(9) }
    let model = model! {
        a |= normal(0.0, 1.0), c |= normal(0.0, 1.0),
        data(&d.y) |= normal(a.at(&d.group) * data(&d.first) + c.at(&d.group), 1.0),
    };
    same("5 and 9", model, 2, "14 coefficients, 9 of them by group");
}

/// The full conditional of some coefficients, where the others are not walked back to.
#[test]
fn full_conditionals_of_coefficients() {
    let d = data_of(80, 3, 5);
    params! { mu: real(), a: vector(5), b: vector(3) }
    let x = matrix(d.x.as_ref());
    let model = model! {
        mu |= normal(0.0, 1.0), a |= normal(0.0, 1.0), b |= normal(0.0, 1.0),
        data(&d.y) |= normal(mu + x.dot(b) + a.at(&d.group) + (mu * data(&d.first)), 1.0),
    };
    same("all", model, 3, "orthogonal factors");
    let q: Vec<f64> = (0..9).map(|place| 0.3 * f64::from(place) - 1.1).collect();
    let compiled = |rewrites| model.compile_with(Options::default().rewrites(rewrites)).unwrap();
    let (rewritten, plain) = with_room(|| (compiled(Rewrites::All), compiled(Rewrites::None)));
    fn near<V: Density>(rewritten: V, plain: V, own: &[f64]) {
        let mut slopes = [vec![0.0; own.len()], vec![0.0; own.len()]];
        let [left, right] = &mut slopes;
        let value = rewritten.log_density_and_gradient(own, left, &mut rewritten.workspace());
        let expected = plain.log_density_and_gradient(own, right, &mut plain.workspace());
        assert!(is_near(value, expected, TOLERANCE * expected.abs()), "{value} {expected}");
        for (slope, expected) in left.iter().zip(&*right) {
            assert!(is_near(*slope, *expected, TOLERANCE * expected.abs().max(1.0)), "{slope} {expected}");
        }
    }
    macro_rules! each {
        ($($variable:ident: $own:expr),*) => {$(
            let [one, other] = [&rewritten, &plain].map(|p| p.full_conditional($variable, &q).unwrap());
            near(one, other, &$own);
        )*};
    }
    each!(mu: [0.4], a: [0.3, -0.2, 0.9, 1.4, -0.7], b: [0.5, -1.2, 0.1]);
}

/// The first coordinate is the logarithm of a number that only multiplies zeros.
fn infinite_times_zero<M: BoundModel>(posterior: &Posterior<M>) {
    let mut q = vec![0.25; posterior.dimension()];
    q[0] = 700.0;
    assert!(evaluate_gradient(posterior, &q).0.is_finite(), "{}", posterior.explain());
    q[0] = 800.0;
    let (value, gradient) = evaluate_gradient(posterior, &q);
    assert_eq!(value, f64::NEG_INFINITY, "{}", posterior.explain());
    assert!(gradient.iter().all(|&slope| slope == 0.0), "{}", posterior.explain());
}

/// Large matrices whose columns, or some of them, are whole numbers, up to the last that are packed as such.
#[test]
fn whole_numbers() {
    // Last blocks of 1, 21 and 39 rows.
    let cases = [(7061, 25, "20 of the 25"), (6593, 20, "20 of the 20"), (6631, 25, "20 of the 25")];
    for (rows, columns, words) in swept(1, cases) {
        let mut random = Random(5);
        let x = Mat::from_fn(rows, columns, |row, column| match row {
            _ if column % 5 == 4 && columns > 20 => random.between(-1.0, 1.0),
            0 => -4096.0,
            1 => 4095.0,
            _ => random.between(-3.0, 3.0).round(),
        });
        let y: Vec<f64> = (0..rows).map(|_| random.between(0.0, 1.0).round()).collect();
        params! { beta: vector(columns) }
        let model = model! {
            beta |= normal(0.0, 1.0),
            data(&y) |= bernoulli_logit(matrix(x.as_ref()).dot(beta)),
        };
        kept(&format!("{rows} rows"), model, 1, words);
    }
    // Numbers that are no codes, and too few rows for any.
    for (rows, largest) in [(6593, 4096.0), (6593, 0.5), (1000, 1.0)] {
        let x = Mat::from_fn(rows, 20, |row, _| if row == 7 { largest } else { (row % 3) as f64 });
        let y: Vec<f64> = (0..rows).map(|row| (row % 2) as f64).collect();
        params! { beta: vector(20) }
        let model = model! {
            beta |= normal(0.0, 1.0),
            data(&y) |= cauchy(matrix(x.as_ref()).dot(beta), 1.0 + data(&y)),
        };
        let posterior = model.compile().unwrap();
        assert!(!posterior.explain().to_string().contains("whole numbers"), "{}", posterior.explain());
    }
}

/// Large matrices of which some columns are numbers of 32 bits, beside others and whole numbers.
#[test]
fn numbers_of_32_bits() {
    // Last blocks of 1, 8, 9, 21 and 63 rows.
    for (rows, columns) in swept(2, [(6593, 20), (6600, 31), (6613, 60), (6601, 40), (6591, 61)]) {
        let mut random = Random(6);
        let x = Mat::from_fn(rows, columns, |row, column| match (column % 3, row) {
            (1, _) if columns > 20 => random.between(-1.0, 1.0),
            (2, _) if columns > 40 => random.between(-3.0, 3.0).round(),
            (_, 0) => f64::from(f32::from_bits(1)),
            (_, 1) => f64::from(f32::MIN_POSITIVE),
            (_, 2) => -65536.5,
            _ => f64::from(random.between(-1.0, 1.0) as f32),
        });
        let y: Vec<f64> = (0..rows).map(|_| random.between(0.0, 1.0).round()).collect();
        params! { beta: vector(columns) }
        let model = model! {
            beta |= normal(0.0, 1.0),
            data(&y) |= cauchy(matrix(x.as_ref()).dot(beta), 1.0),
        };
        let count =
            (0..columns).filter(|c| columns == 20 || c % 3 == 0 || c % 3 == 2 && columns <= 40).count();
        kept(&format!("{rows} rows"), model, 1, &format!("{count} of the {columns} columns"));
    }
    // Numbers that have more bits, or are too large, in one row.
    for wide in swept(1, [1e-300, 1e39, 0.1]) {
        let x = Mat::from_fn(
            6593,
            20,
            |row, column| if row == 7 { wide } else { (column + row % 9) as f64 / 8.0 },
        );
        let y: Vec<f64> = (0..6593).map(|row| (row % 2) as f64).collect();
        params! { beta: vector(20) }
        let model = model! {
            beta |= normal(0.0, 1.0),
            data(&y) |= cauchy(matrix(x.as_ref()).dot(beta), 1.0 + data(&y)),
        };
        let posterior = model.compile().unwrap();
        assert!(!posterior.explain().to_string().contains("32 bits"), "{}", posterior.explain());
    }
}

#[test]
fn sums_of_expressions() {
    let d = data_of(400, 1, 5);
    params! {
        w: interval(0.0, 1.0), rate: positive(), a: vector(5), table: vector(3).rows(5), pair: simplex(2),
    }
    let priors = model! {
        w |= uniform(0.0, 1.0), rate |= exponential(1.0), a |= normal(0.0, 1.0), table |= normal(0.0, 1.0),
        pair |= dirichlet(1.0),
    };
    let (group, other) = (&d.group, &d.other);
    let inflated = mixture((w, 1.0 - w), (poisson(rate), poisson_log(a.at(group))));
    same("tuple", model! { priors, data(&d.counts) |= inflated }, 5, "different ones");
    let mixed = mixture(pair, [poisson(2.0 * rate), poisson(3.0 * rate)]);
    same("array", model! { priors, data(&d.counts) |= mixed }, 5, "different ones");
    let above = poisson(rate).truncated(0.0, 100.0);
    same("truncated", model! { priors, data(&d.counts) |= above }, 5, "different ones");
    let cells = increment(log_sum_exp(table.cells(group, other), a.at(group)));
    same("cells", model! { priors, cells }, 5, "400 rows are 15 different ones");
    let sorted = increment((table.cells(group, other) * data(&d.first)).inv_logit());
    same("sorted", model! { priors, sorted }, 5, "sorted");
    let density = increment(normal(a.at(group), rate).log_density(data(&d.small)));
    same("density", model! { priors, density }, 5, "different ones");
}

/// Messages count the elements of the data, not the rows that are left of them.
#[test]
fn messages_name_elements_of_the_data() {
    let rows = 40;
    let group: Vec<u32> = (0..rows).map(|row| (row * 7 % 3) as u32).collect();
    let mut successes: Vec<u32> = (0..rows).map(|row| row as u32 % 2).collect();
    successes[29] = 5;
    params! { a: vector(3) }
    let priors = model! { a |= normal(0.0, 1.0) };
    let observed = model! { priors, data(&successes) |= binomial_logit(4, a.at(&group)) };
    let rule = "element 29 is 5, but must not exceed the number of trials";
    assert!(observed.compile().err().unwrap().to_string().contains(rule));
    let mut shapes: Vec<f64> = (0..rows).map(|row| 1.0 + row as f64 % 2.0).collect();
    shapes[29] = -1.0;
    let added = model! { priors, increment(a.at(&group) * lbeta(2.0, data(&shapes))) };
    let error = added.compile().err().unwrap().to_string();
    let alone = added.compile_with(Options::default().rewrites(Rewrites::None));
    assert_eq!(error, alone.err().unwrap().to_string());
    assert!(error.contains("element 29"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random sizes and random data: few rows and many, more coefficients than rows, groups without rows.
    #[test]
    fn random_models(rows in 1_usize..150, columns in 1_usize..12, groups in 3_usize..30) {
        let d = data_of(rows, columns, groups);
        params! { alpha: real(), a: vector(groups), c: vector(columns), sigma: positive() }
        let priors = model! {
            alpha |= normal(0.0, 1.0), a |= normal(alpha, 1.0), c |= normal(0.0, 1.0),
            sigma |= exponential(1.0),
        };
        let eta = alpha + matrix(d.x.as_ref()).dot(c) - a.at(&d.group) * data(&d.first);
        agree("normal", model! { priors, data(&d.y) |= normal(eta, sigma) });
        let few = a.at(&d.other) + data(&d.small) * alpha;
        agree("few", model! { priors, data(&d.y) |= normal(few, sigma) });
        // None, some or all of the slopes of a factor are zero.
        let factors: Vec<f64> =
            (0..columns).map(|place| [0.0, 0.5, (place % 3) as f64 - 1.0][rows % 3]).collect();
        let product = (alpha - a.at(&d.group)) * (0.5 + matrix(d.x.as_ref()).dot(data(&factors) * c));
        agree("product", model! { priors, data(&d.y) |= normal(product + few, sigma) });
        agree("counts", model! { priors, data(&d.counts) |= poisson_log(few) });
        agree("flags", model! { priors, data(&d.flags) |= bernoulli_logit(eta * sigma) });
        agree("plate", model! { priors, data(&d.positive) |= gamma(sigma, sigma + 1.0) });
    }
}

#[test]
fn categories() {
    let d = data_of(500, 1, 6);
    params! { cut: ordered(3), a: vector(6) }
    let priors = model! { cut |= normal(0.0, 3.0), a |= normal(0.0, 1.0) };
    let observed = model! { priors, data(&d.small) |= ordered_logistic(a.at(&d.group), cut) };
    same("ordered", observed, 2, "different ones");
    let observed =
        model! { priors, data(&d.small) |= ordered_logistic(a.at(&d.group) * data(&d.first), cut) };
    same("ordered", observed, 2, "sorted");
}

/// Rows that no coefficient explains alone: groups without rows, columns that are equal, fewer rows than
/// coefficients.
#[test]
fn deficient_designs() {
    let rows = 60;
    let d = data_of(rows, 2, 5);
    let twice = Mat::from_fn(rows, 4, |row, column| d.x[(row, column % 2)]);
    params! { alpha: real(), a: vector(8), beta: vector(4), sigma: positive() }
    let priors = model! {
        alpha |= normal(0.0, 1.0), a |= normal(0.0, 1.0), beta |= normal(0.0, 1.0), sigma |= exponential(1.0),
    };
    let eta = alpha + a.at(&d.group) + matrix(twice.as_ref()).dot(beta);
    same("deficient", model! { priors, data(&d.y) |= normal(eta, sigma) }, 4, "by group");
}

/// Triangles are multiplied out up to some condition: columns that are ever more alike, in units of any size,
/// and up to 70 of them.
#[test]
fn conditions_on_both_sides_of_the_limit() {
    let rows = 150;
    let random = &mut Random(5);
    for (columns, apart, unit) in [
        (2, 1.0, 1.0),
        (2, 0.1, 1e6),
        (2, 0.02, 1e-6),
        (2, 0.005, 1.0),
        (2, 1e-4, 1e3),
        (25, 0.5, 1.0),
        (70, 1.0, 1.0),
    ] {
        let first: Vec<f64> = random.numbers(rows, -1.0, 1.0);
        let x = Mat::from_fn(rows, columns, |row, column| match column {
            0 => first[row],
            1 => unit * (first[row] + apart * random.between(-1.0, 1.0)),
            _ => apart * random.between(-1.0, 1.0) + (1.0 - apart) * first[row],
        });
        let y = random.numbers(rows, -2.0, 2.0);
        params! { alpha: real(), beta: vector(columns), sigma: positive() }
        let model = model! {
            alpha |= normal(0.0, 1.0), beta |= normal(0.0, 1.0), sigma |= exponential(1.0),
            data(&y) |= normal(alpha + matrix(x.as_ref()).dot(beta), sigma),
        };
        same(&format!("{columns} columns, {apart} apart"), model, 3, "orthogonal factors");
    }
}

/// Numbers around 10⁸ with a standard deviation of 1, in x and in y: the errors are smaller than if the point
/// were half of a last place elsewhere. The references are sums of integers.
#[test]
fn badly_scaled_data_lose_nothing() {
    const ORIGIN: i64 = 100_000_000;
    let rows = 400;
    let mut random = Random(3);
    let quarters =
        |random: &mut Random| (0..rows).map(|_| random.between(-8.0, 8.0) as i64).collect::<Vec<_>>();
    let (x, noise) = (quarters(&mut random), quarters(&mut random));
    // In quarters, so that everything is an integer: y = x/2 + noise around the origin.
    let x: Vec<i64> = x.iter().map(|x| 4 * ORIGIN + x).collect();
    let y: Vec<i64> =
        x.iter().zip(&noise).map(|(x, noise)| 4 * ORIGIN + (x - 4 * ORIGIN) / 2 + noise).collect();
    let quarter = |numbers: &[i64]| numbers.iter().map(|&n| n as f64 / 4.0).collect::<Vec<f64>>();
    let (x_data, y_data) = (quarter(&x), quarter(&y));

    params! { alpha: real(), beta: real() }
    let model = model! {
        alpha |= flat(),
        beta |= flat(),
        data(&y_data) |= normal(alpha + beta * data(&x_data), 1.0),
    };
    for rewrites in [Rewrites::All, Rewrites::None] {
        let posterior = model.compile_with(Options::default().rewrites(rewrites)).unwrap();
        // Near the solution, where α and β x almost cancel y: β is a power of two, and α in quarters.
        for (quarters, inverse) in [(2 * ORIGIN, 2), (2 * ORIGIN + 3, 2), (0, 1), (-5, 1)] {
            let q = [quarters as f64 / 4.0, 1.0 / inverse as f64];
            let (value, gradient) = evaluate_gradient(&posterior, &q);
            // Residuals in eighths.
            let residuals =
                || x.iter().zip(&y).map(|(x, y)| i128::from(2 * y - 2 * quarters - 2 * x / inverse));
            let squares: i128 = residuals().map(|r| r * r).sum();
            let by_alpha: i128 = residuals().sum();
            let by_beta: i128 = residuals().zip(&x).map(|(r, &x)| r * i128::from(x)).sum();
            let expected = -0.5 * squares as f64 / 64.0 - rows as f64 * core::f64::consts::TAU.sqrt().ln();
            let slopes = [by_alpha as f64 / 8.0, by_beta as f64 / 32.0];
            let case = format!("{rewrites:?} at {q:?}: {value} {expected}, {gradient:?} {slopes:?}");
            // Less than what half of a last place of the point makes.
            let halves = q.map(|coordinate| 0.5 * (coordinate.abs().next_up() - coordinate.abs()));
            let moved = slopes[0].abs() * halves[0] + slopes[1].abs() * halves[1];
            assert!(is_near(value, expected, moved + 1e-14 * expected.abs()), "{case}");
            let sum = rows as f64 * ORIGIN as f64;
            let allowed = rows as f64 * halves[0] + sum * halves[1];
            assert!(is_near(gradient[0], slopes[0], allowed), "{case}");
            assert!(is_near(gradient[1], slopes[1], allowed * ORIGIN as f64), "{case}");
        }
    }
}

/// Steps of a scan and rows of what they are made of are left out behind the last that is read, also where
/// blocks of 64 rows are packed.
#[test]
fn rows_that_nobody_reads() {
    let (steps, series) = (31, 3);
    let mut random = Random(5);
    let x = random.numbers(steps * series, -1.0, 1.0);
    let x = faer::MatRef::from_row_major_slice(&x, steps, series);
    let z = random.numbers(2 * steps * series, -1.0, 1.0);
    let z = faer::MatRef::from_row_major_slice(&z, steps * series, 2);
    let (rows, columns, y) = ([0, 12, 3, 4, 12, 7], [2, 0, 1, 1, 2, 0], random.numbers(6, -1.0, 1.0));
    let y = &y;
    params! { w: vector(4), first: vector(series), k: vector(series).rows(20), b: vector(2) }
    let rate = data(z).dot(b).exp().reshape(steps, series);
    let path = scan_rows((first, first), (data(x), rate), |(s, r), (x, rate)| {
        (0.3 * s + 0.1 * x * rate + 0.1 * r.dot_reversed(w), 0.5 * r - 0.2 * s)
    });
    let smooth = path.columns(0..series).convolve_columns(k);
    let priors = model! {
        w     |= normal(0.0, 1.0),
        first |= normal(0.0, 1.0),
        k     |= normal(0.0, 1.0),
        b     |= normal(0.0, 1.0),
    };
    let model = model! {
        priors,
        data(y) |= normal(smooth.cells(&rows, &columns), 1.0),
        data(&y[..3]) |= normal(path.row(4).slice(1..4), 1.0),
        data(&y[..3]) |= normal((smooth * rate).block(1..2, 0..3).row(0), 1.0),
        data(&y[..2]) |= normal((first * data(&y[..3])).slice(0..2), 1.0),
        data(&y[..3]) |= normal(path.transpose().column(30).slice(3..6), 1.0),
        // A number of rows that stands in the type stays.
        data(&y[..3]) |= normal((w.at(0) * first).reshape(U3::new(), 1).convolve_columns(k.columns(0..1))
            .cells(&[0, 1, 1], &[0; 3]), 1.0),
    };
    with_room(|| {
        for &(_, instructions) in sets() {
            let posterior = compiled("rows that nobody reads", model, instructions);
            for (place, words) in [(4, "13 of 31 steps"), (5, "5 of 31 steps")] {
                let what = posterior.explain().statements()[place].what();
                assert!(what.contains(words), "{}", posterior.explain());
            }
            for place in [6, 8] {
                let what = posterior.explain().statements()[place].what();
                assert!(!what.contains("steps"), "{}", posterior.explain());
            }
        }
    });
}

/// Rows of Bernoulli laws have one logarithm, of a product: of few rows and of more than fit a product, of
/// log odds near 0 and in both tails.
#[test]
fn one_logarithm_for_many_rows() {
    params! { scale: real() }
    for (rows, spread) in [(1, 3.0), (7, 3.0), (8, 40.0), (1_001, 1e-3), (9_000, 2.0), (17_003, 900.0)] {
        let x = Random(rows as u64).numbers(rows, -spread, spread);
        let y: Vec<u8> = (0..rows).map(|row| u8::from(row % 3 == 1)).collect();
        let terms = |scale: f64| -> (f64, f64) {
            let each = x.iter().zip(&y).map(|(x, &y)| {
                let t = if y == 1 { scale * x } else { -scale * x };
                let slope = (1.0 / (1.0 + t.exp())) * if y == 1 { *x } else { -x };
                (t.min(0.0) - (-t.abs()).exp().ln_1p(), slope)
            });
            each.fold((0.0, 0.0), |sum, term| (sum.0 + term.0, sum.1 + term.1))
        };
        let model = model! { scale |= flat(), data(&y) |= bernoulli_logit(scale * data(&x)) };
        with_room(|| {
            for &(set, instructions) in sets() {
                let options = Options::default().instructions(instructions);
                let posterior = model.compile_with(options).expect("the model compiles");
                for scale in [0.8, -1.3, 0.0] {
                    let (value, gradient) = evaluate_gradient(&posterior, &[scale]);
                    let (want, slope) = terms(scale);
                    let what = format!(
                        "{rows} {spread} {scale} {set}: {value} and {want}, {gradient:?} and {slope}"
                    );
                    assert!(is_near(value, want, 1e-12 * want.abs().max(1.0)), "{what}");
                    assert!(is_near(gradient[0], slope, 1e-12 * spread * rows as f64), "{what}");
                }
                let (value, _) = evaluate_gradient(&posterior, &[f64::NAN]);
                assert_eq!(value, f64::NEG_INFINITY);
            }
        });
    }
}

/// Asserts a log density that was computed by hand, rewritten and as written.
fn by_hand<M: Model>(name: &str, model: M, place: usize, q: &[f64], want: f64) {
    same(name, model, place, "orthogonal factors");
    for &(_, instructions) in sets() {
        for rewrites in [Rewrites::All, Rewrites::None] {
            let options = Options::default().instructions(instructions).rewrites(rewrites);
            let posterior = model.compile_with(options).expect("the model compiles");
            let (got, _) = evaluate_gradient(&posterior, q);
            let case = format!("{name}, {instructions:?}, {rewrites:?}: {got} for {want}");
            assert!(is_near(got, want, 1e-11 * want.abs()), "{case}");
        }
    }
}

/// A common effect beside effects of the same column by group: no data tell them apart, priors do.
#[test]
fn common_effects_beside_effects_by_group() {
    let x = [0.3, -1.2, 0.7, 1.9, -0.4, 0.8, 1.1, -0.6, 0.2, -1.5, 0.9, 0.5];
    let y = [1.0, 0.2, -0.7, 1.3, 0.4, -1.1, 0.6, 0.9, -0.3, 0.1, 1.7, -0.8];
    let group = [0_usize, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
    let z = Mat::from_fn(12, 2, |row, column| if column == 0 { 1.0 } else { x[row] });
    params! { mu: real(), b: vector(2).rows(2) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        b |= normal(0.0, 1.0),
        data(&y) |= normal(mu + data(&z).dot_by_group(b, &group), 1.0),
    };
    by_hand("intercepts and slopes", model, 2, &[0.1, 0.2, -0.3, 0.4, 0.5], -20.827_305_064_479);

    // Two common columns beside theirs by group, ever more alike.
    for apart in [1e-3, 1e-6, 1e-9, 1e-12, 0.0] {
        let near: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x + apart * y).collect();
        params! { k: real(), l: real(), s: vector(2), sigma: positive() }
        let eta = k * data(&x) + s.at(&group) * data(&near) - l * data(&near);
        let model = model! {
            k |= normal(0.0, 1.0), l |= normal(0.0, 1.0), s |= normal(0.0, 1.0), sigma |= exponential(1.0),
            data(&y) |= normal(eta, sigma),
        };
        same(&format!("{apart} apart"), model, 4, "orthogonal factors");
    }
}

/// A vector of one number that is an intercept stands before what is written, and loaded, before it.
#[test]
fn vectors_of_few_numbers() {
    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let y = [0.3, -0.4, 1.1, 0.9, 0.2, 1.4];
    let group = [0_usize; 6];
    params! { beta: real(), alpha: vector(1) }
    let model = model! {
        beta |= normal(0.0, 1.0),
        alpha |= normal(0.0, 1.0),
        data(&y) |= normal(beta * data(&x) + alpha.at(&group), 1.0),
    };
    by_hand("a group of one", model, 2, &[0.5, 0.25], -15.055_258_265_637_4);

    let d = data_of(120, 3, 3);
    let ones = Mat::from_fn(120, 1, |_, _| 1.0);
    let x = matrix(d.x.as_ref());
    for (a, b, c) in [(1, 1, 1), (1, 2, 3), (3, 1, 2), (2, 3, 1), (1, 3, 1), (2, 1, 1), (1, 1, 3)] {
        let group_of = |groups: usize| d.group.iter().map(move |&group| usize::from(group) % groups);
        let [of_a, of_b, of_c]: [Vec<usize>; 3] = [a, b, c].map(|groups| group_of(groups).collect());
        params! { u: vector(a), v: vector(b), w: vector(c), one: vector(1), r: vector(3), m: real() }
        let priors = model! {
            u |= normal(0.0, 1.0), v |= normal(0.0, 1.0), w |= normal(0.0, 1.0), one |= normal(0.0, 1.0),
            r |= normal(0.0, 1.0), m |= normal(0.0, 1.0),
        };
        let first = data(&d.first);
        let case = format!("vectors of {a}, {b} and {c}");
        let eta = u.at(&of_a) * first + v.at(&of_b) + w.at(&of_c);
        same(&case, model! { priors, data(&d.y) |= normal(eta, 0.7) }, 6, "orthogonal factors");
        let eta = m * first + matrix(ones.as_ref()).dot(one) + x.dot(r) + w.at(&of_c);
        same(&case, model! { priors, data(&d.y) |= normal(eta, 0.7) }, 6, "orthogonal factors");
        let eta = x.dot(r) + w.at(&of_c) + u.at(&of_a) - m + v.at(&of_b) * first;
        same(&case, model! { priors, data(&d.y) |= normal(eta, data(&d.positive)) }, 6, "orthogonal factors");
    }
}

/// A law of numbers alone: its squares are added up once, by whatever way its rows are merged.
#[test]
fn statements_of_data_alone() {
    let y = [0.3, 1.2, -0.7, 0.3];
    params! { mu: real() }
    let density = |y: f64, mean: f64, sd: f64| {
        -0.5 * ((y - mean) / sd).powi(2) - (sd * core::f64::consts::TAU.sqrt()).ln()
    };
    let of_all = |mean: f64, sd: f64| y.iter().map(|y| density(*y, mean, sd)).sum::<f64>();
    let model = model! {
        mu |= normal(0.0, 1.0),
        data(&y) |= normal(0.5, 2.0),
        data(&y) |= normal(0.5, &[2.0, 2.0, 2.0, 2.0]),
        data(&y) |= normal(mu, 1.5),
    };
    let want = density(0.4, 0.0, 1.0) + 2.0 * of_all(0.5, 2.0) + of_all(0.4, 1.5);
    on_every_set(model, |set, posterior| {
        let value = posterior.log_density(&[0.4], &mut posterior.workspace());
        assert_near(value, want, 1e-13, || set.to_owned());
    });
}

/// Rows whose mean does not tell them apart are not merged: nearly equal observations of a law that is sharp
/// in their logarithm, numbers whose squares are none, and counts that are so large that terms of them are
/// not linear.
#[test]
fn rows_that_are_not_merged() {
    const ROWS: usize = 100;
    let near = |spread: f64| -> Vec<f64> {
        (0..ROWS).map(|row| 2.0 * (spread * (row as f64 / ROWS as f64 - 0.5)).exp()).collect()
    };
    let (close, apart, equal) = (near(0.02), near(0.2), near(0.0));
    // The one logarithm differs, the other one hardly does.
    let low: Vec<f64> = close.iter().map(|y| 1e-3 * (y - 1.5)).collect();
    let high: Vec<f64> = low.iter().map(|y| 1.0 - y).collect();
    params! { a: positive(), b: positive(), log_mean: real() }
    let priors = model! { a |= exponential(1.0), b |= exponential(1.0), log_mean |= normal(0.0, 1.0) };
    let differ = "row by row: its 100 rows differ";
    let one = "100 rows are 1 different ones";
    kept("close", model! { priors, data(&close) |= gamma(a, b) }, 3, differ);
    same("apart", model! { priors, data(&apart) |= gamma(a, b) }, 3, one);
    same("equal", model! { priors, data(&equal) |= gamma(a, b) }, 3, one);
    kept("low", model! { priors, data(&low) |= beta_distribution(a, b) }, 3, differ);
    kept("high", model! { priors, data(&high) |= beta_distribution(a, b) }, 3, differ);

    let tiny: Vec<f64> = apart.iter().map(|y| 1e-130 * y).collect();
    kept("tiny", model! { priors, data(&tiny) |= exponential(a) }, 3, differ);
    // A law that reads the squares of logarithms, with means that are no sums of coefficients.
    let group: Vec<usize> = (0..ROWS).map(|row| 2 * row / ROWS).collect();
    params! { of_group: vector(2) }
    let mean = of_group.at(&group).exp();
    let by_group = model! { priors, of_group |= normal(0.0, 1.0) };
    kept("tiny logarithms", model! { by_group, data(&tiny) |= lognormal(mean, b) }, 4, differ);
    same(
        "logarithms",
        model! { by_group, data(&apart) |= lognormal(mean, b) },
        4,
        "100 rows are 2 different ones",
    );
    same("not tiny", model! { priors, data(&apart) |= exponential(a) }, 3, one);

    let counts = |first: u64, step: u64| -> Vec<u64> { (0..100).map(|row| first + step * row).collect() };
    let (large, same_large, small) = (counts(1 << 40, 1), counts(1 << 40, 0), counts(1, 1));
    kept("large", model! { priors, data(&large) |= poisson_log(log_mean) }, 3, differ);
    same("equal and large", model! { priors, data(&same_large) |= poisson_log(log_mean) }, 3, one);
    same("small", model! { priors, data(&small) |= poisson_log(log_mean) }, 3, one);
}

/// Few different rows are merged, rather than made the triangle of many coefficients.
#[test]
fn few_different_rows_of_many_coefficients() {
    let y = Random(3).numbers(400, -1.0, 1.0);
    let x = |patterns: usize| Mat::from_fn(400, 12, |row, column| ((row % patterns) * (column + 1)) as f64);
    let (few, many) = (x(2), x(400));
    params! { b: vector(12), sigma: positive() }
    let priors = model! { b |= normal(0.0, 1.0), sigma |= exponential(1.0) };
    for (name, x, words) in
        [("few", few, "400 rows are 2 different ones"), ("many", many, "orthogonal factors")]
    {
        let x = matrix(x.as_ref());
        same(name, model! { priors, data(&y) |= normal(x.dot(b), sigma) }, 2, words);
    }
}

/// What `explain()` says of statements that have no other form.
#[test]
fn statements_without_another_form() {
    let y = [[0.2, 0.8], [0.5, 0.5]];
    let simplexes = Mat::from_fn(2, 2, |row, column| y[row][column]);
    params! { mu: real(), p: vector(2), one: positive() }
    let model = model! {
        mu |= normal(0.0, 1.0),
        p |= normal(0.0, 1.0),
        one |= exponential(1.0),
        data(0.3) |= normal(mu, 1.0),
        data(simplexes.as_ref()) |= dirichlet(one * data(&[1.0, 2.0])),
        data(&[0.1, 0.2]) |= normal(p * p, one),
    };
    let posterior = model.compile().expect("the model compiles");
    let words = [
        "its variable is a parameter",
        "its variable is a parameter",
        "its variable is a parameter",
        "it is a single observation",
        "its observations are vectors",
        "an argument is neither affine in coefficients that rows share nor made of values",
    ];
    for (statement, words) in posterior.explain().statements().iter().zip(words) {
        assert!(
            !statement.is_rewritten() && statement.what().contains(words),
            "{words}: {}",
            statement.what()
        );
    }
}
