//! Posteriors that are flat along a direction have no standard error; modes on bounds are told; and
//! approximations that are exact say so.

use monomorph::approximate::Approximation;
use monomorph::prelude::*;

/// Asserts that neither standard errors nor Laplace's method answer, and that both name each of the
/// parameters.
#[track_caller]
fn refused<M: BoundModel>(what: &str, posterior: &Posterior<M>, names: &[&str]) {
    for seed in 0..3 {
        let errors = posterior.optimise().standard_errors(true).seed(seed).run().map(|mode| mode.to_string());
        let laplace = posterior.laplace().seed(seed).run().map(|found| found.to_string());
        for found in [errors, laplace] {
            let error = found.expect_err(what).to_string();
            assert!(error.contains("stays the same along"), "{what}: {error}");
            for name in names {
                assert!(error.contains(&format!("`{name}`")), "{what}: {name}: {error}");
            }
        }
    }
}

fn columns(n: usize) -> [Vec<f64>; 3] {
    let x: Vec<f64> = (0..n).map(|i| (i as f64 * 0.7).sin() * 3.0 + 0.1 * i as f64 / n as f64).collect();
    let z: Vec<f64> = (0..n).map(|i| (i as f64 * 1.3).cos()).collect();
    let y: Vec<f64> = (0..n).map(|i| x[i] + (i as f64 * 2.9).sin()).collect();
    [x, z, y]
}

#[test]
fn equal_columns_sums_and_products_have_no_standard_errors() {
    for n in [5, 20, 200] {
        let [x, z, y] = columns(n);
        let both: Vec<f64> = x.iter().zip(&z).map(|(x, z)| 1000.0 * (x - 0.3 * z)).collect();
        params! { a: real(), b: real() }
        macro_rules! of_two {
            ($what:literal, $law:expr, $names:expr) => {
                let model = model! { a |= flat(), b |= flat(), data(&y) |= $law };
                refused(&format!("{} {n}", $what), &model.compile().unwrap(), &$names);
            };
        }
        of_two!("equal", normal(a * data(&x) + b * data(&x), 1.0), ["a", "b"]);
        of_two!("equal, t", student_t(4.0, a * data(&x) + b * data(&x), 1.0), ["a", "b"]);
        of_two!("sum", normal(a + b, 1.0), ["a", "b"]);
        of_two!("product", normal(a * b + 2.0, 1.0), ["a", "b"]);
        of_two!("unseen", normal(a, 1.0), ["b"]);
        params! { c: real() }
        let three = model! {
            a |= flat(), b |= flat(), c |= flat(),
            data(&y) |= normal(a * data(&x) + b * data(&z) + c * data(&both), 1.0),
        };
        refused(&format!("three {n}"), &three.compile().unwrap(), &["a", "b"]);
    }
}

#[test]
fn groups_categories_and_what_a_line_separates_have_no_standard_errors() {
    let n = 24;
    let group: Vec<usize> = (0..n).map(|i| i % 4).collect();
    let y: Vec<f64> = (0..n).map(|i| (i as f64 * 2.9).sin()).collect();
    let counts: Vec<i64> = (0..n as i64).map(|i| i % 3).collect();
    params! { a: real(), b: vector(4) }
    let every = ["a", "b[0]", "b[1]", "b[2]", "b[3]"];
    let model = model! { a |= flat(), b |= flat(), data(&y) |= normal(a + b.at(&group), 1.0) };
    refused("groups", &model.compile().unwrap(), &every);
    let model = model! { a |= flat(), b |= flat(), data(&counts) |= poisson_log(a + b.at(&group)) };
    refused("groups of counts", &model.compile().unwrap(), &every);
    params! { l: vector(3) }
    let model = model! { l |= flat(), data(&counts) |= categorical_logit(l) };
    refused("logits", &model.compile().unwrap(), &["l[0]", "l[1]", "l[2]"]);
    let dose: Vec<f64> = (0..n).map(|i| i as f64 - 11.5).collect();
    let won: Vec<i64> = (0..n).map(|i| i64::from(i >= 12)).collect();
    params! { d: real(), e: real() }
    let model = model! { d |= flat(), e |= flat(), data(&won) |= bernoulli_logit(d + e * data(&dose)) };
    // Far along the slope nothing tells the intercept.
    refused("separated", &model.compile().unwrap(), &["d"]);
    // What is marginalised, and scales of which the data tell a product.
    params! { s: positive(), t: positive() }
    params! { k: vector(24).category(2) }
    let model = model! {
        d |= flat(), e |= flat(), k |= categorical(&[0.5, 0.5]),
        data(&y) |= normal(d + e + data(&[0.0, 0.3]).at(k), 1.0),
    };
    refused("marginal", &model.marginalise(k).compile().unwrap(), &["d", "e"]);
    let model = model! { s |= flat(), t |= flat(), data(&y) |= normal(0.0, s * t) };
    let error = model.compile().unwrap().optimise().jacobian(false).standard_errors(true).run().unwrap_err();
    assert!(error.to_string().contains("`s` − `t`"), "{error}");
}

/// Draws of Pathfinder, which needs no mode, are told not to be believed.
#[test]
fn pathfinder_of_a_flat_direction_is_not_believed() {
    let [x, _, y] = columns(20);
    params! { a: real(), b: real() }
    let model = model! { a |= flat(), b |= flat(), data(&y) |= normal(a * data(&x) + b * data(&x), 1.0) };
    let posterior = model.compile().unwrap();
    for seed in 0..10 {
        let found = posterior.pathfinder().seed(seed).run().unwrap();
        assert!(!found.candidates().warnings().is_empty(), "{seed}: {found}");
    }
}

#[test]
fn a_weak_prior_makes_an_equal_column_proper() {
    let [x, _, y] = columns(30);
    for width in [1.0, 1e2, 1e4] {
        params! { a: real(), b: real() }
        let model = model! {
            a |= normal(0.0, width), b |= normal(0.0, width),
            data(&y) |= normal(a * data(&x) + b * data(&x), 1.0),
        };
        let mode = model.compile().unwrap().optimise().standard_errors(true).run().unwrap();
        // a + b has the precision Σx² and half of 1/width², a − b that of the priors alone.
        let square: f64 = x.iter().map(|x| x * x).sum();
        let variance = 0.5 * width * width + 0.25 / (square + 0.5 / (width * width));
        let found = mode.standard_error("a").unwrap();
        assert!((found / variance.sqrt() - 1.0).abs() < 1e-4, "{width}: {found}, not {}", variance.sqrt());
    }
}

/// The mode without Jacobian, with its standard errors and its warnings.
fn at_bound<M: BoundModel>(posterior: &Posterior<M>) -> monomorph::approximate::Mode {
    posterior.optimise().jacobian(false).standard_errors(true).seed(1).run().expect("a mode")
}

#[test]
fn modes_on_bounds_are_told_and_have_no_standard_errors() {
    let y = [1.0, 1.2, 0.9, 1.1, 1.05];
    params! { t: positive(), u: positive(), twice: real() }
    let model =
        model! { t |= exponential(1.0), u |= half_normal(1.0), w = 2.0 * t, twice |= normal(0.0, 2.0) };
    let mode = at_bound(&model.compile().unwrap());
    let text = mode.to_string();
    assert!(mode.warnings().len() == 1 && text.contains("bound of `t`, `u`"), "{text}");
    assert!(["t", "u", "w"].iter().all(|name| mode.standard_error(name).unwrap().is_nan()), "{text}");
    assert!((mode.standard_error("twice").unwrap() - 2.0).abs() < 1e-6 && mode.value("t").unwrap() < 1e-4);
    // Without standard errors too.
    assert_eq!(model.compile().unwrap().optimise().jacobian(false).run().unwrap().warnings().len(), 1);

    params! { p: interval(0.0, 1.0), r: interval(2.0, 5.0), lo: lower(3.0), up: upper(-1.0) }
    let model = model! {
        p |= beta(1.0, 1.0), r |= uniform(2.0, 5.0), lo |= normal(0.0, 1.0), up |= normal(0.0, 1.0),
        data(&[10]) |= binomial(10, p), data(&y) |= normal(r, 1.0),
    };
    let mode = at_bound(&model.compile().unwrap());
    for (name, bound) in [("p", 1.0), ("r", 2.0), ("lo", 3.0), ("up", -1.0)] {
        assert!(mode.warnings()[0].contains(&format!("`{name}`")), "{mode}");
        assert!(
            (mode.value(name).unwrap() - bound).abs() < 1e-4 && mode.standard_error(name).unwrap().is_nan()
        );
    }

    params! { nu: positive(), sd: positive() }
    params! { o: ordered(3) }
    params! { w: simplex(3) }
    let model = model! { nu |= flat(), sd |= flat(), data(&y) |= student_t(nu, 1.0, sd) };
    let mode = at_bound(&model.compile().unwrap());
    assert!(mode.warnings()[0].contains("`nu`, or at infinity"), "{mode}");
    // The normal law's: σ̂ / √(2n).
    let sigma = (y.iter().map(|y| (y - 1.0_f64).powi(2)).sum::<f64>() / 5.0).sqrt();
    assert!((mode.standard_error("sd").unwrap() - sigma / 10_f64.sqrt()).abs() < 1e-5, "{mode}");
    let mode = at_bound(&model! { o |= normal(0.0, 1.0) }.compile().unwrap());
    assert!(mode.warnings()[0].contains("`o[1]`, `o[2]`"), "{mode}");
    let model = model! { w |= dirichlet(1.0), data(&[1, 1, 2, 2, 2, 1]) |= categorical(w) };
    let mode = at_bound(&model.compile().unwrap());
    assert!(mode.warnings()[0].contains("`w`"), "{mode}");
    assert!((mode.value("w[1]").unwrap() - 0.5).abs() < 1e-4, "{mode}");
}

#[test]
fn modes_inside_of_their_bounds_have_no_warning() {
    let y = [1.0, 1.2, 0.9, 1.1, 1.05];
    params! { s: positive(), tiny: positive(), p: interval(0.0, 1.0), w: simplex(3), big: positive() }
    let model = model! {
        s |= flat(), tiny |= flat(), p |= beta(1.0, 1.0), w |= dirichlet(2.0), big |= gamma(2.0, 1e-9),
        data(&y) |= normal(1.0, s), data(&[1e-9]) |= normal(0.0, tiny), data(&[1]) |= binomial(4000, p),
    };
    let mode = at_bound(&model.compile().unwrap());
    assert!(mode.warnings().is_empty(), "{mode}");
    assert!((mode.standard_error("tiny").unwrap() / (1e-9 / 2_f64.sqrt()) - 1.0).abs() < 1e-4, "{mode}");
}

#[test]
fn exact_approximations_say_so() {
    fn is_exact(found: &Approximation) {
        assert_eq!(found.khat(), f64::NEG_INFINITY, "{found}");
        let text = found.to_string().replace('\n', " ");
        assert!(text.contains("so exact") && !text.contains("inf"), "{text}");
        assert!(found.candidates().warnings().is_empty(), "{found}");
    }
    params! { x: real() }
    params! { v: vector(40) }
    params! { a: real(), b: real() }
    for seed in 0..2 {
        for draws in [30, 1000] {
            let one = model! { x |= normal(3.0, 2.0) }.compile().unwrap();
            let many = model! { v |= normal(3.0, 2.0) }.compile().unwrap();
            let far = model! { a |= normal(1e4, 1e-3), b |= normal(a, 1e3) }.compile().unwrap();
            is_exact(&one.laplace().draws(draws).seed(seed).run().unwrap());
            is_exact(&one.pathfinder().draws(draws).seed(seed).run().unwrap());
            is_exact(&many.laplace().draws(draws).seed(seed).run().unwrap());
            is_exact(&many.pathfinder().draws(draws).seed(seed).run().unwrap());
            is_exact(&far.laplace().draws(draws).seed(seed).run().unwrap());
        }
    }
    // What is not: heavy tails, and too few draws to tell.
    let heavy = model! { x |= student_t(3.0, 3.0, 2.0) }.compile().unwrap();
    let found = heavy.laplace().draws(2000).run().unwrap();
    assert!(found.khat().is_finite() && found.to_string().contains("k-hat"), "{found}");
    let few = heavy.laplace().draws(10).run().unwrap();
    let text = few.to_string().replace('\n', " ");
    assert!(
        text.contains("too few to tell") && text.contains("Take more draws") && !text.contains("inf"),
        "{text}"
    );
}
