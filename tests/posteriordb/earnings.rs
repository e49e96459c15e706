//! Earnings by height: five regressions with flat priors, the first written term by term.

use super::case::*;

posteriors! {
    earn_height: ["earnings-earn_height"],
    logearn_height: ["earnings-logearn_height"],
    logearn_height_male: ["earnings-logearn_height_male"],
    logearn_interaction: ["earnings-logearn_interaction"],
    logearn_logheight_male: ["earnings-logearn_logheight_male"],
}

fn earn_height(case: &Case, task: &mut impl Task) {
    let (earn, height) = (case.vector("earn"), case.vector("height"));
    params! { beta: vector(2), sigma: positive() }
    task.run(model! {
        beta  |= flat(),
        sigma |= flat(),
        data(&earn) |= normal(beta.at(0) + beta.at(1) * data(&height), sigma),
    });
}

fn logearn_height(case: &Case, task: &mut impl Task) {
    let log_earn = map(&case.vector("earn"), f64::ln);
    flat_regression(task, &log_earn, &[&case.vector("height")]);
}

fn logearn_height_male(case: &Case, task: &mut impl Task) {
    let log_earn = map(&case.vector("earn"), f64::ln);
    flat_regression(task, &log_earn, &[&case.vector("height"), &case.vector("male")]);
}

fn logearn_interaction(case: &Case, task: &mut impl Task) {
    let log_earn = map(&case.vector("earn"), f64::ln);
    let (height, male) = (case.vector("height"), case.vector("male"));
    let both = zip(&height, &male, |height, male| height * male);
    flat_regression(task, &log_earn, &[&height, &male, &both]);
}

fn logearn_logheight_male(case: &Case, task: &mut impl Task) {
    let log_earn = map(&case.vector("earn"), f64::ln);
    let log_height = map(&case.vector("height"), f64::ln);
    flat_regression(task, &log_earn, &[&log_height, &case.vector("male")]);
}
