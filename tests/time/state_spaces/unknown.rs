//! Series that end before diffuse states are known: variances are infinite if those of a wide initial
//! distribution grow with it, and otherwise their limit.

use monomorph::state_space::{StateSpace, States};

/// A level with a slope, whose first states have this variance, or are diffuse.
fn trend(y: &[f64], variance: Option<f64>) -> States {
    let model = StateSpace::new(2, &[1.0, 0.0], &[0.5], &[1.0, 1.0, 0.0, 1.0], &[0.3, 0.2]);
    let model = match variance {
        Some(variance) => model.initial(&[0.0, 0.0], &[variance, variance]),
        None => model,
    };
    model.smooth(y).unwrap()
}

#[test]
fn what_no_observation_tells_has_no_bound() {
    let none = f64::NAN;
    let all = [
        vec![none; 3],
        vec![none, 1.0, none, none],
        vec![1.0],
        vec![2.0, none],
        // Both states are known at the end.
        vec![none, 1.0, 2.0],
        vec![1.0, none, none, 4.0],
        vec![1.0, 2.0, none, 4.0, none],
    ];
    let mut infinite = 0;
    for y in all {
        let (diffuse, wide) = (trend(&y, None), trend(&y, Some(1e5)));
        for (place, (&found, &expected)) in diffuse.covariances.iter().zip(&wide.covariances).enumerate() {
            if expected.abs() > 1e3 {
                infinite += 1;
                assert_eq!(found, f64::INFINITY * expected.signum(), "{y:?}, {place}: {expected}");
            } else {
                let error = (found - expected).abs();
                assert!(error < 1e-3 * expected.abs().max(1.0), "{y:?}, {place}: {found} {expected}");
            }
        }
    }
    assert!(infinite > 12, "{infinite}");
}
