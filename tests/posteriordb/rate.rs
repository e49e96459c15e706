//! Rates of success.

use super::case::*;

posteriors! {
    rate_1: ["Rate_1_data-Rate_1_model"],
    rate_2: ["Rate_2_data-Rate_2_model"],
    rate_4: ["Rate_4_data-Rate_4_model"],
}

fn rate_1(case: &Case, task: &mut impl Task) {
    let k = [case.number("k")];
    params! { theta: interval(0.0, 1.0) }
    task.run(model! {
        theta |= beta(1.0, 1.0),
        data(&k) |= binomial(case.number("n"), theta),
    });
}

fn rate_2(case: &Case, task: &mut impl Task) {
    let (k1, k2) = ([case.number("k1")], [case.number("k2")]);
    params! { theta1: interval(0.0, 1.0), theta2: interval(0.0, 1.0) }
    task.run(model! {
        theta1 |= beta(1.0, 1.0),
        theta2 |= beta(1.0, 1.0),
        delta = theta1 - theta2,
        data(&k1) |= binomial(case.number("n1"), theta1),
        data(&k2) |= binomial(case.number("n2"), theta2),
    });
}

fn rate_4(case: &Case, task: &mut impl Task) {
    let k = [case.number("k")];
    params! { theta: interval(0.0, 1.0), thetaprior: interval(0.0, 1.0) }
    task.run(model! {
        theta      |= beta(1.0, 1.0),
        thetaprior |= beta(1.0, 1.0),
        data(&k) |= binomial(case.number("n"), theta),
    });
}
