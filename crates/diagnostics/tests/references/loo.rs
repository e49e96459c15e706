//! Leave-one-out cross-validation and WAIC against R and ArviZ.

use crate::matrices::{ARVIZ, CHAINS, DRAWS, NAMES, R, close, columns, log_likelihood, numbers};
use monomorph_diagnostics::chains::{ess_mean, inverse_normal_cdf};
use monomorph_diagnostics::loo::{
    Efficiency, Estimate, LogLikelihood, Loo, LooError, LooSettings, Pointwise, Waic,
};
use monomorph_diagnostics::psis::Tail;
use serde_json::Value;

fn shapes(loo: &Loo) -> Vec<f64> {
    loo.quality().iter().map(|quality| quality.pareto_k).collect()
}

fn is_close(estimate: Estimate, value: &Value, se: &Value, what: &str) {
    close(&[estimate.value, estimate.se], &[value.as_f64().unwrap(), se.as_f64().unwrap()], 1e-10, what);
}

#[test]
fn estimates_of_r() {
    for name in NAMES {
        let matrix = log_likelihood(name);
        for (label, efficiency) in
            [("reff_1", Efficiency::Given(1.0)), ("default", Efficiency::PerObservation)]
        {
            let (expected, what) = (&R[name][label], format!("{name}, {label}"));
            let loo = Loo::with(&matrix, LooSettings::default().efficiency(efficiency)).unwrap();
            is_close(loo.elpd(), &expected["elpd_loo"], &expected["se"], &what);
            is_close(loo.p_loo(), &expected["p_loo"], &expected["p_se"], &what);
            is_close(loo.looic(), &expected["looic"], &expected["looic_se"], &what);
            close(loo.pointwise_elpd(), &numbers(&expected["elpd_i"]), 1e-10, &what);
            close(&shapes(&loo), &numbers(&expected["khat"]), 1e-10, &what);
            if label == "default" {
                close(loo.r_eff(), &numbers(&R[name]["r_eff"]), 1e-10, &what);
            }
        }
    }
}

/// R 2.5.1 has the standard deviation of the logarithm over 1000 quantiles `(j − 3/8) / (1000 + 1/4)` of a
/// normal distribution in place of the lognormal one: its numbers follow from the same mean and variance.
#[test]
fn monte_carlo_errors_of_r() {
    for name in NAMES {
        let loo = Loo::of(&log_likelihood(name)).unwrap();
        let expected = numbers(&R[name]["default"]["mcse_i"]);
        for (place, (mcse, expected)) in loo.pointwise_mcse().iter().zip(expected).enumerate() {
            let r_eff = loo.r_eff()[place];
            let sd = (mcse * mcse * r_eff).exp_m1().sqrt();
            let quantile = |j: u32| 1.0 + sd * inverse_normal_cdf((f64::from(j) - 0.375) / 1000.25);
            let logs: Vec<f64> = (1..=1000).map(quantile).filter(|z| *z > 0.0).map(f64::ln).collect();
            let variance = Estimate::of(&logs).se.powi(2) / logs.len() as f64;
            close(&[(variance / r_eff).sqrt()], &[expected], 1e-10, name);
            assert!((mcse / expected - 1.0).abs() < 0.05, "{name} {place}: {mcse} {expected}");
        }
    }
    let total = |efficiency| {
        let settings = LooSettings::default().efficiency(efficiency);
        Loo::with(&log_likelihood("poisson_outlier"), settings).unwrap().mcse()
    };
    let expected = R["poisson_outlier"]["reff_1"]["mcse_elpd"].as_f64().unwrap();
    assert!((total(Efficiency::Given(1.0)) / expected - 1.0).abs() < 0.05);
    assert!(total(Efficiency::PerObservation).is_nan());
}

#[test]
fn estimates_of_arviz() {
    for name in NAMES {
        let matrix = log_likelihood(name);
        // ArviZ has one efficiency for all observations, the efficiency of the parameters: here of the
        // parameter `dummy`, the sum of the log likelihoods.
        let sums: Vec<f64> =
            (0..matrix.draws()).map(|draw| matrix.columns().map(|column| column[draw]).sum()).collect();
        let chains: Vec<&[f64]> = sums.chunks_exact(DRAWS).collect();
        let r_eff = ess_mean(&chains) / (CHAINS * DRAWS) as f64;
        for (label, r_eff) in [("reff_1", 1.0), ("default", r_eff)] {
            let (expected, what) = (&ARVIZ[name][label], format!("{name}, {label}"));
            let settings = LooSettings::default().efficiency(Efficiency::Given(r_eff)).tail(Tail::Floor);
            let loo = Loo::with(&matrix, settings).unwrap();
            close(loo.pointwise_elpd(), &numbers(&expected["elpd_i"]), 1e-10, &what);
            close(&shapes(&loo), &numbers(&expected["khat"]), 1e-10, &what);
            let single = [loo.elpd().value, loo.p_loo().value, loo.threshold()];
            let there = ["elpd_loo", "p_loo", "good_k"].map(|key| expected[key].as_f64().unwrap());
            close(&single, &there, 1e-10, &what);
        }
    }
}

#[test]
fn waic_of_r() {
    for name in NAMES {
        let (waic, expected) = (Waic::of(&log_likelihood(name)).unwrap(), &R[name]["waic"]);
        is_close(waic.elpd(), &expected["elpd_waic"], &expected["se"], name);
        let p = expected["p_waic"].as_f64().unwrap();
        close(&[waic.p_waic().value], &[p], 1e-10, name);
    }
}

#[test]
fn the_table_names_the_worst_observation() {
    let loo =
        Loo::of(&log_likelihood("poisson_outlier").named((0..24).map(|i| format!("count[{i}]"))).unwrap());
    let loo = loo.unwrap();
    let text = loo.to_string();
    assert_eq!(loo.unreliable(), [4]);
    for part in [
        "4 chains of 500 draws, 24 observations",
        "elpd_loo       -63.9    15.1",
        "p_loo            5.8     4.1",
        "(0.70, 1]     bad              1    4.2%        17",
        "k̂ is too large for count[4] (0.72)",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    // For a group, a large k̂ does not mean that the model is wrong.
    let single: Vec<String> = (0..24).map(|i| format!("town {i}")).collect();
    let towns = log_likelihood("poisson_outlier").by_group(&single).unwrap();
    let towns = Loo::of(&towns).unwrap();
    assert_eq!(towns.pointwise_elpd(), loo.pointwise_elpd());
    let text_of_towns = towns.to_string();
    for part in ["24 groups", "k̂ is too large for town 4 (0.72)", "LeftOut::Groups", "no fault of the model"]
    {
        assert!(text_of_towns.contains(part), "no `{part}` in\n{text_of_towns}");
    }
    assert!(!text.contains("LeftOut::Groups"));
    // A fit without the observation gives the exact estimate.
    let mut exact = loo.clone();
    exact.replace(4, &[-17.0; 100]).unwrap();
    let text = exact.to_string();
    assert!(
        exact.unreliable().is_empty() && text.contains("fitted again") && text.contains("exact"),
        "{text}"
    );
    let difference = (exact.elpd().value - loo.elpd().value, exact.p_loo().value - loo.p_loo().value);
    assert!((difference.0 + difference.1).abs() < 1e-10 && difference.0 < 0.0);
    assert!(exact.mcse() > 0.0 && loo.mcse().is_nan());
}

#[test]
fn numbers_that_are_no_log_likelihoods() {
    let error =
        |values: &[f64], chains, draws| LogLikelihood::new(values.to_vec(), chains, draws).unwrap_err();
    assert_eq!(error(&[], 1, 1), LooError::Empty { what: "log likelihoods" });
    assert_eq!(error(&[0.0], 0, 1), LooError::Empty { what: "chains" });
    assert!(matches!(error(&[0.0; 7], 2, 3), LooError::Length { expected: 12, found: 7, .. }));
    let observation = "y[1]".to_owned();
    assert_eq!(
        error(&[0.0, 0.0, 0.0, f64::NEG_INFINITY], 1, 2),
        LooError::NotFinite { observation, draw: 1, value: f64::NEG_INFINITY }
    );
    assert!(matches!(error(&[0.0, f64::NAN], 1, 2), LooError::NotFinite { draw: 1, .. }));
    let few = LogLikelihood::new(vec![-1.0; 48], 2, 12).unwrap();
    assert_eq!(Loo::of(&few), Err(LooError::TooFewDraws { least: 25, found: 24 }));
    assert!(few.named(["a"]).is_err());
    // The elpd of an observation that does not depend on the parameters is its log likelihood.
    let constant = Loo::of(&LogLikelihood::new(vec![-1.5; 200], 2, 50).unwrap()).unwrap();
    assert_eq!((constant.unreliable().len(), constant.mcse()), (0, 0.0));
    close(constant.pointwise_elpd(), &[-1.5, -1.5], 1e-13, "constant");
}

/// More numbers than one thread computes: the same observation many times has the same result each time.
#[test]
fn many_observations() {
    let column = columns("eight_schools").swap_remove(3);
    let matrix = LogLikelihood::new(column.repeat(101), CHAINS, DRAWS).unwrap();
    let loo = Loo::of(&matrix).unwrap();
    let expected = numbers(&R["eight_schools"]["default"]["elpd_i"])[3];
    close(loo.pointwise_elpd(), &[expected; 101], 1e-10, "of one observation");
    assert_eq!(loo.unreliable().len(), 101);
    assert!(loo.to_string().contains("y[4] (0.76) and 96 more"), "{loo}");
}

#[test]
fn groups_are_left_out_as_one_observation() {
    let (matrix, columns) = (log_likelihood("eight_schools"), columns("eight_schools"));
    let groups = matrix.by_group(&["a", "b", "a", "b", "b", "a", "c", "c"]).unwrap();
    assert_eq!(groups.names(), ["a", "b", "c"]);
    let last: Vec<f64> = columns[6].iter().zip(&columns[7]).map(|(a, b)| a + b).collect();
    close(groups.column(2), &last, 1e-14, "sums");
    let (rows, groups) = (Loo::of(&matrix).unwrap(), Loo::of(&groups).unwrap());
    // Groups are harder to predict than rows, because for a row the other rows of its group are known.
    assert!(groups.elpd().value < rows.elpd().value);
}
