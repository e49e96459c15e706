use super::*;
use crate::ecdf::uniformity;
use crate::uniform::uniform;

/// Draws the number of heads of two coins.
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

/// Scores of a normal law are known: with z = (y − µ)/σ, crps = σ (z (2 Φ(z) − 1) + 2 φ(z) − 1/√π).
#[test]
fn accuracy_of_normal_predictions() {
    let mut state = 5;
    let mut normal = || (0..12).map(|_| uniform(&mut state)).sum::<f64>() - 6.0;
    let observed: Vec<f64> = (0..400).map(|_| 1e6 + 2.0 * normal()).collect();
    let predicted: Vec<Vec<f64>> =
        (0..500).map(|_| (0..400).map(|_| 1e6 + 2.0 * normal()).collect()).collect();
    let found = accuracy(&observed, &predicted).unwrap();
    assert!((found.rmse.value - 2.0).abs() < 4.0 * found.rmse.se, "{found}");
    assert!(
        (found.mae.value - 2.0 * (2.0 / core::f64::consts::PI).sqrt()).abs() < 4.0 * found.mae.se,
        "{found}"
    );
    // The mean of the score over the law itself is σ/√π.
    assert!((found.crps.value - 2.0 / core::f64::consts::PI.sqrt()).abs() < 4.0 * found.crps.se, "{found}");
    for (probability, share) in found.coverage {
        assert!((share.value - probability).abs() < 4.0 * share.se, "{found}");
    }
    assert!(found.rmse.se > 0.03 && found.rmse.se < 0.15 && found.crps.se < found.mae.se, "{found}");
}

/// The score by its definition over all pairs equals the score over sorted predictions; the unbiased
/// estimate does not depend on the number of predictions.
#[test]
fn scores_are_those_of_all_pairs() {
    let mut state = 8;
    for count in [1, 2, 3, 7, 50] {
        let y = 3.0 * uniform(&mut state) - 1.0;
        let values: Vec<[f64; 1]> = (0..count).map(|_| [(4.0 * uniform(&mut state)).floor()]).collect();
        let distance: f64 = values.iter().map(|x| (x[0] - y).abs()).sum::<f64>() / count as f64;
        let pairs = values.iter().flat_map(|x| values.iter().map(|z| (x[0] - z[0]).abs())).sum::<f64>();
        let spread = if count < 2 { 0.0 } else { 0.5 * pairs / (count * (count - 1)) as f64 };
        let found = accuracy(&[y], &values).unwrap();
        assert!((found.crps.value - (distance - spread)).abs() < 1e-13, "{count}");
        assert!(found.crps.se.is_nan());
    }
    let exact = accuracy(&[2.0, 3.0], &[[2.0, 3.0], [2.0, 3.0]]).unwrap();
    assert_eq!((exact.rmse.value, exact.rmse.se, exact.crps.value), (0.0, 0.0, 0.0));
    assert!(exact.coverage.iter().all(|(_, share)| share.value == 1.0));
}

#[test]
fn gaps_are_left_out_of_accuracy() {
    let gaps = [f64::NAN, 1.0, f64::NAN];
    let predicted = [[f64::NAN, 2.0, 0.0], [f64::NAN, 2.0, 9.0]];
    let found = accuracy(&gaps, &predicted).unwrap();
    assert_eq!((found.observations, found.rmse.value), (1, 1.0));
    let error = accuracy(&[0.0, 1.0, 2.0], &predicted).unwrap_err();
    assert_eq!(error, PredictiveError::NaN { replication: Some(0), element: 0 });
    assert_eq!(accuracy(&[f64::NAN; 3], &predicted), Err(PredictiveError::Empty));
    let none: [[f64; 1]; 0] = [];
    assert_eq!(accuracy(&[1.0], &none), Err(PredictiveError::Empty));
    let error = accuracy(&[1.0], &[[1.0, 2.0]]).unwrap_err();
    assert_eq!(error.to_string(), "replication 0 has 2 elements, but there are 1 observations");
}
