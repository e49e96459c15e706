//! Every error of `compile()` and of the methods of a posterior, word for word: each names the variable,
//! the element, its value and the rule. Buffers that do not fit are not errors: the hot loop returns NaN.

use faer::MatRef;
use monomorph::compile::Options;
use monomorph::distribution::{Distribution, Family};
use monomorph::functions::lbeta;
use monomorph::model::{Follow, Variable, define};

use monomorph::prelude::*;

const NAN: f64 = f64::NAN;
const INFINITY: f64 = f64::INFINITY;

/// Checks the error of `compile()` for a model.
#[track_caller]
fn refused(model: impl Model, message: &str) {
    let error = model.compile().expect_err("the model should be refused");
    assert_eq!(error.to_string(), message);
}

/// Checks the error of `compile()` for the statement `variable |= distribution`, after "in `variable |=
/// distribution`: ".
#[track_caller]
fn refused_statement<N: Variable, F: Family, Arguments>(
    variable: Expr<N>,
    distribution: Distribution<F, Arguments>,
    message: &str,
) where
    Distribution<F, Arguments>: Follow<N>,
{
    let error = variable.follow(distribution, None).compile().expect_err("the model should be refused");
    let error = error.to_string();
    let (place, error) = error.split_once("`: ").expect("a statement in quotes");
    assert!(place.starts_with(&format!("in `{variable} |= {}(", F::FACTS.name)), "{place}");
    assert_eq!(error, message);
}

/// Checks the error of `compile()` for an argument that is a number outside its domain.
#[track_caller]
fn wrong_argument<N: Variable, F: Family, Arguments>(
    data: Expr<N>,
    distribution: Distribution<F, Arguments>,
    argument: &str,
    value: f64,
    rule: &str,
) where
    Distribution<F, Arguments>: Follow<N>,
{
    let message = format!("the argument `{argument}` of {} is {value}, but must {rule}", F::FACTS.name);
    refused_statement(data, distribution, &message);
}

/// Checks the error of `compile()` for data whose element 1 is outside the support.
#[track_caller]
fn impossible<N: Variable, F: Family, Arguments>(
    data: Expr<N>,
    distribution: Distribution<F, Arguments>,
    value: f64,
    rule: &str,
) where
    Distribution<F, Arguments>: Follow<N>,
{
    let message = format!("the variable on the left: element 1 is {value}, but must {rule}");
    refused_statement(data, distribution, &message);
}

#[track_caller]
fn says<T>(result: Result<T, Error>, message: &str) {
    assert_eq!(result.err().expect("there should be an error").to_string(), message);
}

// Lengths.

#[test]
fn operands_of_different_lengths() {
    params! { eta: vector(3) }
    let x = [1.0, 2.0];
    let y = [1.0, 2.0, 3.0];
    refused(
        model! { eta |= normal(0.0, 1.0), data(&y) |= normal(1.0 + eta * data(&x), 1.0) },
        "in `data(&y) |= normal(1.0 + eta * data(&x), 1.0)`: `eta` has length 3, but `data(&[1, 2])` has length 2",
    );
}

#[test]
fn operands_of_a_definition_of_different_lengths() {
    params! { eta: vector(3), zeta: vector(2) }
    refused(
        model! { eta |= normal(0.0, 1.0), zeta |= normal(0.0, 1.0), theta = eta - zeta },
        "in `theta = eta - zeta`: `eta` has length 3, but `zeta` has length 2",
    );
}

#[test]
fn operands_of_an_increment_of_different_lengths() {
    params! { eta: vector(3) }
    refused(
        model! { eta |= normal(0.0, 1.0), increment(eta.dot(&[1.0, 2.0])) },
        "in `increment(eta.dot(&[1.0, 2.0]))`: `eta` has length 3, but `data(&[1, 2])` has length 2",
    );
}

#[test]
fn vectors_of_data_are_told_apart() {
    let (x, z) = ([1.5, 2.0, 3.0, 4.0, 5.0], [0.0, 1.0]);
    params! { mu: real() }
    refused(
        model! { mu |= normal(0.0, 1.0), theta = mu + data(&x) - data(&z) },
        "in `theta = mu + data(&x) - data(&z)`: `mu + data(&[1.5, 2, 3, …])` has length 5, but `data(&[0, 1])` has length 2",
    );
}

#[test]
fn variable_and_argument_of_different_lengths() {
    params! { eta: vector(3) }
    refused(
        model! { eta |= normal(0.0, 1.0), data(&[1.0, 2.0]) |= normal(eta, 1.0) },
        "in `data(&[1.0, 2.0]) |= normal(eta, 1.0)`: the variable on the left has length 2, but the argument `location` of normal has length 3",
    );
}

#[test]
fn arguments_of_different_lengths() {
    params! { mu: real() }
    refused(
        model! { mu |= normal(0.0, 1.0), data(&[1.0, 2.0]) |= normal(mu, data(&[1.0, 2.0, 3.0])) },
        "in `data(&[1.0, 2.0]) |= normal(mu, data(&[1.0, 2.0, 3.0]))`: the variable on the left has length 2, but the argument `scale` of normal has length 3",
    );
}

#[test]
fn matrix_with_another_number_of_columns() {
    let x = matrix(MatRef::from_row_major_slice(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2, 3));
    params! { beta: vector(2) }
    refused(
        model! { beta |= normal(0.0, 1.0), data(&[1.0, 2.0]) |= normal(x.dot(beta), 1.0) },
        "in `data(&[1.0, 2.0]) |= normal(x.dot(beta), 1.0)`: a row of the matrix in `data.dot(beta)` has length 3, but `beta` has length 2",
    );
}

#[test]
fn matrix_with_another_number_of_rows() {
    let x = matrix(MatRef::from_row_major_slice(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3, 2));
    params! { beta: vector(2) }
    refused(
        model! { beta |= normal(0.0, 1.0), data(&[1.0, 2.0]) |= normal(x.dot(beta), 1.0) },
        "in `data(&[1.0, 2.0]) |= normal(x.dot(beta), 1.0)`: the variable on the left has length 2, but the argument `location` of normal has length 3",
    );
}

#[test]
fn bounds_of_another_length() {
    params! { eta: vector(3).lower(&[0.0, 1.0]) }
    refused(
        model! { eta |= normal(0.0, 1.0) },
        "in `eta |= normal(0.0, 1.0)`: the parameter has length 3, but a bound of the parameter has length 2",
    );
    params! { mu: interval(&[0.0, 0.5], 1.0) }
    refused(
        model! { mu |= normal(0.0, 1.0) },
        "in `mu |= normal(0.0, 1.0)`: the parameter has length 1, but a bound of the parameter has length 2",
    );
}

// Data that is no number.

#[test]
fn data_that_is_not_finite() {
    params! { mu: real() }
    let observed = [1.0, INFINITY];
    refused(
        model! { mu |= normal(0.0, 1.0), data(&observed) |= normal(mu, 1.0) },
        "in `data(&observed) |= normal(mu, 1.0)`: the variable on the left: element 1 is inf, but must be finite",
    );
    let covariate = [NAN, 1.0];
    refused(
        model! { mu |= normal(0.0, 1.0), data(&[1.0, 2.0]) |= normal(mu * data(&covariate), 1.0) },
        "in `data(&[1.0, 2.0]) |= normal(mu * data(&covariate), 1.0)`: data in the argument `location` of normal: element 0 is NaN, but must be finite; \
         gaps of a predictor or of a series are a parameter in `params!`, `x: data(&x).missing_nan()`, which has a law",
    );
    refused(
        model! { mu |= normal(0.0, 1.0), theta = mu * data(&covariate) },
        "in `theta = mu * data(&covariate)`: data in the expression: element 0 is NaN, but must be finite; gaps of a predictor or of a series are a parameter in `params!`, \
         `x: data(&x).missing_nan()`, which has a law",
    );
    refused(
        model! { mu |= normal(0.0, 1.0), increment((mu * data(&covariate)).sum()) },
        "in `increment((mu * data(&covariate)).sum())`: data in the expression: element 0 is NaN, but must be finite; gaps of a predictor or of a series are a parameter in `params!`, \
         `x: data(&x).missing_nan()`, which has a law",
    );
}

#[test]
fn numbers_that_are_not_finite() {
    params! { mu: real() }
    refused(
        model! { mu |= normal(NAN, 1.0) },
        "in `mu |= normal(NAN, 1.0)`: a number in the argument `location` of normal is NaN, but must be finite",
    );
    refused(
        model! { mu |= normal(0.0, INFINITY) },
        "in `mu |= normal(0.0, INFINITY)`: a number in the argument `scale` of normal is inf, but must be finite",
    );
    refused(
        model! { mu |= normal(0.0, 1.0), data(&[1.0]) |= normal(mu / 0.0 + NAN, 1.0) },
        "in `data(&[1.0]) |= normal(mu / 0.0 + NAN, 1.0)`: a number in the argument `location` of normal is NaN, but must be finite",
    );
    params! { kappa: lower(-INFINITY) }
    refused(
        model! { kappa |= normal(0.0, 1.0) },
        "in `kappa |= normal(0.0, 1.0)`: a number in a bound is -inf, but must be finite",
    );
}

#[test]
fn matrix_that_is_not_finite() {
    let x = matrix(MatRef::from_row_major_slice(&[1.0, 2.0, 3.0, 4.0, 5.0, NAN], 3, 2));
    params! { beta: vector(2) }
    refused(
        model! { beta |= normal(0.0, 1.0), data(&[1.0, 2.0, 3.0]) |= normal(x.dot(beta), 1.0) },
        "in `data(&[1.0, 2.0, 3.0]) |= normal(x.dot(beta), 1.0)`: row 2 of the matrix in the argument `location` of normal: element 1 is NaN, but must be finite",
    );
}

// Data outside the support of a distribution.

#[test]
fn observations_outside_the_support() {
    impossible(data(&[1.0, -0.5]), exponential(1.0), -0.5, "be zero or positive, and finite");
    impossible(data(&[1.0, -0.5]), half_normal(1.0), -0.5, "be zero or positive, and finite");
    impossible(data(&[1.0, -0.5]), half_cauchy(1.0), -0.5, "be zero or positive, and finite");
    impossible(data(&[1.0, -0.5]), gamma(2.0, 1.0), -0.5, "be zero or positive, and finite");
    impossible(data(&[1.0, 0.0]), gamma(2.0, 1.0), 0.0, "have a positive density");
    impossible(data(&[1.0, -0.5]), lognormal(0.0, 1.0), -0.5, "be zero or positive, and finite");
    impossible(data(&[1.0, 0.0]), lognormal(0.0, 1.0), 0.0, "have a positive density");
    impossible(data(&[0.5, 1.5]), beta(2.0, 2.0), 1.5, "lie between 0 and 1");
    impossible(data(&[0.5, 1.0]), beta(2.0, 2.0), 1.0, "have a positive density");
    impossible(data(&[0.5, 1.5]), uniform(0.0, 1.0), 1.5, "lie between the bounds");
    impossible(data(&[0, 2]), bernoulli(0.5), 2.0, "be 0 or 1");
    impossible(data(&[0.0, 0.5]), bernoulli_logit(0.5), 0.5, "be 0 or 1");
    impossible(data(&[1, -1]), poisson(0.5), -1.0, "be a whole number, zero or more");
    impossible(data(&[1.0, 0.5]), poisson_log(0.5), 0.5, "be a whole number, zero or more");
    impossible(data(&[1, -2]), binomial(3, 0.5), -2.0, "be a whole number, zero or more");
    impossible(data(&[1, 4]), binomial(3, 0.5), 4.0, "not exceed the number of trials");
    impossible(data(&[1, 4]), binomial_logit(3, 0.5), 4.0, "not exceed the number of trials");
    impossible(data(&[1.0, 1.5]), binomial_logit(3, 0.5), 1.5, "be a whole number, zero or more");
    impossible(data(&[1, 4]), beta_binomial(3, 0.5, 1.0), 4.0, "not exceed the number of trials");
    impossible(data(&[1, -4]), beta_binomial(3, 0.5, 1.0), -4.0, "be a whole number, zero or more");
    impossible(data(&[1, -1]), neg_binomial(0.5, 1.0), -1.0, "be a whole number, zero or more");
    impossible(data(&[1.0, 2.5]), neg_binomial_2(0.5, 1.0), 2.5, "be a whole number, zero or more");
    impossible(data(&[1, -1]), neg_binomial_2_log(0.5, 1.0), -1.0, "be a whole number, zero or more");
    impossible(data(&[1, -1]), geometric(0.5), -1.0, "be a whole number, zero or more");
    impossible(data(&[1, 7]), discrete_range(1, 6), 7.0, "lie between the bounds");
    impossible(data(&[0, 1]), discrete_range(0, 0), 1.0, "lie between the bounds");
    impossible(data(&[1.0, 1.5]), discrete_range(1, 6), 1.5, "be a whole number");
    impossible(data(&[1, 6]), hypergeometric(5, 20, 80), 6.0, "not exceed the number of draws");
    impossible(data(&[1, 4]), hypergeometric(5, 3, 80), 4.0, "not exceed the number of successes");
    impossible(
        data(&[3, 1]),
        hypergeometric(5, 20, 3),
        1.0,
        "make up for the draws that exceed the number of failures",
    );
}

#[test]
fn observations_outside_the_support_of_an_unknown_distribution() {
    params! { a: positive() }
    refused(
        model! { a |= exponential(1.0), data(&[1.0, -1.0]) |= gamma(a, 1.0) },
        "in `data(&[1.0, -1.0]) |= gamma(a, 1.0)`: the variable on the left: element 1 is -1, but must be zero or positive, and finite",
    );
}

// Arguments that are data.

#[test]
fn arguments_outside_their_domain() {
    let y = [1.0, 2.0];
    wrong_argument(data(&y), normal(0.0, 0.0), "scale", 0.0, "be positive and finite");
    refused_statement(
        data(&y),
        normal(0.0, data(&[1.0, -1.0])),
        "the argument `scale` of normal: element 1 is -1, but must be positive and finite",
    );
    wrong_argument(data(&y), cauchy(0.0, -1.0), "scale", -1.0, "be positive and finite");
    wrong_argument(data(&y), student_t(0.0, 0.0, 1.0), "freedom", 0.0, "be positive and finite");
    wrong_argument(data(&y), student_t(1.0, 0.0, -1.0), "scale", -1.0, "be positive and finite");
    wrong_argument(data(&y), lognormal(0.0, 0.0), "scale", 0.0, "be positive and finite");
    wrong_argument(data(&y), half_normal(-1.0), "scale", -1.0, "be positive and finite");
    wrong_argument(data(&y), half_cauchy(0.0), "scale", 0.0, "be positive and finite");
    wrong_argument(data(&y), exponential(0.0), "rate", 0.0, "be positive and finite");
    wrong_argument(data(&y), gamma(0.0, 1.0), "shape", 0.0, "be positive and finite");
    wrong_argument(data(&y), gamma(1.0, -1.0), "rate", -1.0, "be positive and finite");
    wrong_argument(data(&[0.5]), beta(0.0, 1.0), "alpha", 0.0, "be positive and finite");
    wrong_argument(data(&[0.5]), beta(1.0, -2.0), "beta", -2.0, "be positive and finite");
    wrong_argument(data(&y), uniform(3.0, 1.0), "lower", 3.0, "be below the upper bound");
    wrong_argument(data(&[1, 0]), bernoulli(1.5), "probability", 1.5, "lie between 0 and 1");
    refused_statement(
        data(&[1, 0]),
        bernoulli(0.0),
        "the variable on the left: element 0 is 1, but must have a positive density",
    );
    wrong_argument(data(&[1, 0]), poisson(-1.0), "rate", -1.0, "be zero or positive, and finite");
    refused_statement(
        data(&[1, 0]),
        poisson(0.0),
        "the variable on the left: element 0 is 1, but must have a positive density",
    );
    wrong_argument(data(&[1, 0]), binomial(-1, 0.5), "trials", -1.0, "be a whole number, zero or more");
    wrong_argument(data(&[1, 0]), binomial(2.5, 0.5), "trials", 2.5, "be a whole number, zero or more");
    wrong_argument(data(&[1, 0]), binomial(3, -0.5), "probability", -0.5, "lie between 0 and 1");
    impossible(data(&[1, 3]), binomial(data(&[2, 2]), 0.5), 3.0, "not exceed the number of trials");
    wrong_argument(
        data(&[1, 0]),
        beta_binomial(2.5, 1.0, 1.0),
        "trials",
        2.5,
        "be a whole number, zero or more",
    );
    wrong_argument(data(&[1, 0]), beta_binomial(2, 0.0, 1.0), "alpha", 0.0, "be positive and finite");
    wrong_argument(data(&[1, 0]), beta_binomial(2, 1.0, -1.0), "beta", -1.0, "be positive and finite");
    wrong_argument(data(&[1, 0]), neg_binomial(0.0, 1.0), "alpha", 0.0, "be positive and finite");
    wrong_argument(data(&[1, 0]), neg_binomial(1.0, 0.0), "beta", 0.0, "be positive and finite");
    wrong_argument(data(&[1, 0]), neg_binomial_2(-1.0, 1.0), "mean", -1.0, "be zero or positive, and finite");
    wrong_argument(data(&[1, 0]), neg_binomial_2(1.0, -1.0), "precision", -1.0, "be positive and finite");
    wrong_argument(data(&[1, 0]), neg_binomial_2_log(1.0, 0.0), "precision", 0.0, "be positive and finite");
    wrong_argument(data(&[1, 0]), geometric(1.5), "probability", 1.5, "lie between 0 and 1");
    refused_statement(
        data(&[1, 0]),
        geometric(data(&[0.5, 0.0])),
        "the variable on the left: element 1 is 0, but must have a positive density",
    );
    wrong_argument(data(&[1, 0]), discrete_range(3, 2), "lower", 3.0, "not exceed the upper bound");
    wrong_argument(data(&[1, 0]), discrete_range(0.5, 2), "lower", 0.5, "be a whole number");
    wrong_argument(data(&[1, 0]), discrete_range(0, 2.5), "upper", 2.5, "be a whole number");
    wrong_argument(data(&[1, 0]), hypergeometric(-1, 2, 2), "draws", -1.0, "be a whole number, zero or more");
    wrong_argument(
        data(&[1, 0]),
        hypergeometric(1, 2.5, 2),
        "successes",
        2.5,
        "be a whole number, zero or more",
    );
    wrong_argument(
        data(&[1, 0]),
        hypergeometric(1, 2, -2),
        "failures",
        -2.0,
        "be a whole number, zero or more",
    );
    refused_statement(
        data(&[1, 0]),
        hypergeometric(data(&[3, 9]), 4, 4),
        "the argument `draws` of hypergeometric: element 1 is 9, but must not exceed the number of successes and failures",
    );
}

#[test]
fn arguments_of_a_parameters_prior() {
    params! { mu: real(), sigma: positive() }
    refused(
        model! { mu |= normal(0.0, -1.0), sigma |= exponential(1.0) },
        "in `mu |= normal(0.0, -1.0)`: the argument `scale` of normal is -1, but must be positive and finite",
    );
    refused(
        model! { mu |= uniform(2.0, 1.0), sigma |= exponential(1.0) },
        "in `mu |= uniform(2.0, 1.0)`: the argument `lower` of uniform is 2, but must be below the upper bound",
    );
    refused(
        model! { mu |= uniform(1.0, 1.0), sigma |= exponential(1.0) },
        "in `mu |= uniform(1.0, 1.0)`: the argument `lower` of uniform is 1, but must be below the upper bound",
    );
    refused(
        model! {
            mu |= flat(), sigma |= exponential(1.0), theta = mu,
            data(&[1.0]) |= student_t(-3.0, theta, sigma),
        },
        "in `data(&[1.0]) |= student_t(-3.0, theta, sigma)`: the argument `freedom` of student_t is -3, but must be positive and finite",
    );
}

// Indices.

/// Each message names the two sides that differ.
#[test]
fn matrices_that_do_not_fit() {
    macro_rules! refused {
        (|$a:pat_param, $s:pat_param, $v:pat_param| $expression:expr, $message:literal) => {{
            params! { a: vector(3).rows(2), s: vector(3).rows(3), v: vector(2) }
            let ($a, $s, $v) = (a, s, v);
            names! { b }
            let (b, definition) = define(b, $expression);
            refused(definition & model! { a |= flat(), s |= flat(), v |= flat(), increment(b) }, $message);
        }};
    }
    refused!(
        |a, _, v| stack_rows((a, v)).flatten(),
        "in `b = stack_rows((a, v)).flatten()`: a row of `a` has length 3, but `v` has length 2"
    );
    refused!(
        |a, s, _| stack_columns((a, s)).flatten(),
        "in `b = stack_columns((a, s)).flatten()`: a column of `a` has length 2, but a column of `s` has length 3"
    );
    refused!(
        |_, s, v| quad_form(s, v),
        "in `b = quad_form(s, v)`: a row of `s` has length 3, but `v` has length 2"
    );
    refused!(
        |a, _, v| quad_form(a, v),
        "in `b = quad_form(a, v)`: a row of `a` has length 3, but a column of `a` has length 2"
    );
    refused!(
        |a, _, _| a.trace(),
        "in `b = a.diagonal().sum()`: a row of `a` has length 3, but a column of `a` has length 2"
    );
    refused!(
        |_, s, v| diag_pre_multiply(v, s).flatten(),
        "in `b = (v.repeat_columns(3) * s).flatten()`: `v.repeat_columns(3)` has length 6, but `s` has length 9"
    );
    refused!(
        |a, _, v| (a * v).sum(),
        "in `b = (a * v).sum()`: a row of `a` has length 3, but a row of `v` has length 2"
    );
    refused!(
        |_, _, v| v.reshape(2, 2).trace(),
        "in `b = v.reshape(2, 2).diagonal().sum()`: `v` has length 2, but `v.reshape(2, 2)` has length 4"
    );
    refused!(
        |a, s, v| kronecker_dot(a, s, v),
        "in `b = kronecker_dot(a, s, v)`: a row of the Kronecker product of `a` and `s` has length 9, but `v` has length 2"
    );
    refused!(
        |a, _, _| a.eigenvalues_sym(),
        "in `b = a.eigenvalues_sym()`: a row of `a` has length 3, but a column of `a` has length 2"
    );
    refused!(
        |_, s, v| s.add_diagonal(v).trace(),
        "in `b = s.add_diagonal(v).diagonal().sum()`: a row of `s` has length 3, but `v` has length 2"
    );
    refused!(
        |a, _, _| a.row(2),
        "in `b = a.row(2)`: `a.row(2)`: the index is 2, but there are 2 elements, with indices 0 to 1"
    );
    refused!(
        |a, _, _| a.column(3),
        "in `b = a.column(3)`: the columns of `a.column(3)`: the index is 3, but there are 3 elements, with indices 0 to 2"
    );
    refused!(
        |a, _, _| a.block(0..3, 0..2).flatten(),
        "in `b = a.block(0..3, 0..2).flatten()`: the rows of `a.block(0..3, 0..2)`: the index is 2, but there are 2 elements, with indices 0 to 1"
    );
    refused!(
        |a, _, _| a.rows(3..3).flatten(),
        "in `b = a.rows(3..3).flatten()`: the rows of `a.rows(3..3)`: the index is 2, but there are 2 elements, with indices 0 to 1"
    );
    refused!(
        |a, _, _| a.rows_at(&[1, 2]).flatten(),
        "in `b = a.rows_at(…).flatten()`: the rows of `a.rows_at(…)`: the index at place 1 is 2, but there are 2 elements, with indices 0 to 1"
    );
}

#[test]
fn indices_out_of_range() {
    params! { alpha: vector(3) }
    let y = [1.0, 2.0];
    refused(
        model! { alpha |= normal(0.0, 1.0), data(&y) |= normal(alpha.at(&[2, 3]), 1.0) },
        "in `data(&y) |= normal(alpha.at(&[2, 3]), 1.0)`: `alpha.at(…)`: the index at place 1 is 3, but there are 3 elements, with indices 0 to 2",
    );
    refused(
        model! { alpha |= normal(0.0, 1.0), data(&y) |= normal(alpha.at(&[0, -1]), 1.0) },
        "in `data(&y) |= normal(alpha.at(&[0, -1]), 1.0)`: `alpha.at(…)`: the index at place 1 is -1, but there are 3 elements, with indices 0 to 2",
    );
    refused(
        model! { alpha |= normal(0.0, 1.0), data(&y) |= normal(alpha.at(&[0, 1_u64 << 40]), 1.0) },
        "in `data(&y) |= normal(alpha.at(&[0, 1_u64 << 40]), 1.0)`: `alpha.at(…)`: the index at place 1 is 1099511627776, but there are 3 elements, with indices 0 to 2",
    );
    refused(
        model! { alpha |= normal(0.0, 1.0), data(&y) |= normal((1.0 + alpha).at(&[0, 3]), 1.0) },
        "in `data(&y) |= normal((1.0 + alpha).at(&[0, 3]), 1.0)`: `(1 + alpha).at(…)`: the index at place 1 is 3, but there are 3 elements, with indices 0 to 2",
    );
    refused(
        model! { alpha |= normal(0.0, 1.0), data(&y) |= normal(alpha.at(3), 1.0) },
        "in `data(&y) |= normal(alpha.at(3), 1.0)`: `alpha.at(3)`: the index is 3, but there are 3 elements, with indices 0 to 2",
    );
    refused(
        model! { alpha |= normal(0.0, 1.0), data(&y) |= normal(alpha.slice(2..4), 1.0) },
        "in `data(&y) |= normal(alpha.slice(2..4), 1.0)`: `alpha.slice(2..4)`: the index is 3, but there are 3 elements, with indices 0 to 2",
    );
    refused(
        model! { alpha |= normal(0.0, 1.0), data(&y) |= normal(alpha.slice(2..2), 1.0) },
        "in `data(&y) |= normal(alpha.slice(2..2), 1.0)`: the variable on the left has length 2, but the argument `location` of normal has length 0",
    );
    refused(
        model! { alpha |= normal(0.0, 1.0), data(&y) |= normal(alpha.slice(7..7), 1.0) },
        "in `data(&y) |= normal(alpha.slice(7..7), 1.0)`: `alpha.slice(7..7)`: the index is 6, but there are 3 elements, with indices 0 to 2",
    );
}

// Names.

#[test]
fn parameter_without_use() {
    params! { mu: real(), sigma: positive() }
    let _ = sigma;
    refused(
        model! { mu |= normal(0.0, 1.0) },
        "the parameter `sigma` is declared in `params!` but stands in no statement of this model; give it one, or remove it; if only another model needs it, move it to a second `params!`: a model may use parameters of several",
    );
}

#[test]
fn parameter_of_a_submodel_without_use() {
    names! { school }
    params! { in school; mu: real(), sigma: positive() }
    let _ = sigma;
    refused(
        model! { mu |= normal(0.0, 1.0) },
        "the parameter `school.sigma` is declared in `params!` but stands in no statement of this model; give it one, or remove it; if only another model needs it, move it to a second `params!`: a model may use parameters of several",
    );
}

#[test]
fn one_name_for_two_parameters() {
    fn location() -> impl Model {
        params! { mu: real() }
        model! { mu |= normal(0.0, 1.0) }
    }
    params! { mu: vector(2), tau: positive() }
    // Two statements for `mu` do not compile; here the second one is used without a statement of its own.
    refused(
        model! { location(), tau |= exponential(1.0), data(&[1.0, 2.0]) |= normal(mu, tau) },
        "the name `mu` stands for two different variables; rename one, or give its submodel a prefix",
    );
}

/// Two parameters with one name and one shape: if declarations were not compared, the second would silently
/// be the first.
#[test]
fn one_name_declared_twice() {
    fn location() -> impl Model {
        params! { mu: real() }
        model! { mu |= normal(0.0, 1.0) }
    }
    params! { mu: positive(), tau: positive() }
    refused(
        model! { location(), tau |= exponential(1.0), data(&[1.0, 2.0]) |= normal(mu, tau) },
        "the name `mu` stands for two different variables; rename one, or give its submodel a prefix",
    );
}

#[test]
fn name_of_a_parameter_and_of_a_definition() {
    params! { mu: vector(2), tau: positive() }
    names! { other }
    let _ = other;
    let parameter = mu;
    let (_, definition) = define(names_mu(), tau * 2.0);
    refused(
        definition
            & tau.follow(exponential(1.0), None)
            & data(&[1.0, 2.0]).follow(normal(parameter, 1.0), None),
        "the name `mu` stands for two different variables; rename one, or give its submodel a prefix",
    );
}

/// A name `mu` that does not belong to a parameter.
fn names_mu() -> impl monomorph::name::Name {
    names! { mu }
    mu
}

// Bounds.

#[test]
fn bounds_that_cross() {
    params! { mu: interval(1.0, 1.0) }
    refused(
        model! { mu |= normal(0.0, 1.0) },
        "in `mu |= normal(0.0, 1.0)`: the lower bound of `mu` is 1, but must be below the upper bound",
    );
    params! { eta: vector(2).interval(&[0.0, 3.0], 2.0) }
    refused(
        model! { eta |= normal(0.0, 1.0) },
        "in `eta |= normal(0.0, 1.0)`: the lower bound of `eta`: element 1 is 3, but must be below the upper bound",
    );
}

// Instruction sets.

#[test]
fn instructions_that_the_machine_lacks() {
    for (instructions, name) in [(Instructions::Avx512, "AVX-512"), (Instructions::Avx2, "AVX2")] {
        params! { mu: real() }
        let options = Options::default().instructions(instructions);
        let result = model! { mu |= normal(0.0, 1.0) }.compile_with(options);
        if let Err(error) = result {
            assert!(error.to_string().contains(&format!("{name} instructions")), "{error}");
        }
    }
    let error = |is_compiled| Error::UnsupportedInstructions { wanted: "AVX2", is_compiled };
    assert_eq!(error(true).to_string(), "this machine has no AVX2 instructions");
    assert!(
        error(false)
            .to_string()
            .starts_with("this program has no kernels for AVX2 instructions: build it with")
    );
}

// Methods of a posterior.

/// mu, tau > 0, eta of two elements in (0, 1), and the definition theta.
fn posterior() -> Posterior<impl BoundModel> {
    params! { mu: real(), tau: positive(), eta: vector(2).interval(0.0, 1.0) }
    let model = model! {
        mu |= normal(0.0, 1.0),
        tau |= exponential(1.0),
        eta |= beta(2.0, 2.0),
        theta = mu + tau * eta,
        data(&[0.5, 1.5]) |= normal(theta, 1.0),
    };
    model.compile().unwrap()
}

#[test]
fn points_of_the_wrong_length() {
    let posterior = posterior();
    says(posterior.constrain(&[0.0; 3]), "the unconstrained point must have length 4, but has length 3");
    let mut workspace = posterior.workspace();
    says(
        posterior.constrain_into(&[0.0; 5], &mut [0.0; 6], &mut workspace),
        "the unconstrained point must have length 4, but has length 5",
    );
    says(
        posterior.constrain_into(&[0.0; 4], &mut [0.0; 5], &mut workspace),
        "the buffer for values must have length 6, but has length 5",
    );
    says(
        posterior.unconstrain(&[0.0, 1.0, 0.5]),
        "the constrained values must have length 4, but has length 3",
    );
}

#[test]
fn workspace_of_another_posterior() {
    let posterior = posterior();
    params! { mu: real() }
    let other = model! { mu |= normal(0.0, 1.0) }.compile().unwrap();
    says(
        posterior.constrain_into(&[0.0; 4], &mut [0.0; 6], &mut other.workspace()),
        "the workspace was made by another posterior",
    );
}

#[test]
fn unknown_names_and_missing_values() {
    let posterior = posterior();
    says(
        posterior.constrain(&[0.0; 4]).unwrap().get("sigma").map(drop),
        "`sigma` is none of the names mu, tau, eta, theta",
    );
    says(posterior.unconstrain_named(&[("sigma", &[1.0])]), "`sigma` is none of the names mu, tau, eta");
    says(posterior.unconstrain_named(&[("theta", &[1.0, 1.0])]), "`theta` is none of the names mu, tau, eta");
    says(
        posterior.unconstrain_named(&[("mu", &[1.0]), ("eta", &[0.5, 0.5])]),
        "no value was given for the parameter `tau`",
    );
    let values: [(&str, &[f64]); 3] = [("mu", &[1.0]), ("tau", &[1.0, 2.0]), ("eta", &[0.5, 0.5])];
    says(posterior.unconstrain_named(&values), "the value of `tau` must have length 1, but has length 2");
}

#[test]
fn values_outside_the_support() {
    let posterior = posterior();
    says(posterior.unconstrain(&[NAN, 1.0, 0.5, 0.5]), "the parameter `mu` is NaN, but must be finite");
    says(
        posterior.unconstrain(&[-INFINITY, 1.0, 0.5, 0.5]),
        "the parameter `mu` is -inf, but must be finite",
    );
    says(
        posterior.unconstrain(&[0.0, 0.0, 0.5, 0.5]),
        "the parameter `tau` is 0, but must be finite and above its lower bound",
    );
    says(
        posterior.unconstrain(&[0.0, NAN, 0.5, 0.5]),
        "the parameter `tau` is NaN, but must be finite and above its lower bound",
    );
    says(
        posterior.unconstrain(&[0.0, INFINITY, 0.5, 0.5]),
        "the parameter `tau` is inf, but must be finite and above its lower bound",
    );
    says(
        posterior.unconstrain(&[0.0, 1.0, 0.5, 1.0]),
        "the parameter `eta`: element 1 is 1, but must lie between its bounds",
    );
    says(
        posterior.unconstrain(&[0.0, 1.0, NAN, 0.5]),
        "the parameter `eta`: element 0 is NaN, but must lie between its bounds",
    );
    params! { kappa: upper(2.0) }
    let posterior = model! { kappa |= normal(0.0, 1.0) }.compile().unwrap();
    says(
        posterior.unconstrain(&[2.5]),
        "the parameter `kappa` is 2.5, but must be finite and below its upper bound",
    );
}

// No errors, and no panics, in the hot loop.

#[test]
fn the_hot_loop_answers_nan_to_buffers_that_do_not_fit() {
    let posterior = posterior();
    let workspace = &mut posterior.workspace();
    let q = [0.1, 0.2, 0.3, 0.4];
    assert!(posterior.log_density(&q, workspace).is_finite());

    for length in [0, 3, 5] {
        let wrong = vec![0.1; length];
        assert!(posterior.log_density(&wrong, workspace).is_nan());
        let mut gradient = [0.0; 4];
        assert!(posterior.log_density_and_gradient(&wrong, &mut gradient, workspace).is_nan());
        assert!(gradient.iter().all(|g| g.is_nan()));
        let mut gradient = vec![0.0; length];
        assert!(posterior.log_density_and_gradient(&q, &mut gradient, workspace).is_nan());
        assert!(gradient.iter().all(|g| g.is_nan()));
        assert!(posterior.restricted::<(), ()>(&q, &mut gradient, workspace).is_nan());
    }
}

/// Messages about a rewritten statement name rows of the data. A vector from which rows gather has elements
/// of its own.
#[test]
fn elements_that_merged_rows_pick_from_have_their_own_places() {
    params! { scale: positive() }
    let (y, index, shapes) = ([1; 6], [2, 2, 1, 1, 0, 0], [1.0, 2.0, -1.0]);
    let model = model! {
        scale |= exponential(1.0),
        data(&y) |= poisson_log(lbeta(data(&shapes), scale).at(&index)),
    };
    let place = "in `data(&y) |= poisson_log(lbeta(data(&shapes), scale).at(&index))`";
    let what = "the argument `x` of lbeta: element 2 is -1, but must be positive and finite";
    refused(model, &format!("{place}: {what}"));
}

#[test]
fn the_hot_loop_answers_nan_to_a_foreign_workspace() {
    let posterior = posterior();
    params! { mu: real() }
    let other = model! { mu |= normal(0.0, 1.0) }.compile().unwrap();
    let mut gradient = [0.0; 4];
    let q = [0.1, 0.2, 0.3, 0.4];
    assert!(posterior.log_density(&q, &mut other.workspace()).is_nan());
    assert!(posterior.log_density_and_gradient(&q, &mut gradient, &mut other.workspace()).is_nan());
    assert!(gradient.iter().all(|g| g.is_nan()));
}

#[test]
fn points_that_are_no_numbers_have_no_density() {
    let posterior = posterior();
    let workspace = &mut posterior.workspace();
    for bad in [NAN, INFINITY, -INFINITY] {
        for i in 0..4 {
            let mut q = [0.1, 0.2, 0.3, 0.4];
            q[i] = bad;
            let mut gradient = [1.0; 4];
            let value = posterior.log_density_and_gradient(&q, &mut gradient, workspace);
            assert_eq!(value, f64::NEG_INFINITY, "coordinate {i} is {bad}");
            assert_eq!(gradient, [0.0; 4], "coordinate {i} is {bad}");
        }
    }
    // And the next point is not harmed.
    assert!(posterior.log_density(&[0.1, 0.2, 0.3, 0.4], workspace).is_finite());
}
