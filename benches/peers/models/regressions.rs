//! Regressions of 10 000 observations on 20 predictors.

use crate::compare::{Bench, Rivals};
use crate::hand_written::{self, Outcome};
use crate::json::{list, rows};
use crate::regression_data::Regression;
use monomorph::faer::MatRef;
use monomorph::prelude::*;
use std::fmt::Display;

/// Compares them.
pub fn compare(bench: &mut Bench) {
    linear(bench);
    logistic(bench);
    poisson_(bench);
    ordinal(bench);
}

/// The data as the programs read them, with further fields.
fn json<Y>(data: &Regression<Y>, more: &str, y: impl IntoIterator<Item: Display>) -> String {
    let (n, p) = (data.y.len(), data.columns);
    format!(r#"{{"N":{n},"P":{p},{more}"X":{},"y":{}}}"#, rows(&data.x, p), list(y))
}

fn linear(bench: &mut Bench) {
    let data_ = Regression::linear();
    let Regression { columns, x, y } = &data_;
    let design = data(MatRef::from_row_major_slice(x, y.len(), *columns));
    params! { alpha: real(), beta: vector(*columns), sigma: positive() }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        sigma |= exponential(1.0),
        data(y) |= normal(alpha + design.dot(beta), sigma),
    };
    let by_hand = hand_written::contender(x, y, *columns, Outcome::Normal);
    bench.compare("linear", model, Rivals::stan("linreg", json(&data_, "", y)).by_hand(by_hand));
}

fn logistic(bench: &mut Bench) {
    let data_ = Regression::logistic();
    let Regression { columns, x, y } = &data_;
    let design = data(MatRef::from_row_major_slice(x, y.len(), *columns));
    params! { alpha: real(), beta: vector(*columns) }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        data(y) |= bernoulli_logit(alpha + design.dot(beta)),
    };
    let outcomes: Vec<f64> = y.iter().copied().map(f64::from).collect();
    let by_hand = hand_written::contender(x, &outcomes, *columns, Outcome::Bernoulli);
    bench.compare("logistic", model, Rivals::stan("logreg", json(&data_, "", y)).by_hand(by_hand));
}

fn poisson_(bench: &mut Bench) {
    let data_ = Regression::poisson();
    let Regression { columns, x, y } = &data_;
    let design = data(MatRef::from_row_major_slice(x, y.len(), *columns));
    params! { alpha: real(), beta: vector(*columns) }
    let model = model! {
        alpha |= normal(0.0, 5.0),
        beta  |= normal(0.0, 2.5),
        data(y) |= poisson_log(alpha + design.dot(beta)),
    };
    bench.compare("poisson", model, Rivals::stan("poisson", json(&data_, "", y)));
}

fn ordinal(bench: &mut Bench) {
    let data_ = Regression::ordinal();
    let Regression { columns, x, y } = &data_;
    let design = data(MatRef::from_row_major_slice(x, y.len(), *columns));
    params! { beta: vector(*columns), c: ordered(4) }
    let model = model! {
        beta |= normal(0.0, 2.5),
        c    |= normal(0.0, 5.0),
        data(y) |= ordered_logistic(design.dot(beta), c),
    };
    let json = json(&data_, r#""K":5,"#, y.iter().map(|y| y + 1));
    bench.compare("ordinal", model, Rivals::stan("ordinal", json));
}
