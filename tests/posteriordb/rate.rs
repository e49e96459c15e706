//! Rates of success.

use crate::*;

#[test]
fn rate_1() {
    let Some(case) = Case::open("Rate_1_data-Rate_1_model") else { return };
    let k = [case.number("k")];
    params! { theta: interval(0.0, 1.0) }
    case.compare(model! {
        theta |= beta(1.0, 1.0),
        data(&k) |= binomial(case.number("n"), theta),
    });
}

#[test]
fn rate_2() {
    let Some(case) = Case::open("Rate_2_data-Rate_2_model") else { return };
    let (k1, k2) = ([case.number("k1")], [case.number("k2")]);
    params! { theta1: interval(0.0, 1.0), theta2: interval(0.0, 1.0) }
    case.compare(model! {
        theta1 |= beta(1.0, 1.0),
        theta2 |= beta(1.0, 1.0),
        delta = theta1 - theta2,
        data(&k1) |= binomial(case.number("n1"), theta1),
        data(&k2) |= binomial(case.number("n2"), theta2),
    });
}

#[test]
fn rate_4() {
    let Some(case) = Case::open("Rate_4_data-Rate_4_model") else { return };
    let k = [case.number("k")];
    params! { theta: interval(0.0, 1.0), thetaprior: interval(0.0, 1.0) }
    case.compare(model! {
        theta      |= beta(1.0, 1.0),
        thetaprior |= beta(1.0, 1.0),
        data(&k) |= binomial(case.number("n"), theta),
    });
}
