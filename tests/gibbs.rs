//! Gibbs sampling, against exact posteriors: enumerated, conjugate, or by prior simulation.

use monomorph::gibbs::Rule;
use monomorph::prelude::*;

/// The total variation between the distribution of a table's draws and exact probabilities.
fn total_variation(draws: &[usize], exact: &[f64]) -> f64 {
    let mut counts = vec![0.0; exact.len()];
    for &draw in draws {
        counts[draw] += 1.0;
    }
    let n = draws.len() as f64;
    counts.iter().zip(exact).map(|(count, exact)| (count / n - exact).abs()).sum::<f64>() / 2.0
}

fn normal_density(x: f64, mean: f64, sd: f64) -> f64 {
    (-0.5 * ((x - mean) / sd).powi(2)).exp() / sd
}

/// All ways to give `n` elements one of two numbers, as bits.
fn configurations(n: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1_usize << n).map(move |bits| (0..n).map(|i| (bits >> i) & 1).collect())
}

fn normalised(mut weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    weights
}

/// The configuration of a vector at each draw, as bits.
fn bits(draws: &Draws, name: &str) -> Vec<usize> {
    let variable = draws.get(name).unwrap();
    let columns: Vec<&[f64]> = variable.columns().map(|(_, column)| column.as_slice()).collect();
    (0..columns[0].len())
        .map(|draw| columns.iter().enumerate().map(|(i, column)| (column[draw] as usize) << i).sum())
        .collect()
}

#[test]
fn a_hidden_markov_model_has_the_joint_distribution_of_its_states() {
    let x = [0.1, 0.9, 1.2, -0.2, 0.7];
    let (first, transition) = ([0.5, 0.5], monomorph::faer::mat![[0.8, 0.2], [0.3, 0.7]]);
    params! { s: vector(x.len()).category(2) }
    let model = model! {
        s |= markov_chain(&first, data(&transition)),
        data(&x) |= normal(data(&[0.0, 1.0]).at(s), 0.5),
    };
    let posterior = model.compile().unwrap();
    let gibbs = posterior.gibbs();
    assert_eq!(gibbs.schedule().steps[0].rule, Rule::ForwardBackward);
    let exact = normalised(
        configurations(x.len())
            .map(|s| {
                let chain: f64 = s.windows(2).map(|pair| transition[(pair[0], pair[1])]).product();
                let seen: f64 = s.iter().zip(x).map(|(&s, x)| normal_density(x, s as f64, 0.5)).product();
                first[s[0]] * chain * seen
            })
            .collect(),
    );
    let draws = gibbs.chains(2).draws(50_000).seed(1).run().unwrap();
    let distance = total_variation(&bits(&draws, "s"), &exact);
    // 32 cells of 100 000 draws that are independent: about 0.005.
    assert!(distance < 0.012, "{distance}");
}
