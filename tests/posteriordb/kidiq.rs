//! Test scores of children by their mother's IQ and schooling.

use crate::*;

/// The regressions with a Cauchy prior on the scale.
fn compare(case: &Case, columns: &[&[f64]]) {
    let score = case.vector("kid_score");
    let x = with_intercept(columns);
    let x = matrix(by_columns(&x, score.len()));
    params! { beta: vector(columns.len() + 1), sigma: positive() }
    case.compare(model! {
        beta  |= flat(),
        sigma |= cauchy(0.0, 2.5),
        data(&score) |= normal(x.dot(beta), sigma),
    });
}

#[test]
fn kidscore_momhs() {
    let Some(case) = Case::open("kidiq-kidscore_momhs") else { return };
    compare(&case, &[&case.vector("mom_hs")]);
}

#[test]
fn kidscore_momiq() {
    let Some(case) = Case::open("kidiq-kidscore_momiq") else { return };
    compare(&case, &[&case.vector("mom_iq")]);
}

#[test]
fn kidscore_momhsiq() {
    let Some(case) = Case::open("kidiq-kidscore_momhsiq") else { return };
    compare(&case, &[&case.vector("mom_hs"), &case.vector("mom_iq")]);
}

#[test]
fn kidscore_interaction_c() {
    let Some(case) = Case::open("kidiq_with_mom_work-kidscore_interaction_c") else { return };
    let centred = |field: &str| {
        let numbers = case.vector(field);
        let mean = mean(&numbers);
        map(&numbers, |number| number - mean)
    };
    let (schooling, iq) = (centred("mom_hs"), centred("mom_iq"));
    let both = zip(&schooling, &iq, |schooling, iq| schooling * iq);
    compare_with_flat_regression(&case, &case.vector("kid_score"), &[&schooling, &iq, &both]);
}
