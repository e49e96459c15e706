//! Earnings by height: five regressions with flat priors, the first written term by term.

use crate::*;

#[test]
fn earn_height() {
    let Some(case) = Case::open("earnings-earn_height") else { return };
    let (earn, height) = (case.vector("earn"), case.vector("height"));
    params! { beta: vector(2), sigma: positive() }
    case.compare(model! {
        beta  |= flat(),
        sigma |= flat(),
        data(&earn) |= normal(beta.at(0) + beta.at(1) * data(&height), sigma),
    });
}

#[test]
fn logearn_height() {
    let Some(case) = Case::open("earnings-logearn_height") else { return };
    let log_earn = map(&case.vector("earn"), f64::ln);
    compare_with_flat_regression(&case, &log_earn, &[&case.vector("height")]);
}

#[test]
fn logearn_height_male() {
    let Some(case) = Case::open("earnings-logearn_height_male") else { return };
    let log_earn = map(&case.vector("earn"), f64::ln);
    compare_with_flat_regression(&case, &log_earn, &[&case.vector("height"), &case.vector("male")]);
}

#[test]
fn logearn_interaction() {
    let Some(case) = Case::open("earnings-logearn_interaction") else { return };
    let log_earn = map(&case.vector("earn"), f64::ln);
    let (height, male) = (case.vector("height"), case.vector("male"));
    let both = zip(&height, &male, |height, male| height * male);
    compare_with_flat_regression(&case, &log_earn, &[&height, &male, &both]);
}

#[test]
fn logearn_logheight_male() {
    let Some(case) = Case::open("earnings-logearn_logheight_male") else { return };
    let log_earn = map(&case.vector("earn"), f64::ln);
    let log_height = map(&case.vector("height"), f64::ln);
    compare_with_flat_regression(&case, &log_earn, &[&log_height, &case.vector("male")]);
}
