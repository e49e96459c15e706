//! State spaces with invalid covariances, or with observations without variance: errors with the place.

use monomorph::faer::mat;
use monomorph::prelude::*;
use monomorph::rand::{SeedableRng, rngs::SmallRng};
use monomorph::state_space::StateSpace;

/// Checks the error of `compile()`, after the statement.
#[track_caller]
fn refused(model: impl Model, what: &str) {
    let error = model.compile().map(drop).expect_err("the model should be refused").to_string();
    let (_, error) = error.split_once("`: ").expect("a statement in quotes");
    assert!(error.starts_with(&format!("{what}: element 0 is 0.3")), "{error}");
    assert!(error.contains("must equal the element that mirrors it in a symmetric matrix"), "{error}");
}

#[test]
fn state_spaces_of_models() {
    let (y, wrong, unit) = ([0.1, 0.4, 0.2], mat![[1.0, 0.5], [0.3, 1.0]], mat![[1.0, 0.0], [0.0, 1.0]]);
    let design = [1.0, 0.0];
    params! { h: positive() }
    refused(
        model! { h |= exponential(1.0), data(&y) |= linear_gaussian(&design, h, data(&unit), data(&wrong)) },
        "row 1 of the state noise",
    );
    refused(
        model! {
            h |= exponential(1.0),
            data(&y) |= linear_gaussian(&design, h, data(&unit), data(&unit))
                .initial(&[0.0, 0.0], data(&wrong)),
        },
        "row 1 of the initial covariance",
    );
    let model = model! {
        h |= exponential(1.0), data(&y) |= linear_gaussian(&design, h, data(&unit), h * data(&wrong)),
    };
    let said = model.compile().unwrap_err().to_string();
    assert!(said.contains("row 1 of the state noise: element 0 is "), "{said}");
}

#[test]
fn states_with_indefinite_noise() {
    let indefinite = mat![[1.0, 2.0], [2.0, 1.0]];
    let (design, unit) = ([1.0, 0.0], mat![[1.0, 0.0], [0.0, 1.0]]);
    let y = [0.3, 0.1, 0.7];
    params! { h: positive() }
    let model = model! {
        h |= exponential(1.0),
        data(&y) |= linear_gaussian(&design, h, data(&unit), data(&indefinite))
            .initial(&[0.0, 0.0], data(&unit)),
    };
    let said = model.compile().unwrap_err().to_string();
    assert!(said.contains("the smallest eigenvalue of the state noise is -1"), "{said}");
}

#[test]
fn state_spaces_of_numbers() {
    let y = [0.3, f64::NAN, 0.1, 0.7];
    let level = |noise: f64, state: f64| StateSpace::new(1, &[1.0], &[noise], &[1.0], &[state]);
    assert!(level(1.0, 0.0).smooth(&y).is_ok());
    assert!(level(0.0, 1.0).smooth(&y).is_ok());
    let still = level(0.0, 0.0);
    // The first observation says where the level is, and the next one cannot be.
    let said = "in `StateSpace`: the arguments of `StateSpace` do not fit: the observation at time 2, counted from 0, has the variance 0 \
                given those before it: it needs noise of its own, or states that vary";
    let mut rng = SmallRng::seed_from_u64(1);
    let all = [
        still.log_likelihood(&y).map(drop),
        still.filter(&y).map(drop),
        still.smooth(&y).map(drop),
        still.forecast(&y, 2).map(drop),
        still.simulate(&y, &mut rng).map(drop),
    ];
    for result in all {
        assert_eq!(result.unwrap_err().to_string(), said);
    }
    let known = still.clone().initial(&[0.3], &[0.0]);
    assert!(known.log_likelihood(&y).unwrap_err().to_string().contains("at time 0"));
    // Nothing was observed, so there is nothing that could not be.
    assert!(known.smooth(&[f64::NAN; 3]).is_ok_and(|states| states.means.iter().all(|mean| *mean == 0.3)));
    let two = StateSpace::new(1, &[1.0, 1.0], &[1.0, 0.0], &[1.0], &[0.0]).series(2).initial(&[0.0], &[0.0]);
    assert!(
        two.log_likelihood(&[0.1, 0.2, 0.3, 0.4]).unwrap_err().to_string().contains("of series 1 at time 0")
    );
    let wrong = |model: StateSpace| model.log_likelihood(&y).unwrap_err().to_string();
    assert!(wrong(level(-1.0, 1.0)).contains("the noise: element 0 is -1, but must be 0 or positive"));
    assert!(wrong(level(1.0, f64::NAN)).contains("the state noise: element 0 is NaN, but must be finite"));
    let pair = StateSpace::new(2, &[1.0, 0.0], &[1.0], &[1.0, 1.0, 0.0, 1.0], &[1.0, 0.5, 0.3, 1.0]);
    assert!(
        wrong(pair).contains("the state noise: element 2 is 0.3, but must equal the element that mirrors it")
    );
    assert!(level(1.0, 1.0).smooth(&[f64::INFINITY]).is_err());
    // Symmetric, with the eigenvalues 3 and −1; one with 2 and 0 is a covariance.
    let of_noise = |b: f64| StateSpace::new(2, &[1.0, 0.0], &[0.1], &[1.0, 0.0, 0.0, 1.0], &[1.0, b, b, 1.0]);
    let said = wrong(of_noise(2.0).initial(&[0.0], &[1.0]));
    assert!(said.contains("the smallest eigenvalue of the state noise is -1"), "{said}");
    assert!(of_noise(1.0).initial(&[0.0], &[1.0]).log_likelihood(&y).is_ok());
    let said = wrong(of_noise(1.0).initial(&[0.0, 0.0], &[1.0, -3.0, -3.0, 1.0]));
    assert!(said.contains("the smallest eigenvalue of the initial covariance is -2"), "{said}");
}

/// Laws of numbers alone, whose observations cannot vary given those before: an error, where parameters may
/// move away from it.
#[test]
fn state_spaces_of_models_without_variance() {
    let y = [0.3, 0.1, 0.7, 0.2];
    let zero = mat![[0.0, 0.0], [0.0, 0.0]];
    let (design, unit) = ([1.0, 0.0], mat![[1.0, 0.0], [0.0, 1.0]]);
    params! { mu: real() }
    macro_rules! said {
        ($($statement:tt)+) => {
            model! { mu |= normal(0.0, 1.0), $($statement)+ }.compile().map(drop)
                .map_err(|error| error.to_string())
        };
    }
    let reason = "counted from 0, has the variance 0 given those before it: it needs noise of its own, or states that vary";
    let of = |said: Result<(), String>| said.expect_err("the model should be refused");
    for (said, time) in [
        (of(said! { data(&y) |= local_level(0.0, 0.0).regression(mu) }), 1),
        (of(said! { data(&y) |= local_linear_trend(0.0, 0.0, 0.0).regression(mu) }), 2),
        (
            of(said! { data(&y) |=
            local_level(0.0, 0.0).observed(&[true, false, false, true]).regression(mu) }),
            3,
        ),
        (
            of(said! { data(&y) |= linear_gaussian(&design, 0.0, data(&unit), data(&zero))
            .initial(&[0.0, 0.0], data(&zero)) }),
            0,
        ),
        (
            of(said! { data(&y) |= linear_gaussian(&design, 0.0, data(&unit), data(&zero))
            .initial(&[0.0, 0.0], data(&unit)) }),
            1,
        ),
    ] {
        assert!(said.ends_with(&format!("the observation at time {time}, {reason}")), "{said}");
    }
    assert_eq!(said! { data(&y) |= local_level(0.1, 0.0).regression(mu) }, Ok(()));
    assert_eq!(said! { data(&y) |= local_level(0.0, mu).regression(mu) }, Ok(()));
    assert_eq!(
        said! { data(&y) |= local_level(0.0, 0.0).observed(&[true, false, false, false]).regression(mu) },
        Ok(())
    );
}
