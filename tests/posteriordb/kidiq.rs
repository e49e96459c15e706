//! Test scores of children by their mother's IQ and schooling.

use super::case::*;

posteriors! {
    kidscore_momhs: ["kidiq-kidscore_momhs"],
    kidscore_momiq: ["kidiq-kidscore_momiq"],
    kidscore_momhsiq: ["kidiq-kidscore_momhsiq"],
    kidscore_interaction_c: ["kidiq_with_mom_work-kidscore_interaction_c"],
}

/// The regressions with a Cauchy prior on the scale.
fn with_cauchy_scale(case: &Case, task: &mut impl Task, columns: &[&[f64]]) {
    let score = case.vector("kid_score");
    let x = with_intercept(columns);
    let x = matrix(by_columns(&x, score.len()));
    params! { beta: vector(columns.len() + 1), sigma: positive() }
    task.run(model! {
        beta  |= flat(),
        sigma |= cauchy(0.0, 2.5),
        data(&score) |= normal(x.dot(beta), sigma),
    });
}

fn kidscore_momhs(case: &Case, task: &mut impl Task) {
    with_cauchy_scale(case, task, &[&case.vector("mom_hs")]);
}

fn kidscore_momiq(case: &Case, task: &mut impl Task) {
    with_cauchy_scale(case, task, &[&case.vector("mom_iq")]);
}

fn kidscore_momhsiq(case: &Case, task: &mut impl Task) {
    with_cauchy_scale(case, task, &[&case.vector("mom_hs"), &case.vector("mom_iq")]);
}

fn kidscore_interaction_c(case: &Case, task: &mut impl Task) {
    let centred = |field: &str| {
        let numbers = case.vector(field);
        let mean = mean(&numbers);
        map(&numbers, |number| number - mean)
    };
    let (schooling, iq) = (centred("mom_hs"), centred("mom_iq"));
    let both = zip(&schooling, &iq, |schooling, iq| schooling * iq);
    flat_regression(task, &case.vector("kid_score"), &[&schooling, &iq, &both]);
}
