use super::*;
use crate::ecdf::uniformity;
use crate::uniform::uniform;

/// Counts of two coins.
fn coins(state: &mut u64) -> f64 {
    f64::from(u8::from(uniform(state) < 0.5) + u8::from(uniform(state) < 0.5))
}

#[test]
fn data_of_the_same_law_are_usual() {
    let mut state = 3;
    let observed: Vec<f64> = (0..200).map(|_| coins(&mut state)).collect();
    let replicated: Vec<Vec<f64>> = (0..300).map(|_| (0..200).map(|_| coins(&mut state)).collect()).collect();
    let mean = |y: &[f64]| y.iter().sum::<f64>() / y.len() as f64;
    let found = check(
        &observed,
        &replicated,
        &[("mean", &mean), ("largest", &|y| y.iter().copied().fold(0.0, f64::max))],
    )
    .unwrap();
    assert!((0.01..0.99).contains(&found.rows[0].p_value), "{found}");
    assert_eq!(found.rows[1].p_value, 0.5, "all are equal");
    let places = pit(&observed, &replicated, || uniform(&mut state)).unwrap();
    assert!(uniformity(&places) > 0.001, "places are even, of a discrete law too");

    let shifted: Vec<f64> = observed.iter().map(|y| y + 1.0).collect();
    let found = check(&shifted, &replicated, &[("mean", &mean)]).unwrap();
    assert_eq!(found.rows[0].p_value, 0.0);
    assert!(found.to_string().contains("unusual"));
    assert!(uniformity(&pit(&shifted, &replicated, || 0.5).unwrap()) < 1e-6);
}

#[test]
fn rootograms_count() {
    let replicated: Vec<[f64; 4]> = (0..100).map(|k| [0.0, 1.0, 1.0, f64::from(k % 2) * 5.0]).collect();
    let found = rootogram(&[1.0, 1.0, 1.0, 6.0], &replicated).unwrap();
    let column: Vec<_> = found.rows.iter().map(|row| (row.count, row.observed, row.expected)).collect();
    assert_eq!(
        column,
        [(0, 0, 1.5), (1, 3, 2.0), (2, 0, 0.0), (3, 0, 0.0), (4, 0, 0.0), (5, 0, 0.5), (6, 1, 0.0)]
    );
    assert_eq!((found.rows[0].lower, found.rows[0].upper), (1.0, 2.0));
}

#[test]
fn residuals_have_no_scale_where_nothing_varies() {
    let found = residuals(&[1.0, 2.0], &[[1.0, 4.0], [1.0, 8.0]]).unwrap();
    assert!(found[0].standardised.is_nan() && found[0].residual == 0.0);
    assert_eq!((found[1].predicted, found[1].residual), (6.0, -4.0));
}

#[test]
fn what_cannot_be_compared_is_told() {
    let none: [[f64; 2]; 0] = [];
    assert_eq!(residuals(&[1.0, 2.0], &none), Err(PredictiveError::Empty));
    assert_eq!(pit(&[], &[[1.0]], || 0.5), Err(PredictiveError::Empty));
    let error = pit(&[1.0], &[vec![1.0], vec![1.0, 2.0]], || 0.5).unwrap_err();
    assert_eq!(error.to_string(), "replication 1 has 2 elements, but there are 1 observations");
    let error = residuals(&[1.0, f64::NAN], &[[1.0, 2.0]]).unwrap_err();
    assert_eq!(error.to_string(), "element 1 of the observed data is NaN");
    let error = residuals(&[1.0], &[[1.0], [f64::NAN]]).unwrap_err();
    assert_eq!(error.to_string(), "element 0 of replication 1 is NaN");
    for (observed, replicated) in [(0.5, 1.0), (-1.0, 1.0), (1.0, 2e6), (1.0, f64::INFINITY)] {
        assert!(matches!(rootogram(&[observed], &[[replicated]]), Err(PredictiveError::NoCount { .. })));
    }
    let found = check(&[1.0], &[[2.0]], &[("nothing", &|_| f64::NAN)]).unwrap();
    assert!(found.rows[0].p_value.is_nan());
}
