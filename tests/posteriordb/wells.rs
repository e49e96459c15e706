//! The choice of another well, by distance, arsenic and education.

use super::case::*;

posteriors! {
    wells_dist: ["wells_data-wells_dist"],
    wells_dist100: ["wells_data-wells_dist100_model"],
    wells_dist100ars: ["wells_data-wells_dist100ars_model"],
    wells_interaction: ["wells_data-wells_interaction_model"],
    wells_dae: ["wells_data-wells_dae_model"],
}

fn wells_dist(case: &Case, task: &mut impl Task) {
    let (switched, distance) = (case.vector("switched"), case.vector("dist"));
    params! { beta: vector(2) }
    task.run(model! {
        beta |= flat(),
        data(&switched) |= bernoulli_logit(beta.at(0) + beta.at(1) * data(&distance)),
    });
}

/// The models with an intercept of its own and columns of covariates.
fn regression(case: &Case, task: &mut impl Task, columns: &[Vec<f64>]) {
    let switched = case.vector("switched");
    let x = columns.concat();
    let x = matrix(by_columns(&x, switched.len()));
    params! { alpha: real(), beta: vector(columns.len()) }
    task.run(model! {
        alpha |= flat(),
        beta  |= flat(),
        data(&switched) |= bernoulli_logit(alpha + x.dot(beta)),
    });
}

fn hectometres(case: &Case) -> Vec<f64> {
    map(&case.vector("dist"), |metres| metres / 100.0)
}

fn wells_dist100(case: &Case, task: &mut impl Task) {
    regression(case, task, &[hectometres(case)]);
}

fn wells_dist100ars(case: &Case, task: &mut impl Task) {
    regression(case, task, &[hectometres(case), case.vector("arsenic")]);
}

fn wells_interaction(case: &Case, task: &mut impl Task) {
    let (distance, arsenic) = (hectometres(case), case.vector("arsenic"));
    let both = zip(&distance, &arsenic, |distance, arsenic| distance * arsenic);
    regression(case, task, &[distance, arsenic, both]);
}

fn wells_dae(case: &Case, task: &mut impl Task) {
    let education = map(&case.vector("educ"), |years| years / 4.0);
    regression(case, task, &[hectometres(case), case.vector("arsenic"), education]);
}
