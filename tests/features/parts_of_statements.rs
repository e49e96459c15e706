//! Proves that models of several statements, of whole operations and of marginalised parameters have the same
//! log density in parts as in one, that evaluations in parts allocate nothing, and that models of little work
//! are left whole.

use crate::common::counting::allocations;
use crate::common::{Random, with_room};
use crate::parts::same_in;
use faer::Mat;
use monomorph::prelude::*;

/// Statements of middling size are evaluated by one part each.
#[test]
fn whole_statements_add_up() {
    let mut random = Random(17);
    let groups: &Vec<Vec<f64>> = &(0..200).map(|k| random.numbers(40 + k % 90, -2.0, 2.0)).collect();
    params! { mu: vector(groups.len()), tau: positive(), s: positive() }
    same_in(
        &[2, 7],
        "groups",
        model! {
            tau |= exponential(1.0), s |= exponential(1.0), mu |= normal(0.0, tau),
            for_each(groups.len(), |k| data(&groups[k]) |= student_t(4.0, mu.at(k), s)),
        },
    );
}

/// Logarithms that a scalar's transform stores are read in every part, and their adjoints are added up.
#[test]
fn logarithms_of_scalars_add_up() {
    let mut random = Random(23);
    let groups: &Vec<Vec<f64>> = &(0..60).map(|k| random.numbers(120 + k, -2.0, 2.0)).collect();
    let x: &Vec<Vec<f64>> = &groups.iter().map(|y| random.numbers(y.len(), -1.0, 1.0)).collect();
    let coins: &Vec<f64> = &random.numbers(20_000, 0.0, 2.0).iter().map(|u| u.floor()).collect();
    params! { b: vector(groups.len()), share: interval(0.0, 1.0), s: positive() }
    same_in(
        &[2, 5],
        "logarithms",
        model! {
            share |= beta(2.0, 3.0), s |= gamma(3.0, 2.0), b |= normal(share.log(), s),
            data(coins) |= bernoulli(share),
            for_each(groups.len(), |k| data(&groups[k]) |= normal(b.at(k) * data(&x[k]) + share.log1m(), s)),
        },
    );
}

/// Each subject has an equation, and steps of its own.
#[test]
fn equations_of_subjects_add_up() {
    let mut random = Random(19);
    let (times, subjects) = (&[0.5, 1.0, 2.0, 4.0], 9);
    let y: &Vec<Vec<f64>> = &(0..subjects).map(|_| random.numbers(4, 0.5, 3.0)).collect();
    params! { usual: vector(2), z: vector(subjects), s: positive() }
    same_in(
        &[2, 3, 20],
        "equations",
        model! {
            usual |= normal(0.0, 0.3), z |= std_normal(), s |= exponential(1.0),
            for_each(subjects, |k| data(&y[k]) |= lognormal(
                ode(times, 3.0, |_, amount| -(usual.at(0) + 0.2 * z.at(k)).exp() * amount
                    / (1.0 + usual.at(1).exp() * amount)).max_steps(1_000).log(),
                s,
            )),
        },
    );
}

/// Each part sums over the categories of its elements: of a vector, of one that a definition depends on, and
/// beside a statement of its own.
#[test]
fn sums_over_categories_add_up() {
    let mut random = Random(37);
    let rows = 2_000;
    let (x, y) = (&random.numbers(rows, -1.0, 1.0), &random.numbers(rows, -2.0, 2.0));
    params! { w: simplex(3), mu: vector(3), b: real(), s: positive(), z: vector(rows).category(3) }
    let priors = model! {
        w |= dirichlet(2.0), mu |= normal(0.0, 2.0), b |= normal(0.0, 1.0), s |= exponential(1.0),
    };
    let model = model! {
        priors, z |= categorical(w), data(y) |= student_t(4.0, mu.at(z) + b * data(x), s),
    };
    same_in(&[2, 3, 7, 40], "categories", model.marginalise(z));
    let model = model! {
        priors, z |= categorical(w), location = mu.at(z) * 0.5,
        data(y) |= normal(location + b * data(x), s), data(x) |= normal(b, s),
    };
    same_in(&[3], "a definition", model.marginalise(z));
}

/// Rows that share a category belong to one sum, which no two parts share; so does a Markov chain.
#[test]
fn sums_that_cannot_be_divided_are_of_one_part() {
    let mut random = Random(41);
    let (rows, groups) = (3_000, 600);
    let (y, other) = (&random.numbers(rows, -2.0, 2.0), &random.numbers(9_000, -2.0, 2.0));
    let group = &random.indices(rows, groups);
    params! { w: simplex(2), mu: vector(2), s: positive(), z: vector(groups).category(2) }
    let priors = model! { w |= dirichlet(2.0), mu |= normal(0.0, 2.0), s |= exponential(1.0) };
    let model = model! {
        priors, z |= categorical(w), data(y) |= normal(mu.at(z.at(group)), s),
        data(other) |= cauchy(mu.at(0), s),
        data(other) |= student_t(3.0, mu.at(1), s), data(other) |= double_exponential(mu.at(1), s),
    };
    same_in(&[2, 3], "groups", model.marginalise(z));
}

/// Each part goes over some of the sequences of a hidden Markov model, side by side or one after the other,
/// with emissions in every form, transitions of each sequence, and observations that were not made.
#[test]
fn sequences_add_up() {
    let mut random = Random(43);
    let lengths: Vec<usize> = (0..240).map(|k| 5 + (7 * k) % 41).collect();
    let (count, total) = (lengths.len(), lengths.iter().sum());
    let y = &random.numbers(total, -2.0, 2.0);
    let observed: &Vec<bool> = &(0..total).map(|row| row % 11 != 3).collect();
    let lengths = &lengths;
    params! { t: simplex(2).rows(2), mu: vector(2), s: positive() }
    same_in(
        &[2, 3, 7],
        "a tuple",
        model! {
            mu |= normal(0.0, 1.0), s |= exponential(1.0), t |= dirichlet(2.0),
            data(y) |= hidden_markov(&[0.4, 0.6], t, (normal(mu.at(0), s), normal(mu.at(1), 2.0 * s)))
                .sequences(lengths)
                .observed(observed),
        },
    );
    params! { each: simplex(2).rows(2 * count), nu: vector(2) }
    same_in(
        &[3],
        "components",
        model! {
            nu |= normal(0.0, 1.0), each |= dirichlet(2.0),
            data(y) |= hidden_markov(&[0.4, 0.6], each, components(2, |k| student_t(4.0, nu.at(k), 1.0)))
                .sequences(lengths),
        },
    );
    params! { four: simplex(4).rows(4), levels: vector(4) }
    same_in(
        &[3],
        "four states",
        model! {
            four |= dirichlet(2.0), levels |= normal(0.0, 1.0),
            data(y) |= hidden_markov(&[0.25; 4], four, components(4, |k| normal(levels.at(k), 1.0)))
                .sequences(lengths),
        },
    );
}

/// Elements of a matrix, and vectors that are its rows, of which none is cut.
#[test]
fn observed_matrices_add_up() {
    let mut random = Random(47);
    let (rows, columns) = (4_001, 3);
    let y = &Mat::from_fn(rows, columns, |_, _| random.between(0.1, 1.0));
    let y = &Mat::from_fn(rows, columns, |row, column| y[(row, column)] / y.row(row).sum());
    params! { mu: real(), s: positive() }
    same_in(
        &[2, 7],
        "elements",
        model! { mu |= normal(0.0, 1.0), s |= exponential(1.0), data(y) |= double_exponential(mu, s) },
    );
    params! { weights: vector(columns).positive() }
    same_in(&[2, 7], "vectors", model! { weights |= exponential(1.0), data(y) |= dirichlet(weights) });
}

/// A model that takes microseconds is not divided, nor one whose only work is one operation.
#[test]
fn parts_that_do_not_pay_are_not_made() {
    let y = Random(29).numbers(100, -2.0, 2.0);
    params! { mu: real(), s: positive() }
    let priors = model! { mu |= normal(0.0, 1.0), s |= exponential(1.0) };
    let options = Options::default().parts(4);
    let small = model! { priors, data(&y) |= cauchy(mu, s) };
    assert_eq!(small.compile_with(options).expect("a model").parts(), 1);
    let empty = model! { priors, for_each(0, |k| data(y[k]) |= cauchy(mu, s)) };
    let empty = empty.compile_with(options).expect("a model");
    assert_eq!(empty.parts(), 1);
    assert!(empty.log_density(&[0.1, 0.2], &mut empty.workspace()).is_finite());
}

/// Neither in turn nor at once.
#[test]
fn parts_do_not_allocate() {
    let y = Random(31).numbers(20_000, -2.0, 2.0);
    params! { mu: real(), s: positive() }
    let model = model! { mu |= normal(0.0, 1.0), s |= exponential(1.0), data(&y) |= cauchy(mu, s) };
    with_room(|| {
        let posterior = model.compile_with(Options::default().parts(3)).expect("a model");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
        pool.install(|| {
            let (mut workspace, mut gradient) = (posterior.workspace(), [0.0; 2]);
            let mut evaluate = || {
                posterior.log_density_and_gradient(&[0.3, -0.2], &mut gradient, &mut workspace);
            };
            (0..8).for_each(|_| evaluate());
            assert_eq!(allocations(|| (0..100).for_each(|_| evaluate())), 0);
        });
    });
}

/// Chains of a posterior with parts run where the parts do, and chains of any other in threads of their own;
/// the draws are those of one part but for rounding.
#[test]
fn chains_run_beside_their_parts() {
    let y = Random(37).numbers(20_000, -2.0, 2.0);
    params! { mu: real(), s: positive() }
    let model = model! { mu |= normal(0.0, 1.0), s |= exponential(1.0), data(&y) |= cauchy(mu, s) };
    let mut means = [0.0; 2];
    for (parts, mean) in [1, 2].into_iter().zip(&mut means) {
        let posterior = model.compile_with(Options::default().parts(parts)).expect("a model");
        let is_inside = |_: &monomorph::sampling::Draw<'_>| {
            assert_eq!(rayon::current_thread_index().is_some(), parts == 2);
        };
        let nuts =
            posterior.nuts().chains(1).warmup(3).draws(2).seed(1).initial("mu", [0.0]).initial("s", [1.0]);
        let fit = nuts.progress(false).on_draw(is_inside).run().expect("a run");
        assert_eq!(fit.chains().len(), 1, "no chain has failed");
        *mean = fit.draws().column("mu").expect("a column").mean();
    }
    assert!((means[0] - means[1]).abs() < 1e-6, "{means:?}");
}

/// Modes and approximations of a posterior with parts are those of one part but for rounding.
#[test]
fn modes_and_approximations_have_parts() -> Result<(), Error> {
    let y = Random(41).numbers(20_000, -2.0, 2.0);
    params! { mu: real(), s: positive() }
    let model = model! { mu |= normal(0.0, 1.0), s |= exponential(1.0), data(&y) |= cauchy(mu, s) };
    let mut found = Vec::new();
    for parts in [1, 2] {
        let posterior = model.compile_with(Options::default().parts(parts))?;
        let mode = posterior.optimise().initial(mu, 0.0).initial(s, 1.0);
        let (one, two) = (mode.clone().run()?, mode.starts(2).threads(1).run()?);
        let laplace = posterior.laplace().draws(50).seed(1).run()?;
        let pathfinder = posterior.pathfinder().paths(1).draws(50).seed(1).run()?;
        let mean = |draws: &Draws| draws.column("mu").map(|column| column.mean());
        found.push([one.value("s")?, two.value("s")?, mean(laplace.draws())?, mean(pathfinder.draws())?]);
    }
    for (one, two) in found[0].iter().zip(&found[1]) {
        assert!((one - two).abs() < 1e-6, "{found:?}");
    }
    Ok(())
}
