//! Power-scaling sensitivity of whole models.

use monomorph::prelude::*;
use monomorph::sensitivity::Diagnosis;

#[test]
fn each_parameter_moves_with_its_own_prior() {
    // 200 observations for a; b is in no statement of data but one, which is vague.
    let y: Vec<f64> = (0..200).map(|k| f64::from(k % 7) - 3.0).collect();
    params! { a: real(), b: real() }
    let model = model! {
        a |= normal(0.0, 1.0),
        b |= normal(0.0, 1.0),
        data(&y) |= normal(a, 2.0),
        data(0.5) |= normal(b, 30.0),
        twice = 2.0 * b,
    };
    let draws = model.sample_exact(1500, 3).unwrap();
    let found = model.sensitivity(&draws).unwrap();
    let (a, b) = (found.row("a").unwrap(), found.row("b").unwrap());
    assert_eq!((a.diagnosis(), b.diagnosis()), (Diagnosis::Fine, Diagnosis::StrongPrior), "{found}");
    assert_eq!(b.strongest_prior(), Some("b"));
    assert!(b.by_prior[0].1 < 0.05 && b.by_prior[1].1 > 0.05, "{b:?}");
    assert!(found.to_string().contains("strong prior or weak data; most by the prior of `b`"), "{found}");

    // b and twice
    assert!(found.to_string().contains("2 quantities move with their priors, by 0.05 or more"), "{found}");

    let of_a = model.sensitivity_to(&["a"], &draws).unwrap();
    assert!(of_a.row("b").unwrap().prior < 0.05, "{of_a}");
    let verdict = "No quantity moves with its priors: all are below 0.05";
    assert!(of_a.to_string().contains(verdict) && !found.to_string().contains(verdict), "{of_a}");
    let error = model.sensitivity_to(&["c"], &draws).unwrap_err();
    assert!(error.to_string().contains('c'), "{error}");
    assert!(found.row("c").is_err());
}

#[test]
fn elements_that_a_form_fixes_have_no_row() {
    let (mean, y) = ([0.0, 0.0], [0.5, 0.4]);
    params! { omega: corr_matrix(2) }
    let model = model! { omega |= lkj_corr(1.0), data(&y) |= multi_normal(data(&mean), omega) };
    let fit = model.compile().unwrap().nuts().draws(200).seed(1).progress(false).run().unwrap();
    let found = model.sensitivity(fit.draws()).unwrap();
    let names: Vec<&str> = found.rows().iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["omega[1,0]"]);
    assert!(found.row("omega[0,0]").is_err());
}

#[test]
fn models_without_data_have_no_likelihood_to_scale() {
    params! { a: real() }
    let model = model! { a |= normal(0.0, 1.0) };
    let draws = model.sample_prior(100, 1).unwrap();
    assert!(matches!(model.sensitivity(&draws), Err(Error::Empty { .. })));
}
