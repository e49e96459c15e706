//! The Chinese restaurant process against all partitions of a few observations, and against a long stick.

use monomorph::dirichlet_process::{NormalCluster, chinese_restaurant};
use monomorph::draws::diagnostics::mcse_mean;
use monomorph::prelude::*;

const DATA: [f64; 5] = [-2.0, -1.2, 0.3, 1.9, 2.2];
const CLUSTERS: NormalCluster = NormalCluster { location: 0.0, spread: 2.0, scale: 1.0 };
const CONCENTRATION: f64 = 0.7;

/// The probability that each two observations are together, over all ways to number clusters as they appear.
fn exact() -> [[f64; 5]; 5] {
    let (mut together, mut total) = ([[0.0; 5]; 5], 0.0);
    let mut stack = vec![Vec::new()];
    while let Some(z) = stack.pop() {
        let known = z.iter().max().map_or(0, |&largest: &usize| largest + 1);
        if z.len() < DATA.len() {
            stack.extend((0..=known).map(|next| [&z[..], &[next]].concat()));
            continue;
        }
        let (mut weight, mut counts, mut sums) = (1.0, [0.0_f64; 5], [0.0; 5]);
        for (&z, x) in z.iter().zip(DATA) {
            let variance = 1.0 / (0.25 + counts[z]);
            let deviation = x - variance * sums[z];
            weight *= if counts[z] == 0.0 { CONCENTRATION } else { counts[z] };
            weight *= (-0.5 * deviation * deviation / (variance + 1.0)).exp() / (variance + 1.0).sqrt();
            counts[z] += 1.0;
            sums[z] += x;
        }
        total += weight;
        for (row, one) in together.iter_mut().zip(&z) {
            for (sum, other) in row.iter_mut().zip(&z) {
                *sum += if one == other { weight } else { 0.0 };
            }
        }
    }
    together.map(|row| row.map(|weight| weight / total))
}

/// Asserts that each two observations are together with the right frequency.
fn assert_together(draws: &Draws) {
    let exact = exact();
    let z = |i: usize| draws.column(&format!("z[{i}]")).unwrap().as_slice().to_vec();
    let length = draws.draws_per_chain();
    for (i, row) in exact.iter().enumerate() {
        for (j, &probability) in row.iter().enumerate().take(i) {
            let same: Vec<f64> = z(i).iter().zip(z(j)).map(|(a, b)| f64::from(*a == b)).collect();
            let chains: Vec<&[f64]> = same.chunks(length).collect();
            let frequency = same.iter().sum::<f64>() / same.len() as f64;
            let allowed = 5.0 * mcse_mean(&chains);
            assert!((frequency - probability).abs() < allowed, "{i}, {j}: {frequency}, not {probability}");
        }
    }
}

#[test]
fn partitions_have_their_probabilities() {
    for steps in [0, 1, 3] {
        let process = chinese_restaurant(CONCENTRATION, CLUSTERS, &DATA).split_merge(steps);
        assert_together(&process.chains(2).draws(20_000).seed(1).run().unwrap());
    }
}

#[test]
fn a_long_stick_gives_the_same() {
    params! { v: vector(24).interval(0.0, 1.0), mu: vector(25), z: vector(DATA.len()).category(25) }
    let model = model! {
        v  |= beta(1.0, CONCENTRATION),
        mu |= normal(0.0, 2.0),
        z  |= categorical(v.stick_breaking()),
        data(&DATA) |= normal(mu.at(z), 1.0),
    };
    let draws = model.compile().unwrap().gibbs().chains(2).draws(5_000).seed(2).run().unwrap();
    assert_together(&draws);
}

#[test]
fn bad_input_is_told() {
    let error = |result: Result<Draws, Error>| result.err().unwrap().to_string();
    assert_eq!(error(chinese_restaurant(1.0, CLUSTERS, &[]).run()), "the data is empty");
    assert_eq!(
        error(chinese_restaurant(-1.0, CLUSTERS, &DATA).run()),
        "the setting `concentration` must be positive and finite"
    );
    assert_eq!(
        error(chinese_restaurant(1.0, CLUSTERS, &[0.0, f64::NAN]).run()),
        "the data: element 1 is NaN, but must be finite"
    );
}
