//! Proves that long statements in parts have the same log density and gradient as whole ones, on every
//! instruction set, and the same bits whatever the number of threads.

use crate::common::{Random, evaluate_gradient, is_near, sets, with_room};
use faer::Mat;
use monomorph::prelude::*;

fn same(name: &str, model: impl Model) {
    same_in(&[1, 2, 3, 7, 200], name, model);
}

/// Checks that parts have the log density of the whole, with bits that do not depend on the number of
/// threads.
pub fn same_in(counts: &[usize], name: &str, model: impl Model) {
    with_room(|| {
        for &(set, instructions) in sets() {
            let compile =
                |parts| model.compile_with(Options::default().instructions(instructions).parts(parts));
            let whole = compile(0).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut random = Random(5);
            let q: Vec<f64> = (0..whole.dimension()).map(|_| random.between(-1.0, 1.0)).collect();
            let (expected, slopes) = evaluate_gradient(&whole, &q);
            let scale = slopes.iter().fold(1.0_f64, |most, slope| most.max(slope.abs()));
            for &parts in counts {
                let split = compile(parts).expect("what compiles in one part compiles in many");
                // So many parts may not pay.
                assert!(split.parts() == parts || parts == 200, "{name}: {} parts", split.parts());
                let mut bits = Vec::new();
                for threads in [1, 3] {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
                    let mut workspace = split.workspace();
                    // The first evaluations are in turn, the next ones at once, and then a clock decides.
                    for evaluation in 0..9 {
                        let mut gradient = vec![0.0; q.len()];
                        let value = pool
                            .install(|| split.log_density_and_gradient(&q, &mut gradient, &mut workspace));
                        let context = format!(
                            "{name}, {set}, {parts} parts, {threads} threads, evaluation {evaluation}"
                        );
                        let allowed = 1e-12 * expected.abs();
                        assert!(is_near(value, expected, allowed), "{context}: {value} {expected}");
                        for (slope, expected) in gradient.iter().zip(&slopes) {
                            let is_near = is_near(*slope, *expected, 1e-12 * scale);
                            assert!(is_near, "{context}: {slope} {expected}");
                        }
                        let value_alone = pool.install(|| split.log_density(&q, &mut workspace));
                        assert!(is_near(value_alone, expected, allowed), "{context}: alone");
                        let slopes = gradient.iter().map(|slope| slope.to_bits()).collect::<Vec<_>>();
                        bits.push((value.to_bits(), value_alone.to_bits(), slopes));
                    }
                }
                assert!(bits.iter().all(|other| *other == bits[0]), "{name}, {set}: bits depend on threads");
                if parts == 3 {
                    points_are_the_same(name, &split, &q);
                }
            }
        }
    });
}

/// Checks that several points at once give the results of single points, up to rounding, because the order
/// of statements may differ.
fn points_are_the_same<M: BoundModel>(name: &str, posterior: &Posterior<M>, q: &[f64]) {
    let points: Vec<f64> =
        (0..2).flat_map(|point| q.iter().map(move |q| q * (1.0 - 0.1 * f64::from(point)))).collect();
    let (mut workspaces, mut gradients) = (posterior.workspaces(2), vec![0.0; points.len()]);
    for _ in 0..9 {
        let values = posterior.log_density_and_gradients(&points, &mut gradients, &mut workspaces);
        for ((point, gradient), value) in points.chunks(q.len()).zip(gradients.chunks(q.len())).zip(values) {
            let (expected, slopes) = evaluate_gradient(posterior, point);
            let scale = slopes.iter().fold(1.0_f64, |most, slope| most.max(slope.abs()));
            assert!(is_near(*value, expected, 1e-12 * expected.abs()), "{name}: {value} {expected}");
            for (slope, expected) in gradient.iter().zip(&slopes) {
                assert!(is_near(*slope, *expected, 1e-12 * scale), "{name}: {slope} {expected}");
            }
        }
    }
}

#[test]
fn parts_add_up() {
    let (rows, columns, groups) = (9_001, 3, 300);
    let mut random = Random(11);
    let x = Mat::from_fn(rows, columns, |_, _| random.between(-1.0, 1.0));
    let y = random.numbers(rows, -2.0, 2.0);
    let flags: Vec<bool> = y.iter().map(|&y| y > 0.3).collect();
    let group = random.indices(rows, groups);
    params! {
        alpha: real(), beta: vector(columns), a: vector(groups), slopes: vector(columns).rows(groups),
        s: positive(),
    }
    let priors = model! {
        alpha |= normal(0.0, 1.0), beta |= normal(0.0, 1.0), a |= normal(0.0, 1.0),
        slopes |= normal(0.0, 1.0),
        s |= exponential(1.0),
    };
    let x = matrix(x.as_ref());
    let eta = alpha + x.dot(beta.exp()) + a.at(&group);
    same("logistic", model! { priors, data(&flags) |= bernoulli_logit(eta) });
    same("student", model! { priors, data(&y) |= student_t(4.0, eta, s) });
    // Each part has sums of its own.
    let coarse: Vec<usize> = group.iter().map(|&group| group as usize / 9).collect();
    let nested = a.at(&group) + (s * a).at(&coarse) + alpha * data(&y);
    same("nested groups", model! { priors, data(&flags) |= bernoulli_logit(nested) });
    let by_group = x.dot_by_group(slopes, &group);
    same("by group", model! { priors, data(&y) |= double_exponential(by_group, s) });
    // Next to other statements, which add to the same adjoints.
    same(
        "two",
        model! { priors, data(&y) |= cauchy(eta, s), data(&flags) |= bernoulli_logit(a.at(&group) * s) },
    );
}

/// √(x y)² has the slope 0 · ∞ at x = 0, in every part.
#[test]
fn a_slope_that_is_not_finite_in_a_part_leaves_no_density() {
    let y = Random(3).numbers(9_001, -2.0, 2.0);
    params! { x: real(), s: positive() }
    let model = model! {
        x |= normal(0.0, 1.0),
        s |= exponential(1.0),
        data(&y) |= cauchy((x * data(&y)).square().sqrt(), s),
    };
    with_room(|| {
        for parts in [0, 3] {
            let posterior = model.compile_with(Options::default().parts(parts)).expect("a model");
            assert!(evaluate_gradient(&posterior, &[0.5, 0.1]).0.is_finite());
            assert_eq!(evaluate_gradient(&posterior, &[0.0, 0.1]), (f64::NEG_INFINITY, vec![0.0; 2]));
            assert!(posterior.log_density(&[0.0, 0.1], &mut posterior.workspace()).is_finite());
        }
    });
}

#[test]
fn parts_of_mixtures_and_sums_add_up() {
    let y = &Random(13).numbers(9_001, -2.0, 2.0);
    // So many different ones that merged rows are worth their parts.
    let counts: &Vec<u32> = &y.iter().map(|y| (4_000.0 * (2.0 + y)) as u32).collect();
    params! { mu: vector(2), s: positive(), w: simplex(2) }
    let priors = model! { mu |= normal(0.0, 1.0), s |= exponential(1.0), w |= dirichlet(1.0) };
    same(
        "a mixture",
        model! {
            priors, data(y) |= mixture(w, (normal(mu.at(0), s), student_t(4.0, mu.at(1), s))),
        },
    );
    same("truncated", model! { priors, data(y) |= normal(mu.at(0), s).truncated_below(-3.0) });
    same("a sum", model! { priors, increment(-(data(y) * s - mu.at(1)).square().sqrt()) });
    same(
        "counts",
        model! { priors, data(counts) |= mixture(w, (poisson(8_000.0 * s), poisson(2.0 + 9_000.0 * s))) },
    );
}
