//! Proves that distributions of whole vectors, of categories and of regressions, and functions of whole
//! vectors, have the values and the gradients of Stan: the records of `tests/oracle` on every instruction
//! set, with every argument a parameter, and with the variable a parameter and data where it may be both. The
//! tolerances are those of `tests/numerics/oracle.rs`; it and `tests/densities/oracle_densities.rs` list what
//! is tested here.

use crate::common;
use crate::common::oracle::{compare_gradient, compare_model as compare, compare_value, numbers, records};
use crate::common::{assert_near, evaluate, largest, on_every_set};
use faer::MatRef;
use monomorph::prelude::*;
use serde_json::Value;

/// A vector argument.
fn vector_of(record: &Value, argument: &str) -> Vec<f64> {
    numbers(&record["args"][argument])
}

/// Whole numbers.
fn counts_of(record: &Value, argument: &str) -> Vec<u32> {
    vector_of(record, argument).into_iter().map(|number| number as u32).collect()
}

/// Categories, which Stan counts from 1.
fn categories_of(record: &Value, argument: &str) -> Vec<u32> {
    counts_of(record, argument).into_iter().map(|category| category - 1).collect()
}

#[test]
fn dirichlets() {
    for record in records("densities", "dist", "dirichlet") {
        let seen = vector_of(&record, "theta");
        let n = vector_of(&record, "alpha").len();
        if seen.len() > n {
            params! { theta: vector(n).rows(seen.len() / n), alpha: vector(n) }
            let rows = model! { theta |= dirichlet(alpha), alpha |= flat() };
            compare(&record, "rows", rows, &["theta", "alpha"]);
            continue;
        }
        params! { theta: vector(n), alpha: vector(n) }
        let both = model! { theta |= dirichlet(alpha), alpha |= flat() };
        compare(&record, "parameters", both, &["theta", "alpha"]);
        {
            params! { alpha: vector(n) }
            let known = model! { data(&seen) |= dirichlet(alpha), alpha |= flat() };
            compare(&record, "data", known, &["alpha"]);
        }
        {
            params! { theta: vector(n) }
            let concentration = vector_of(&record, "alpha");
            let prior = model! { theta |= dirichlet(data(&concentration)) };
            compare(&record, "a known concentration", prior, &["theta"]);
        }
    }
}

/// dirichlet(a) of a scalar a is that of a vector of the same numbers.
#[test]
fn symmetric_dirichlets() {
    let scalar = {
        params! { theta: vector(5), a: real() }
        model! { theta |= dirichlet(a), a |= flat() }
    };
    let vector = {
        params! { theta: vector(5), a: vector(5) }
        model! { theta |= dirichlet(a), a |= flat() }
    };
    let scalar = scalar.compile().expect("the model compiles");
    let vector = vector.compile().expect("the model compiles");
    let theta = [0.1, 0.3, 0.05, 0.35, 0.2];
    let (got, gradient) = evaluate(&scalar, &[&theta[..], &[1.7]].concat());
    let (want, slopes) = evaluate(&vector, &[&theta[..], &[1.7; 5]].concat());
    common::assert_near(got, want, 1e-13, || "value".into());
    common::assert_near(gradient[5], slopes[5..].iter().sum(), 1e-12, || "by a".into());
}

/// A test for each distribution of counts: `name(argument in the file)`.
macro_rules! counts {
    ($($test:ident: $distribution:ident($argument:literal);)*) => {$(
        #[test]
        fn $test() {
            for record in records("densities", "dist", stringify!($distribution)) {
                let y = counts_of(&record, "y");
                params! { argument: vector(y.len()) }
                let model = model! { data(&y) |= $distribution(argument), argument |= flat() };
                compare(&record, "parameters", model, &[$argument]);
            }
        }
    )*};
}

counts! {
    multinomials: multinomial("theta");
    multinomials_of_logits: multinomial_logit("gamma");
    dirichlet_multinomials: dirichlet_multinomial("alpha");
}

/// A test for each distribution of categories: `name(argument in the file)`.
macro_rules! categories {
    ($($test:ident: $distribution:ident($argument:literal);)*) => {$(
        #[test]
        fn $test() {
            for record in records("densities", "dist", stringify!($distribution)) {
                let y = categories_of(&record, "y");
                params! { argument: vector(vector_of(&record, $argument).len()) }
                let model = model! { data(&y) |= $distribution(argument), argument |= flat() };
                compare(&record, "a vector of observations", model, &[$argument]);
                if let [one] = y[..] {
                    let model = model! { data(one as i32) |= $distribution(argument), argument |= flat() };
                    compare(&record, "one observation", model, &[$argument]);
                }
            }
        }
    )*};
}

categories! {
    categories_of_probabilities: categorical("theta");
    categories_of_logits: categorical_logit("beta");
}

/// A test for each distribution of ordered categories.
macro_rules! ordered_categories {
    ($($test:ident: $distribution:ident;)*) => {$(
        #[test]
        fn $test() {
            for record in records("densities", "dist", stringify!($distribution)) {
                let y = categories_of(&record, "y");
                let cutpoints = vector_of(&record, "c");
                let predictors = vector_of(&record, "eta");
                params! { eta: vector(predictors.len()), c: vector(cutpoints.len()) }
                if predictors.len() == y.len() {
                    let model = model! {
                        data(&y) |= $distribution(eta, c),
                        eta |= flat(),
                        c |= flat(),
                    };
                    compare(&record, "vectors", model, &["eta", "c"]);
                    params! { predictor: vector(y.len()) }
                    let known = model! {
                        data(&y) |= $distribution(predictor, data(&cutpoints)),
                        predictor |= flat(),
                    };
                    compare(&record, "known cutpoints", known, &["eta"]);
                } else {
                    let model = model! {
                        data(&y) |= $distribution(eta.at(0), c),
                        eta |= flat(),
                        c |= flat(),
                    };
                    compare(&record, "a repeated predictor", model, &["eta", "c"]);
                }
                if let [one] = y[..] {
                    let model = model! {
                        data(one as i32) |= $distribution(eta.at(0), c),
                        eta |= flat(),
                        c |= flat(),
                    };
                    compare(&record, "one observation", model, &["eta", "c"]);
                }
            }
        }
    )*};
}

ordered_categories! {
    ordered_categories_of_logits: ordered_logistic;
    ordered_categories_of_probits: ordered_probit;
}

/// The design of a regression, row by row.
fn design(record: &Value) -> (Vec<f64>, usize, usize) {
    let rows = record["args"]["x"].as_array().expect("rows").len();
    let numbers = numbers(&record["args"]["x"]);
    let columns = numbers.len() / rows;
    (numbers, rows, columns)
}

/// A test for each regression: `name |y, predictor, further parameters| law, of further parameters`. The
/// intercept is a scalar or a vector.
macro_rules! regressions {
    ($($test:ident: $distribution:literal,
        |$record:ident, $y:ident, $eta:ident, $($more:ident),*| $law:expr;)*) => {$(
        #[test]
        fn $test() {
            for $record in records("densities", "dist", $distribution) {
                let (x, rows, columns) = design(&$record);
                let x = matrix(MatRef::from_row_major_slice(&x, rows, columns));
                let $y = vector_of(&$record, "y");
                $(let $more = vector_of(&$record, stringify!($more)).len();)*
                let intercepts = vector_of(&$record, "alpha").len();
                let names = ["alpha", "beta" $(, stringify!($more))*];
                if intercepts == 1 {
                    params! { alpha: real(), beta: vector(columns) $(, $more: vector($more))* }
                    let $eta = alpha + x.dot(beta);
                    let model = model! {
                        alpha |= flat(),
                        beta |= flat(),
                        $($more |= flat(),)*
                        data(&$y) |= law($law),
                    };
                    compare(&$record, "one intercept", model, &names);
                } else {
                    params! { alpha: vector(intercepts), beta: vector(columns) $(, $more: vector($more))* }
                    let $eta = alpha + x.dot(beta);
                    let model = model! {
                        alpha |= flat(),
                        beta |= flat(),
                        $($more |= flat(),)*
                        data(&$y) |= law($law),
                    };
                    compare(&$record, "intercepts", model, &names);
                }
            }
        }
    )*};
}

/// The right side of `|=` is a call.
fn law<Law>(law: Law) -> Law {
    law
}

regressions! {
    linear_regressions: "normal_id_glm", |record, y, eta, sigma| {
        // One standard deviation may serve all.
        let places: Vec<u32> =
            (0..y.len() as u32).map(|i| i.min(vector_of(&record, "sigma").len() as u32 - 1)).collect();
        normal(eta, sigma.at(Box::leak(places.into_boxed_slice()) as &[u32]))
    };
    logistic_regressions: "bernoulli_logit_glm", |record, y, eta,| bernoulli_logit(eta);
    binomial_regressions: "binomial_logit_glm", |record, y, eta,| {
        let trials = counts_of(&record, "N");
        let trials = if trials.len() == 1 { vec![trials[0]; y.len()] } else { trials };
        binomial_logit(data(Box::leak(trials.into_boxed_slice()) as &[u32]), eta)
    };
    poisson_regressions: "poisson_log_glm", |record, y, eta,| poisson_log(eta);
    negative_binomial_regressions: "neg_binomial_2_log_glm", |record, y, eta, phi| neg_binomial_2_log(eta, phi.at(0));
}

#[test]
fn ordered_regressions() {
    for record in records("densities", "dist", "ordered_logistic_glm") {
        let (x, rows, columns) = design(&record);
        let x = matrix(MatRef::from_row_major_slice(&x, rows, columns));
        let y = categories_of(&record, "y");
        params! { beta: vector(columns), c: vector(vector_of(&record, "c").len()) }
        let model = model! {
            beta |= flat(),
            c |= flat(),
            data(&y) |= ordered_logistic(x.dot(beta), c),
        };
        compare(&record, "parameters", model, &["beta", "c"]);
    }
}

#[test]
fn categorical_regressions() {
    for record in records("densities", "dist", "categorical_logit_glm") {
        let (x, rows, columns) = design(&record);
        let x = matrix(MatRef::from_row_major_slice(&x, rows, columns));
        let y = categories_of(&record, "y");
        let count = vector_of(&record, "alpha").len();
        params! { alpha: vector(count), beta: vector(count).rows(columns) }
        let model = model! {
            alpha |= flat(),
            beta |= flat(),
            data(&y) |= categorical_logit(x.dot(beta) + alpha),
        };
        compare(&record, "parameters", model, &["alpha", "beta"]);
    }
}

/// A test for each function from a vector to a number or a vector.
macro_rules! functions {
    ($($test:ident: $function:ident, $least:literal, |$x:ident| $value:expr;)*) => {$(
        #[test]
        fn $test() {
            for record in records("functions", "fn", stringify!($function)) {
                let point = vector_of(&record, "x");
                if point.len() < $least {
                    continue;
                }
                let weights = numbers(&record["w"]);
                let weights = if weights.is_empty() { vec![1.0] } else { weights };
                let want = numbers(&record["value"]);
                params! { $x: vector(point.len()) }
                let model = model! {
                    $x |= flat(),
                    value = $value,
                    weighted = data(&weights) * value,
                    increment(weighted),
                };
                on_every_set(model, |set, posterior| {
                    let (_, gradient) = evaluate(posterior, &point);
                    let trace = posterior.constrain(&point).expect("the point has the right length");
                    let values = trace.get("value").expect("the definition is in the trace");
                    assert_eq!(values.len(), want.len(), "{}", record["id"]);
                    for (place, (&got, &want)) in values.iter().zip(&want).enumerate() {
                        compare_value(&record, got, want, largest(&values), "value", place, set);
                    }
                    compare_gradient(&record, "x", &gradient, &|| format!("{}, {set}", record["id"]));
                });
            }
        }
    )*};
}

functions! {
    softmaxes: softmax, 1, |x| x.softmax();
    log_softmaxes: log_softmax, 1, |x| x.log_softmax();
    cumulative_sums: cumulative_sum, 1, |x| x.cumulative_sum();
    variances: variance, 2, |x| x.variance();
    standard_deviations: sd, 2, |x| x.sd();
}

/// log_sum_exp of a vector; the records of pairs are tested with the functions of two arguments.
#[test]
fn sums_of_exponentials() {
    let of_vectors =
        records("functions", "fn", "log_sum_exp").into_iter().filter(|r| r["args"]["x"].is_array());
    for record in of_vectors {
        let point = vector_of(&record, "x");
        params! { x: vector(point.len()) }
        let model = model! { x |= flat(), increment(x.log_sum_exp()) };
        on_every_set(model, |set, posterior| {
            let (got, gradient) = evaluate(posterior, &point);
            let want = numbers(&record["value"])[0];
            compare_value(&record, got, want, want.abs(), "value", 0, set);
            compare_gradient(&record, "x", &gradient, &|| format!("{}, {set}", record["id"]));
        });
    }
}

/// Rows of probabilities follow a Dirichlet distribution one by one, with a concentration that all share,
/// that is a number, or that has rows of its own.
#[test]
fn rows_of_dirichlets() {
    let point: Vec<f64> = (0..35).map(|i| 0.05 + 0.013 * f64::from(i)).collect();
    let concentration = [1.7, 0.4, 2.0, 1.0, 3.1];
    params! { row: vector(5), alone: vector(5) }
    let single = model! { row |= dirichlet(alone), alone |= flat() }.compile().expect("the model compiles");
    let mut want = 0.0;
    let (mut by_theta, mut by_alpha, mut by_each) = (Vec::new(), vec![0.0; 5], Vec::new());
    for row in point.chunks(5) {
        let (value, gradient) = evaluate(&single, &[row, &concentration].concat());
        want += value;
        by_theta.extend_from_slice(&gradient[..5]);
        by_each.extend_from_slice(&gradient[5..]);
        by_alpha.iter_mut().zip(&gradient[5..]).for_each(|(sum, slope)| *sum += slope);
    }
    let near = |got: &[f64], want: &[f64], what: &str| {
        assert_eq!(got.len(), want.len());
        for (place, (&got, &want)) in got.iter().zip(want).enumerate() {
            common::assert_near(got, want, 1e-12 * want.abs().max(10.0), || format!("{what}[{place}]"));
        }
    };
    {
        params! { theta: vector(5).rows(7), alpha: vector(5) }
        let model = model! { theta |= dirichlet(alpha), alpha |= flat() };
        on_every_set(model, |set, posterior| {
            let (got, gradient) = evaluate(posterior, &[&point[..], &concentration].concat());
            near(&[got], &[want], &format!("{set}: value"));
            near(&gradient, &[&by_theta[..], &by_alpha].concat(), &format!("{set}: gradient"));
        });
    }
    {
        params! { theta: vector(5).rows(7), alpha: vector(5).rows(7) }
        let model = model! { theta |= dirichlet(alpha), alpha |= flat() };
        on_every_set(model, |set, posterior| {
            let (got, gradient) = evaluate(posterior, &[&point[..], &concentration.repeat(7)].concat());
            near(&[got], &[want], &format!("{set}: value with rows"));
            near(&gradient, &[&by_theta[..], &by_each].concat(), &format!("{set}: gradient with rows"));
        });
    }
    {
        params! { theta: vector(5).rows(7) }
        let model = model! { theta |= dirichlet(data(&concentration)) };
        on_every_set(model, |set, posterior| {
            let (got, gradient) = evaluate(posterior, &point);
            near(&[got], &[want], &format!("{set}: value with data"));
            near(&gradient, &by_theta, &format!("{set}: gradient with data"));
        });
    }
}

/// The log probabilities of ordered categories as expressions are those of the statements, and add up to one.
#[test]
fn probabilities_of_ordered_categories() {
    let (y, x) = ([0, 2, 3, 1, 2, 0, 3, 1, 1], [0.1, -1.2, 0.8, 0.0, 1.1, -0.4, 2.0, 0.6, -0.9]);
    params! { slope: real(), cuts: ordered(3) }
    macro_rules! agree {
        ($law:ident) => {{
            let law = $law(slope * data(&x), cuts);
            let stated = model! { slope |= normal(0.0, 1.0), cuts |= normal(0.0, 2.0), data(&y) |= law };
            let added = model! {
                slope |= normal(0.0, 1.0),
                cuts |= normal(0.0, 2.0),
                increment(law.log_density(data(&y)).sum()),
                all = law.log_density(0).exp() + law.log_density(1).exp()
                    + law.log_density(2).exp() + law.log_density(3).exp(),
                last = law.log_density(3),
            };
            let (stated, added) = (stated.compile().unwrap(), added.compile().unwrap());
            let q = [0.7, -1.1, 0.2, -0.3];
            let (want, slopes) = evaluate(&stated, &q);
            let (found, gradient) = evaluate(&added, &q);
            assert_near(found, want, 1e-12 * want.abs(), || stringify!($law).to_owned());
            for (found, want) in gradient.iter().zip(&slopes) {
                assert_near(*found, *want, 1e-12 * largest(&slopes), || stringify!($law).to_owned());
            }
            let point = added.constrain(&q).unwrap();
            for sum in point.get("all").unwrap().iter() {
                assert_near(*sum, 1.0, 1e-14, || stringify!($law).to_owned());
            }
            assert!(point.get("last").unwrap()[1] < point.get("last").unwrap()[6]);
            let beyond = model! { slope |= flat(), cuts |= flat(), increment(law.log_density(4).sum()) };
            assert!(beyond.compile().is_err());
        }};
    }
    agree!(ordered_logistic);
    agree!(ordered_probit);
}
