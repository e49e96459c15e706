//! Smoothed weights and their quality against R (tails rounded up) and ArviZ (rounded down).

use crate::matrices::{ARVIZ, NAMES, R, close, columns, numbers};
use monomorph_diagnostics::psis::{Quality, Smoother, Tail};

/// Computes the weights for leaving out each observation, with a relative efficiency for each.
fn smooth(name: &str, tail: Tail, r_eff: &[f64]) -> Vec<(Vec<f64>, Quality)> {
    let mut smoother = Smoother::new().tail(tail);
    let smoothed = columns(name).into_iter().zip(r_eff).map(|(column, r_eff)| {
        let mut ratios: Vec<f64> = column.iter().map(|log_likelihood| -log_likelihood).collect();
        let quality = smoother.smooth(&mut ratios, *r_eff).unwrap();
        (ratios, quality)
    });
    smoothed.collect()
}

fn shapes(smoothed: &[(Vec<f64>, Quality)]) -> Vec<f64> {
    smoothed.iter().map(|(_, quality)| quality.pareto_k).collect()
}

#[test]
fn shapes_and_effective_sample_sizes_of_r() {
    for name in NAMES {
        let r_eff = numbers(&R[name]["r_eff"]);
        for (label, r_eff) in [("reff_1", vec![1.0; r_eff.len()]), ("default", r_eff)] {
            let expected = &R[name][label];
            let smoothed = smooth(name, Tail::Ceiling, &r_eff);
            let what = format!("{name}, {label}");
            close(&shapes(&smoothed), &numbers(&expected["khat"]), 1e-10, &what);
            let sizes: Vec<f64> = smoothed.iter().map(|(_, quality)| quality.ess).collect();
            close(&sizes, &numbers(&expected["n_eff"]), 1e-7, &what);
        }
    }
}

#[test]
fn shapes_of_arviz() {
    for name in NAMES {
        let expected = &ARVIZ[name]["reff_1"];
        let shapes_there = numbers(&expected["khat"]);
        let smoothed = smooth(name, Tail::Floor, &vec![1.0; shapes_there.len()]);
        close(&shapes(&smoothed), &shapes_there, 1e-10, name);
        let threshold = smoothed[0].1.threshold();
        assert!((threshold - expected["good_k"].as_f64().unwrap()).abs() < 1e-14, "{threshold}");
    }
}

#[test]
fn the_largest_weights_of_the_worst_observation() {
    for name in NAMES {
        let expected = &R[name];
        let worst = expected["worst"].as_u64().unwrap() as usize - 1;
        let mut weights = smooth(name, Tail::Ceiling, &numbers(&expected["r_eff"])).swap_remove(worst).0;
        weights.sort_by(|a, b| b.total_cmp(a));
        close(&weights[..50], &numbers(&expected["worst_log_weights_top"]), 1e-10, name);
    }
}
