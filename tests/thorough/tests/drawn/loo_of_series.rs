//! What leave-one-out means where observations are not independent given the parameters: each log likelihood
//! is one step ahead, so that it is what a model of one step more adds.

use crate::common::assert_near;
use monomorph::comparison::{LeftOut, Pointwise, cross_validate_jointly};
use monomorph::prelude::*;

const Y: [f64; 7] = [0.1, -0.4, 2.9, 0.6, 3.2, 3.3, -0.7];

/// The log likelihoods of a model's observations at one point: their sum, and each with what the model of the
/// steps up to it says beyond that of the steps before. Gives them.
fn one_step_ahead<M: Model, P: Model>(
    whole: M,
    up_to: impl Fn(usize) -> P,
    trace: &Trace,
) -> Result<Vec<f64>, Error> {
    let posterior = whole.compile()?;
    let draws = Draws::new(posterior.variables(), 1, 1, posterior.values_of(trace)?)?;
    let each = whole.pointwise_log_likelihood(&draws)?;
    let each: Vec<f64> = each.columns().map(|(_, column)| column.as_slice()[0]).collect();
    assert_near(each.iter().sum(), posterior.log_likelihood(trace)?, 1e-10, || "the sum".into());
    let mut before = 0.0;
    for (step, value) in each.iter().enumerate() {
        let now = up_to(step + 1).compile()?.log_likelihood(trace)?;
        assert_near(*value, now - before, 1e-10, || format!("step {step} given the past"));
        before = now;
    }
    assert_eq!(each.len(), Y.len());
    Ok(each)
}

/// Leave-one-out at equal draws, which have no weights, is the score one step ahead; and so is
/// leave-future-out with these draws.
fn assert_scores<M: Model, P: Model>(
    whole: M,
    up_to: impl Fn(usize) -> P,
    trace: &Trace,
    each: &[f64],
) -> Result<(), Error> {
    let posterior = whole.compile()?;
    let values: Vec<f64> = posterior.values_of(trace)?.iter().flat_map(|value| [*value; 40]).collect();
    let draws = Draws::new(posterior.variables(), 1, 40, values)?;
    let loo = whole.loo(&draws)?;
    let future = cross_validate_jointly(&LeftOut::Future { first: 3, horizon: 1 }.folds(Y.len())?, |fold| {
        up_to(fold.end()).pointwise_log_likelihood(&draws)
    })?;
    assert!(loo.to_string().contains("predicted one step ahead"), "{loo}");
    assert!(future.to_string().starts_with("Each of 4 folds of one row left out"), "{future}");
    for (step, value) in each.iter().enumerate() {
        assert_near(loo.pointwise_elpd()[step], *value, 1e-10, || format!("leave-one-out, step {step}"));
    }
    for (fold, elpd) in future.pointwise_elpd().iter().enumerate() {
        assert_near(*elpd, each[3 + fold], 1e-10, || format!("the future, fold {fold}"));
    }
    Ok(())
}

#[test]
fn hidden_markov_models() -> Result<(), Error> {
    fn states(y: &[f64]) -> impl Model {
        params! { mu: vector(2), stay: interval(0.0, 1.0) }
        model! {
            mu |= normal(&[0.0, 3.0], 1.0),
            stay |= beta(2.0, 2.0),
            data(y) |= hidden_markov(&[0.5, 0.5],
                stack_rows((concatenate((stay, 1.0 - stay)), concatenate((1.0 - stay, stay)))),
                [normal(mu.at(0), 1.0), normal(mu.at(1), 1.0)]),
        }
    }
    let trace = Trace::new().with("mu", [0.2, 2.7])?.with("stay", 0.7)?;
    let each = one_step_ahead(states(&Y), |steps| states(&Y[..steps]), &trace)?;
    // By hand: the first step is a mixture, the second one knows it.
    let density = |y: f64, mu: f64| (-0.5 * (y - mu).powi(2)).exp() / std::f64::consts::TAU.sqrt();
    let joint = [0.5 * density(Y[0], 0.2), 0.5 * density(Y[0], 2.7)];
    assert_near(each[0], (joint[0] + joint[1]).ln(), 1e-12, || "the first step".into());
    let second = (0.7 * joint[0] + 0.3 * joint[1]) * density(Y[1], 0.2)
        + (0.3 * joint[0] + 0.7 * joint[1]) * density(Y[1], 2.7);
    assert_near(each[1], (second / (joint[0] + joint[1])).ln(), 1e-12, || "the second step".into());
    assert_scores(states(&Y), |steps| states(&Y[..steps]), &trace, &each)
}

#[test]
fn state_spaces() -> Result<(), Error> {
    fn level(y: &[f64]) -> impl Model {
        params! { noise: positive(), step: positive() }
        model! {
            noise |= half_normal(1.0),
            step  |= half_normal(1.0),
            data(y) |= linear_gaussian(1.0, noise.square(), 1.0, step.square()).initial(0.0, 4.0),
        }
    }
    let trace = Trace::new().with("noise", 0.8)?.with("step", 0.5)?;
    let each = one_step_ahead(level(&Y), |steps| level(&Y[..steps]), &trace)?;
    assert_scores(level(&Y), |steps| level(&Y[..steps]), &trace, &each)
}

/// A category for each row: rows are independent given the parameters, so that any order has the same
/// numbers.
#[test]
fn marginalised_categories() -> Result<(), Error> {
    params! { p: simplex(2), mu: vector(2), z: vector(7).category(2) }
    let mixture = model! {
        p |= dirichlet(2.0),
        mu |= normal(&[0.0, 3.0], 1.0),
        z |= categorical(p),
        data(&Y) |= normal(mu.at(z), 1.0),
    }
    .marginalise(z);
    let posterior = mixture.compile()?;
    let trace = Trace::new().with("p", [0.4, 0.6])?.with("mu", [0.2, 2.7])?;
    let values = posterior.values_of(&trace)?.iter().flat_map(|value| [*value; 40]).collect();
    let draws = Draws::new(posterior.variables(), 1, 40, values)?;
    let loo = mixture.loo(&draws)?;
    assert!(!loo.to_string().contains("one step ahead"), "{loo}");
    assert_near(loo.elpd().value, posterior.log_likelihood(&trace)?, 1e-10, || "the sum".into());
    for (y, elpd) in Y.iter().zip(loo.pointwise_elpd()) {
        let density = |mu: f64| (-0.5 * (y - mu).powi(2)).exp() / std::f64::consts::TAU.sqrt();
        assert_near(*elpd, (0.4 * density(0.2) + 0.6 * density(2.7)).ln(), 1e-12, || format!("{y}"));
    }
    Ok(())
}
