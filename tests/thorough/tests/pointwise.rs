//! The log densities of observations one by one add up to the log likelihood, and each is that of a model of
//! its row alone: for every law and form, with small and large counts, and where all arguments are data.

#[path = "../../common/mod.rs"]
mod common;
#[path = "../../common/rows_alone.rs"]
mod rows_alone;

use monomorph::faer::{Mat, mat};
use monomorph::prelude::*;
use rows_alone::{agree, stretches};
use std::ops::Range;

const Y: [f64; 4] = [0.3, 0.62, 0.11, 0.87];

#[test]
fn numbers() {
    fn free(y: &[f64]) -> impl Model {
        params! { m: real(), a: positive(), b: positive(), c: positive(), u: interval(0.0, 1.0) }
        model! {
            m |= normal(0.0, 1.0), a |= exponential(1.0), b |= exponential(1.0), c |= exponential(1.0),
            u |= beta(2.0, 2.0),
            data(y) |= normal(m, a), data(y) |= half_normal(a), data(y) |= cauchy(m, a),
            data(y) |= half_cauchy(a), data(y) |= student_t(b, m, a), data(y) |= half_student_t(b, a),
            data(y) |= exp_mod_normal(m, a, b), data(y) |= skew_normal(m, a, b),
            data(y) |= double_exponential(m, a), data(y) |= logistic(m, a), data(y) |= gumbel(m, a),
            data(y) |= lognormal(m, a), data(y) |= loglogistic(a, b), data(y) |= exponential(a),
            data(y) |= von_mises(m, a), data(y) |= uniform(-a, 1.0 + b), data(y) |= std_normal(),
        }
    }
    agree("numbers", Y.len(), |rows| free(&Y[rows]), false);
    fn of_shapes(y: &[f64]) -> impl Model {
        params! { a: positive(), b: positive(), u: interval(0.0, 1.0) }
        model! {
            a |= exponential(1.0), b |= exponential(1.0), u |= beta(2.0, 2.0),
            data(y) |= gamma(a, b), data(y) |= inv_gamma(a, b), data(y) |= chi_square(a),
            data(y) |= inv_chi_square(a), data(y) |= scaled_inv_chi_square(a, b), data(y) |= weibull(a, b),
            data(y) |= frechet(a, b), data(y) |= rayleigh(a), data(y) |= pareto(0.1 * u, a),
            data(y) |= pareto_type_2(-a, b, a), data(y) |= beta(a, b), data(y) |= beta_proportion(u, b),
        }
    }
    agree("numbers with shapes", Y.len(), |rows| of_shapes(&Y[rows]), false);
    // Arguments of data alone, some of them columns.
    fn known<'a>(y: &'a [f64], s: &'a [f64]) -> impl Model + 'a {
        params! { a: positive() }
        model! {
            a |= exponential(1.0),
            data(y) |= normal(0.5, data(s)), data(y) |= student_t(data(s), 0.0, 2.0),
            data(y) |= skew_normal(0.0, data(s), 3.0), data(y) |= lognormal(data(s), 0.5),
            data(y) |= gamma(data(s), 3.0), data(y) |= weibull(0.7, data(s)),
            data(y) |= von_mises(0.1, data(s)),
            data(y) |= beta(data(s), 2.0), data(y) |= uniform(-1.0, data(s)),
            data(y) |= inv_gamma(data(s), 1.0),
            data(y) |= pareto(0.05, data(s)), data(y) |= normal(0.0, a),
        }
    }
    let s = [1.5, 0.9, 2.5, 1.1];
    agree("known arguments", Y.len(), |rows| known(&Y[rows.clone()], &s[rows]), false);
}

#[test]
fn counts_of_all_sizes() {
    let y = [3_u64, 0, 499, 500, 12_345];
    let trials = y.map(|y| 2 * y + 1);
    fn free<'a>(y: &'a [u64], trials: &'a [u64]) -> impl Model + 'a {
        params! { m: real(), a: positive(), b: positive(), u: interval(0.0, 1.0) }
        model! {
            m |= normal(0.0, 1.0), a |= exponential(1.0), b |= exponential(1.0), u |= beta(2.0, 2.0),
            data(y) |= poisson(500.0 * a), data(y) |= poisson_log(6.0 + m), data(y) |= geometric(u),
            data(y) |= neg_binomial(a, b), data(y) |= neg_binomial_2(700.0 * a, b),
            data(y) |= neg_binomial_2_log(6.0 + m, b), data(y) |= binomial(data(trials), u),
            data(y) |= binomial_logit(data(trials), m), data(y) |= beta_binomial(data(trials), a, b),
        }
    }
    agree("counts", y.len(), |rows| free(&y[rows.clone()], &trials[rows]), false);
    fn known<'a>(y: &'a [u64], trials: &'a [u64]) -> impl Model + 'a {
        params! { a: positive() }
        model! {
            a |= exponential(1.0),
            data(y) |= poisson(510.0), data(y) |= poisson_log(6.3), data(y) |= geometric(0.01),
            data(y) |= neg_binomial(2.0, 0.01), data(y) |= neg_binomial_2(700.0, 1e6),
            data(y) |= neg_binomial_2_log(6.0, 0.5), data(y) |= binomial(data(trials), 0.4),
            data(y) |= binomial_logit(data(trials), -0.1), data(y) |= beta_binomial(data(trials), 3.0, 2.0),
            data(y) |= discrete_range(0, data(trials)),
            data(y) |= hypergeometric(data(trials), data(y), data(trials)),
            data(y) |= poisson(a),
        }
    }
    agree("known counts", y.len(), |rows| known(&y[rows.clone()], &trials[rows]), false);
}

#[test]
fn composed_laws() {
    fn composed<'a>(y: &'a [f64], flags: &'a [bool], weight: &'a [f64]) -> impl Model + 'a {
        params! { m: real(), a: positive(), b: positive(), w: simplex(2) }
        model! {
            m |= normal(0.0, 1.0), a |= exponential(1.0), b |= exponential(1.0), w |= dirichlet(1.0),
            data(y) |= normal(m, a).truncated(0.0, 1.0), data(y) |= gamma(a, b).truncated_above(2.0),
            data(y) |= student_t(b, m, a).truncated_below(data(weight) - 3.0),
            data(y) |= weibull(a, b).right_censored(data(flags)), data(y) |= normal(m, a).censored(0.2, 0.8),
            data(y) |= mixture(w, (normal(m, a), exponential(b))),
            data(y) |= weighted(data(weight), lognormal(m, a)),
            data(y) |= weighted(data(weight), mixture((0.3, 0.7), (normal(0.0, 1.0), cauchy(m, 1.0)))),
            data(y) |= lognormal(0.1, 2.0).truncated(0.05, 3.0),
            data(y) |= mixture((0.3, 0.7), (normal(0.0, 1.0), gamma(2.0, 1.0))),
        }
    }
    let (flags, weight) = ([true, false, false, true], [1.0, 0.0, 2.5, 0.3]);
    let model = |rows: Range<usize>| composed(&Y[rows.clone()], &flags[rows.clone()], &weight[rows]);
    agree("composed", Y.len(), model, false);
    let y = [3_u64, 0, 499, 500, 12_345];
    fn of_counts(y: &[u64]) -> impl Model {
        params! { a: positive(), b: positive(), u: interval(0.0, 1.0) }
        model! {
            a |= exponential(1.0), b |= exponential(1.0), u |= beta(1.0, 1.0),
            data(y) |= mixture((u, 1.0 - u), (poisson(3.0 * a), neg_binomial_2(800.0 * b, a))),
            data(y) |= weighted(2.0, poisson(400.0 * a)),
            data(y) |= poisson(600.0 * a).truncated_above(20_000),
            data(y) |= mixture((0.5, 0.5), (discrete_range(0, 20_000), poisson(510.0))),
        }
    }
    agree("composed, of counts", y.len(), |rows| of_counts(&y[rows]), false);
}

#[test]
fn categories_and_rows_of_vectors() {
    let (kind, table) =
        ([0_u32, 2, 1, 2], [[0.3, 1.0, -0.5], [0.1, 0.2, 0.4], [-1.0, 0.0, 2.0], [0.0, 0.7, 0.3]]);
    let (tables, place) = stretches(&table);
    let sigma = mat![[1.0, 0.2, 0.0], [0.2, 2.0, 0.1], [0.0, 0.1, 0.5]];
    fn of<'a>(kind: &'a [u32], rows: &'a Mat<f64>, sigma: &'a Mat<f64>) -> impl Model + 'a {
        params! {
            p: simplex(3), g: vector(3), eta: real(), cuts: ordered(2), b: real(), mu: vector(3),
            nu: positive(), s: cov_matrix(3), l: cholesky_factor_cov(3), tau: vector(3).positive(),
        }
        model! {
            p |= flat(), g |= flat(), eta |= flat(), cuts |= flat(), b |= flat(), mu |= flat(), nu |= flat(),
            s |= flat(), l |= flat(), tau |= flat(),
            data(kind) |= categorical(p), data(kind) |= categorical_logit(g),
            data(kind) |= categorical_logit(b * data(rows)), data(kind) |= ordered_logistic(eta, cuts),
            data(kind) |= ordered_probit(eta, cuts), data(kind) |= categorical(data(&[0.2, 0.3, 0.5])),
            data(kind) |= ordered_logistic(0.3, data(&[-1.0, 0.2])),
            data(rows) |= multi_normal(mu, s), data(rows) |= multi_normal_cholesky(mu, l),
            data(rows) |= multi_normal_prec(mu, s), data(rows) |= multi_student_t(nu, mu, s),
            data(rows) |= multi_student_t_cholesky(nu, 0.0, l),
            data(rows) |= multi_normal(mu, monomorph::covariance::diagonal(tau)),
            data(rows) |= multi_normal(0.0, data(sigma)),
        }
    }
    agree("categories and vectors", 4, |rows| of(&kind[rows.clone()], &tables[place(&rows)], &sigma), false);
    let shares = [[0.2, 0.3, 0.5], [0.6, 0.3, 0.1], [0.4, 0.5, 0.1], [0.1, 0.1, 0.8]];
    let (tables, place) = stretches(&shares);
    fn of_shares(rows: &Mat<f64>) -> impl Model {
        params! { a: vector(3).positive() }
        model! {
            a |= flat(), data(rows) |= dirichlet(a), data(rows) |= dirichlet(a.at(0)),
            data(rows) |= dirichlet(data(&[1.5, 0.7, 3.0])),
        }
    }
    agree("shares", 4, |rows| of_shares(&tables[place(&rows)]), false);
}

/// Rows that rewrites merge, gathers, loops, and what has gaps.
#[test]
fn groups_loops_and_gaps() {
    let (group, y) = ([0_usize, 1, 0, 1], [2.0, 2.0, 2.0, 700.0]);
    fn gathered<'a>(group: &'a [usize], y: &'a [f64]) -> impl Model + 'a {
        params! { level: vector(2), s: positive() }
        model! {
            level |= normal(0.0, 1.0), s |= exponential(1.0),
            data(y) |= poisson_log(level.at(group)), data(y) |= normal(level.at(group), s),
            data(y) |= binomial(1000, level.at(group).inv_logit()),
        }
    }
    agree("groups", 4, |rows| gathered(&group[rows.clone()], &y[rows]), false);
    fn looped(y: &[f64]) -> impl Model {
        params! { a: positive() }
        model! { a |= exponential(1.0), for_each(y.len(), move |i| data(&y[i..i + 1]) |= poisson(300.0 * a)) }
    }
    agree("loops", 4, |rows| looped(&y[rows]), false);
}

/// Marginalised variables, row by row.
#[test]
fn what_is_marginalised() {
    let y = [3_u64, 0, 700, 500];
    fn classes(y: &[u64]) -> impl Model {
        params! { rate: vector(2).positive(), w: simplex(2), z: vector(y.len()).category(2) }
        model! {
            rate |= exponential(1.0), w |= flat(), z |= categorical(w),
            data(y) |= poisson(500.0 * rate.at(z)), data(y) |= neg_binomial_2(400.0 * rate.at(z), 3.0),
        }
        .marginalise(z)
    }
    agree("classes", 4, |rows| classes(&y[rows]), false);
}

#[test]
fn over_time() {
    let y = [0.3, -0.2, 0.9, 0.4];
    fn walk(y: &[f64]) -> impl Model {
        params! { phi: interval(-1.0, 1.0), s: positive() }
        model! { phi |= flat(), s |= flat(), data(y) |= process(0.0, |y| normal(phi * y, s)) }
    }
    agree("a process", 4, |rows| walk(&y[rows]), true);
    fn states(y: &[f64]) -> impl Model {
        params! { mu: vector(2), t: simplex(2).rows(2) }
        model! {
            mu |= flat(), t |= flat(),
            data(y) |= hidden_markov(&[0.4, 0.6], t, components(2, |k| normal(mu.at(k), 1.0))),
        }
    }
    agree("hidden states", 4, |rows| states(&y[rows]), true);
    let counts = [0_u64, 700, 650, 3];
    fn of_counts(y: &[u64]) -> impl Model {
        params! { rate: positive_ordered(2), t: simplex(2).rows(2) }
        model! {
            rate |= flat(), t |= flat(),
            data(y) |= hidden_markov(&[0.4, 0.6], t, components(2, |k| poisson(400.0 * rate.at(k)))),
        }
    }
    agree("hidden states of counts", 4, |rows| of_counts(&counts[rows]), true);
}
