//! Who switched to another well, by distance, arsenic and education.

use crate::*;

#[test]
fn wells_dist() {
    let Some(case) = Case::open("wells_data-wells_dist") else { return };
    let (switched, distance) = (case.vector("switched"), case.vector("dist"));
    params! { beta: vector(2) }
    case.compare(model! {
        beta |= flat(),
        data(&switched) |= bernoulli_logit(beta.at(0) + beta.at(1) * data(&distance)),
    });
}

/// The models with an intercept of its own and columns of covariates.
fn compare(posterior: &str, columns: impl Fn(&Case) -> Vec<Vec<f64>>) {
    let Some(case) = Case::open(posterior) else { return };
    let switched = case.vector("switched");
    let columns = columns(&case);
    let x = columns.concat();
    let x = matrix(by_columns(&x, switched.len()));
    params! { alpha: real(), beta: vector(columns.len()) }
    case.compare(model! {
        alpha |= flat(),
        beta  |= flat(),
        data(&switched) |= bernoulli_logit(alpha + x.dot(beta)),
    });
}

fn hectometres(case: &Case) -> Vec<f64> {
    map(&case.vector("dist"), |metres| metres / 100.0)
}

#[test]
fn wells_dist100() {
    compare("wells_data-wells_dist100_model", |case| vec![hectometres(case)]);
}

#[test]
fn wells_dist100ars() {
    compare("wells_data-wells_dist100ars_model", |case| vec![hectometres(case), case.vector("arsenic")]);
}

#[test]
fn wells_interaction() {
    compare("wells_data-wells_interaction_model", |case| {
        let (distance, arsenic) = (hectometres(case), case.vector("arsenic"));
        let both = zip(&distance, &arsenic, |distance, arsenic| distance * arsenic);
        vec![distance, arsenic, both]
    });
}

#[test]
fn wells_dae() {
    compare("wells_data-wells_dae_model", |case| {
        let education = map(&case.vector("educ"), |years| years / 4.0);
        vec![hectometres(case), case.vector("arsenic"), education]
    });
}
