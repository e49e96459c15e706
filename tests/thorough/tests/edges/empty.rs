//! Empty parts add nothing: data without rows, parameters of size 0, parts without elements, products
//! without rows or columns. The rest of the model is the same as without them, and expressions without a
//! meaning are refused.

use crate::common::{check_against, evaluate, with_room};
use faer::Mat;
use monomorph::prelude::*;

/// log p(x) under the standard normal distribution.
fn standard(x: f64) -> f64 {
    -0.5 * x * x - 0.5 * std::f64::consts::TAU.ln()
}

/// Σ log p(xᵢ) under the standard normal distribution.
fn all_standard(x: &[f64]) -> f64 {
    x.iter().copied().map(standard).sum()
}

const NONE: [f64; 0] = [];
const NO_COUNTS: [u32; 0] = [];
const NO_INDICES: [usize; 0] = [];

/// Statements about no observations leave the priors alone.
#[test]
fn laws_of_no_observations() {
    macro_rules! statements {
        ($(|$mu:ident, $a:ident| $law:expr => $data:expr;)*) => {$({
            params! { $mu: real(), $a: vector(3) }
            let model = model! { $mu |= normal(0.0, 1.0), $a |= normal(0.0, 1.0), data(&$data) |= $law };
            check_against(model, &[0.3, -0.2, 1.1, 0.4], all_standard);
        })*};
    }
    let _ = NO_INDICES;
    statements! {
        |mu, a| normal(mu, 1.0) => NONE;
        |mu, a| normal(mu, data(&NONE)) => NONE;
        |mu, a| normal(a.at(&NO_INDICES), mu.exp()) => NONE;
        |mu, a| student_t(4.0, a.slice(3..3), 1.0) => NONE;
        |mu, a| lognormal(mu, 1.0) => NONE;
        |mu, a| poisson_log(mu) => NO_COUNTS;
        |mu, a| bernoulli_logit(mu + data(&NONE)) => NO_COUNTS;
        |mu, a| binomial_logit(data(&NO_COUNTS), mu) => NO_COUNTS;
        |mu, a| categorical(a.softmax()) => NO_COUNTS;
        |mu, a| categorical_logit(a) => NO_COUNTS;
        |mu, a| normal(mu, 1.0).truncated_below(0.0) => NONE;
        |mu, a| normal(mu, 1.0).censored_above(0.0) => NONE;
        |mu, a| weighted(2.0, normal(mu, 1.0)) => NONE;
        |mu, a| mixture((0.5, 0.5), (normal(mu, 1.0), normal(0.0, 1.0))) => NONE;
        |mu, a| mixture(a.softmax(), components(3, |k| normal(a.at(k), 1.0))) => NONE;
    }
    params! { mu: real(), a: vector(3), cut: ordered(2) }
    let model = model! {
        mu |= normal(0.0, 1.0), a |= normal(0.0, 1.0), cut |= flat(),
        data(&NO_COUNTS) |= ordered_logistic(mu * data(&NONE), cut),
        for_each(0, |k| data(a_row(k)) |= normal(mu, 1.0)),
        increment(normal(mu, 1.0).log_density(data(&NONE))),
    };
    check_against(model, &[0.3, -0.2, 1.1, 0.4, 0.5, 0.7], |q| all_standard(&q[..4]) + q[5]);
}

fn a_row(_: usize) -> f64 {
    1.0
}

/// Sums over parts without elements are 0, and the logarithm of a sum of no exponentials is −∞.
#[test]
fn parts_without_elements() {
    let zero = Mat::<f64>::zeros(0, 3);
    params! { a: vector(3), m: real_matrix(2, 3) }
    let model = model! {
        a |= normal(0.0, 1.0), m |= normal(0.0, 1.0),
        nothing = a.at(&NO_INDICES),
        rows = m.rows_at(&NO_INDICES),
        increment(nothing.sum() + a.slice(3..3).sum() + a.slice(1..1).dot(a.slice(0..0))),
        increment(sum_over(0, |k| a.at(k)) + 2.0 * a.slice(0..0).cumulative_sum().sum()),
        increment(rows.sum() + rows.dot(a).sum() + rows.row_sums().sum() + rows.column_sums().dot(a)),
        increment(m.rows(2..2).sum() + m.rows(1..1).dot(a).sum() + m.columns(3..3).sum()),
        increment(
            m.columns(0..0).row_sums().sum() + m.block(0..0, 1..2).sum() + m.columns(1..1).flatten().sum()
        ),
        increment(m.columns(0..0).dot(a.slice(0..0)).sum() + m.rows(0..0).transpose().dot(nothing).sum()),
        increment(a.repeat_rows(0).sum() + (m.rows(0..0) + a).sum() + (m.columns(1..1) * nothing).sum()),
        increment(data(&zero).dot(a).sum() + nothing.softmax().sum() + rows.log_sum_exp_rows().sum()),
        increment(rows.softmax_rows().sum() + concatenate((nothing, a)).sum() - a.sum()),
        increment(nothing),
        increment(
            (m.columns(0..0).dot(nothing) + 1.5).sum() - 3.0 + (m.columns(1..1).row_sums() + 1.0).sum() - 2.0
        ),
        last = nothing.log_sum_exp(),
    };
    let q = [0.3, -0.2, 1.1, 0.4, 0.5, 0.7, -0.9, 0.1, 0.2];
    check_against(model, &q, all_standard);
    let point = model.compile().unwrap().constrain(&q).unwrap();
    assert_eq!(point.get("last").unwrap(), [f64::NEG_INFINITY]);
    assert!(point.get("nothing").unwrap().is_empty() && point.get("rows").unwrap().is_empty());
}

/// Parameters of size 0: their priors add nothing, and a design without columns predicts 0.
#[test]
fn parameters_of_size_0() {
    let (design, y, counts) = (Mat::<f64>::zeros(2, 0), [0.4, -1.0], [1, 0]);
    params! {
        mu: real(), b: vector(0), s: vector(0).positive(), p: vector(0).interval(0.0, 1.0), cut: ordered(0),
        up: positive_ordered(0), tall: real_matrix(0, 2), w: simplex(3).rows(0),
    }
    let model = model! {
        mu |= normal(0.0, 1.0),
        b |= normal(mu, 1.0),
        s |= exponential(1.0),
        p |= beta(2.0, 3.0),
        cut |= normal(0.0, 1.0),
        up |= lognormal(0.0, 1.0),
        tall |= normal(0.0, 1.0),
        w |= dirichlet(2.0),
        d = mu + b * s,
        data(&y) |= normal(mu + data(&design).dot(b), 1.0),
        data(&y) |= normal(mu + d.repeat_rows(2).dot(b), 1.0),
        data(&counts) |= bernoulli_logit(mu + data(&design).dot(b)),
        data(&NONE) |= normal(tall.dot(data(&[1.0, 2.0])), 1.0),
        data(&[0, 0]) |= ordered_logistic(mu, cut),
        increment(b.sum() + d.dot(b) + tall.sum() + w.sum() + p.sum() + cut.sum()),
        increment(concatenate((b, d)).sum() + d.repeat_rows(2).transpose().sum()),
    };
    let logit = |x: f64| -(1.0 + (-x).exp()).ln();
    check_against(model, &[0.3], |q| {
        let normals = 2.0 * y.iter().map(|y| standard(y - q[0])).sum::<f64>();
        standard(q[0]) + normals + logit(q[0]) + logit(-q[0])
    });
}

/// Draws, predictions, log likelihoods and files of a model with parameters of size 0 and data without rows.
#[test]
fn draws_of_a_model_with_empty_parts() {
    let y = [0.4, -1.0, 0.3];
    params! { mu: real(), b: vector(0), m: real_matrix(0, 2), later: data(&NONE).missing_nan() }
    let model = model! {
        mu |= normal(0.0, 1.0), b |= normal(0.0, 1.0), m |= normal(0.0, 1.0),
        d = mu + b,
        later |= normal(mu, 1.0),
        data(&y) |= normal(mu + b.sum(), 1.0),
        data(&NONE) |= normal(mu, 1.0),
    };
    let posterior = model.compile().unwrap();
    assert_eq!((posterior.dimension(), posterior.parameter_names()), (1, vec!["mu".to_owned()]));
    let fit = posterior.nuts().chains(2).warmup(100).draws(100).seed(1).run().unwrap();
    assert!(fit.summary().to_string().contains("mu"));
    let folder = std::env::temp_dir().join(format!("monomorph-empty-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let files = fit.write_csv(folder.join("draws")).unwrap();
    let text = std::fs::read_to_string(&files[0]).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let header = text.lines().find(|line| !line.starts_with('#')).unwrap();
    assert!(header.contains("mu") && !header.contains("b.") && !header.contains("m."), "{header}");
    let predicted = model.predict(fit.draws(), 1).unwrap();
    assert_eq!(predicted.names().len(), 3);
    assert_eq!(model.pointwise_log_likelihood(fit.draws()).unwrap().names().len(), 3);
    use monomorph::comparison::Pointwise;
    assert_eq!(model.loo(fit.draws()).unwrap().pointwise_elpd().len(), 3);
    assert!(model.sample_prior(10, 1).is_ok());
    let given = model.condition(b, &NONE).compile().unwrap();
    assert_eq!(given.dimension(), 1);
    assert_eq!(posterior.unconstrain(&[0.2]).unwrap(), [0.2]);
    assert!(posterior.explain().to_string().contains("data(&NONE)"));
    assert!(model.graph().to_dot().contains("mu"));
}

/// A model without a coordinate has a log density, and nothing to sample.
#[test]
fn no_coordinates() {
    params! { b: vector(0) }
    let model = model! { b |= normal(0.0, 1.0), data(&[0.5]) |= normal(b.sum(), 1.0) };
    let posterior = model.compile().unwrap();
    assert_eq!(posterior.dimension(), 0);
    let (value, gradient) = evaluate(&posterior, &[]);
    assert!((value - standard(0.5)).abs() < 1e-14 && gradient.is_empty());
}

/// Expressions that have no meaning without elements are refused.
#[test]
fn refusals() {
    fn complaint(model: impl Model) -> String {
        with_room(|| model.compile().err()).expect("an error").to_string()
    }
    macro_rules! refused {
        ($(|$a:ident| $term:expr => $message:literal;)*) => {$({
            params! { $a: vector(3) }
            let error = complaint(model! { $a |= normal(0.0, 1.0), increment($term) });
            assert!(error.contains($message), "{error}");
        })*};
    }
    refused! {
        |a| a.slice(3..3).mean() => "`a.slice(3..3)` is empty";
        |a| a.at(&NO_INDICES).variance() => "`a.at(…)` is empty";
        |a| a.slice(0..0).sd() => "`a.slice(0..0)` is empty";
        |a| a.slice(4..4).sum() => "the index is 3";
        |a| sum_over(0, |k| a.slice(k..k + 1)).sum() => "the list of terms of sum_over";
        |a| a.slice(0..0).outer(a).exp().matrix_exp().sum() => "is empty";
    }
    let (first, last) = (2, 1);
    params! { wide: real_matrix(2, 0) }
    assert_eq!(complaint(model! { wide |= flat() }), "in `wide |= flat()`: the parameter `wide` is empty");
    params! { a: vector(3) }
    let error = complaint(model! { a |= normal(0.0, 1.0), increment(a.slice(first..last).sum()) });
    assert!(error.contains("`a.slice(2..1)` is 2, but must be at most 1"), "{error}");
}
