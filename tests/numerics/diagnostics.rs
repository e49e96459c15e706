//! The diagnostics give ArviZ's numbers, for the chains in `reference/diagnostics.json`.
//!
//! `reference/reference.py` wrote that file.

use monomorph::draws::diagnostics::*;
use serde_json::Value;

const REFERENCE: &str = include_str!("../reference/diagnostics.json");

/// The two implementations add in different orders; where variances cancel this costs a few digits.
const TOLERANCE: f64 = 1e-10;

fn reference() -> Value {
    serde_json::from_str(REFERENCE).expect("the reference is JSON")
}

/// A number, or one of the strings "nan", "inf" and "-inf".
fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().expect("a number"),
        other => other.as_f64().expect("a number"),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

/// Zero when both are NaN, or equal; NaN when only one of them is.
fn relative_error(actual: f64, expected: f64) -> f64 {
    if actual == expected || (actual.is_nan() && expected.is_nan()) {
        0.0
    } else {
        (actual - expected).abs() / expected.abs()
    }
}

/// Compares `diagnostic` with the values under `name` in the reference, for every case.
fn compare(name: &str, diagnostic: impl Fn(&[&[f64]]) -> f64) {
    let mut worst = 0.0;
    for case in list(&reference()["cases"]) {
        let chains: Vec<Vec<f64>> = list(&case["chains"]).iter().map(numbers).collect();
        let views: Vec<&[f64]> = chains.iter().map(Vec::as_slice).collect();
        let (actual, expected) = (diagnostic(&views), number(&case["expected"][name]));
        let error = relative_error(actual, expected);
        assert!(error <= TOLERANCE, "{name} of {}: {actual}, ArviZ has {expected}", case["name"]);
        worst = f64::max(worst, error);
    }
    println!("{name}: relative errors up to {worst:.1e}");
}

#[test]
fn means() {
    compare("mean", mean);
}

#[test]
fn standard_deviations() {
    compare("sd", sd);
}

#[test]
fn rhats() {
    compare("rhat", rhat);
}

#[test]
fn bulk_effective_sample_sizes() {
    compare("ess_bulk", ess_bulk);
}

#[test]
fn tail_effective_sample_sizes() {
    compare("ess_tail", ess_tail);
}

#[test]
fn effective_sample_sizes_of_the_mean() {
    compare("ess_mean", ess_mean);
}

#[test]
fn effective_sample_sizes_of_the_sd() {
    compare("ess_sd", ess_sd);
}

#[test]
fn effective_sample_sizes_of_quantiles() {
    compare("ess_quantile_5", |chains| ess_quantile(chains, 0.05));
    compare("ess_quantile_50", |chains| ess_quantile(chains, 0.5));
    compare("ess_quantile_95", |chains| ess_quantile(chains, 0.95));
}

#[test]
fn standard_errors_of_the_mean() {
    compare("mcse_mean", mcse_mean);
}

#[test]
fn standard_errors_of_the_sd() {
    compare("mcse_sd", mcse_sd);
}

#[test]
fn numpy_quantiles() {
    let reference = reference();
    let probabilities = numbers(&reference["probabilities"]);
    for case in list(&reference["cases"]) {
        let chains: Vec<Vec<f64>> = list(&case["chains"]).iter().map(numbers).collect();
        let views: Vec<&[f64]> = chains.iter().map(Vec::as_slice).collect();
        let expected = numbers(&case["expected"]["quantiles"]);
        for ((actual, expected), p) in
            quantiles(&views, &probabilities).into_iter().zip(expected).zip(&probabilities)
        {
            if actual.is_infinite() && expected.is_nan() {
                continue; // numpy subtracts infinities from each other here
            }
            let error = relative_error(actual, expected);
            assert!(error <= 1e-15, "{p} quantile of {}: {actual}, numpy has {expected}", case["name"]);
        }
    }
}

#[test]
fn normal_quantiles() {
    let reference = &reference()["inverse_normal_cdf"];
    for (p, expected) in numbers(&reference["p"]).into_iter().zip(numbers(&reference["z"])) {
        let actual = inverse_normal_cdf(p);
        assert!(relative_error(actual, expected) < 2e-15, "{p}: {actual}, SciPy has {expected}");
    }
}

/// Nested R-hat as a ratio of sums of squares over all draws, without a mean of variances.
fn nested_rhat_plainly(superchains: &[Vec<Vec<f64>>]) -> f64 {
    let (groups, chains) = (superchains.len() as f64, superchains[0].len() as f64);
    let draws = superchains[0][0].len() as f64;
    let average = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let centres: Vec<f64> = superchains.iter().map(|group| average(&group.concat())).collect();
    let centre = average(&centres);
    let between = centres.iter().map(|mean| (mean - centre) * (mean - centre)).sum::<f64>() / (groups - 1.0);
    let (mut of_means, mut of_draws) = (0.0, 0.0);
    for (group, centre) in superchains.iter().zip(&centres) {
        for chain in group {
            let mean = average(chain);
            of_means += (mean - centre).powi(2);
            of_draws += chain.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>();
        }
    }
    of_means = if chains > 1.0 { of_means / (groups * (chains - 1.0)) } else { 0.0 };
    of_draws = if draws > 1.0 { of_draws / (groups * chains * (draws - 1.0)) } else { 0.0 };
    ((of_means + of_draws + between) / (of_means + of_draws)).sqrt()
}

#[test]
fn nested_rhats() {
    let mut state = 7_u32;
    let mut uniform = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX)
    };
    for (groups, size, draws) in [(2, 1, 5), (3, 4, 1), (4, 16, 2), (8, 3, 7)] {
        let superchains: Vec<Vec<Vec<f64>>> = (0..groups)
            .map(|group| {
                let chain = |_| (0..draws).map(|_| uniform() + 0.1 * f64::from(group)).collect();
                (0..size).map(chain).collect()
            })
            .collect();
        // Chains of different superchains one beside the other.
        let order: Vec<(usize, usize)> =
            (0..size).flat_map(|chain| (0..groups as usize).map(move |group| (group, chain))).collect();
        let views: Vec<&[f64]> = order.iter().map(|&(group, chain)| &superchains[group][chain][..]).collect();
        let numbers: Vec<usize> = order.iter().map(|&(group, _)| 10 - group).collect();
        let (actual, expected) = (nested_rhat(&views, &numbers), nested_rhat_plainly(&superchains));
        assert!(relative_error(actual, expected) < 1e-12, "{actual}, not {expected}");
        assert!(actual > 1.0);
        // Superchains of different sizes, and one alone, say nothing.
        assert!(nested_rhat(&views, &vec![0; views.len()]).is_nan());
        assert!(nested_rhat(&views[1..], &numbers[1..]).is_nan());
    }
    assert!(nested_rhat(&[&[1.0], &[2.0]], &[0, 1]).is_nan());
    assert!(nested_rhat(&[], &[]).is_nan());
}

/// Draws times a number have its size, whatever it is, and are worth as many.
#[test]
fn draws_of_any_size() {
    let mut state = 3_u32;
    let mut uniform = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX) - 0.3
    };
    let plain: Vec<Vec<f64>> = (0..4).map(|_| (0..50).map(|_| uniform()).collect()).collect();
    let view = |chains: &[Vec<f64>]| -> Vec<f64> {
        let chains: Vec<&[f64]> = chains.iter().map(Vec::as_slice).collect();
        let of_size =
            [mean(&chains), sd(&chains), mcse_mean(&chains), mcse_sd(&chains), quantile(&chains, 0.3)];
        let of_none =
            [ess_bulk(&chains), ess_tail(&chains), ess_mean(&chains), ess_sd(&chains), rhat(&chains)];
        let nested = nested_rhat(&chains, &[0, 0, 1, 1]);
        of_size.into_iter().chain(of_none).chain([nested]).collect()
    };
    let wanted = view(&plain);
    for power in [-1000, -700, -520, -60, -50, 200, 520, 700, 1022] {
        let size = f64::from(power).exp2();
        let scaled: Vec<Vec<f64>> =
            plain.iter().map(|chain| chain.iter().map(|draw| draw * size).collect()).collect();
        for (place, (found, wanted)) in view(&scaled).into_iter().zip(&wanted).enumerate() {
            let found = if place < 5 { found / size } else { found };
            assert!(relative_error(found, *wanted) < 1e-9, "2^{power}, number {place}: {found} {wanted}");
        }
    }
}

/// A summary of too few draws for reliable diagnostics reports this.
#[test]
fn too_few_draws() {
    use monomorph::draws::Warning;
    use monomorph::prelude::*;

    params! { mu: real() }
    let posterior = model! { mu |= normal(0.0, 1.0) }.compile().unwrap();
    for count in 1..6_usize {
        let values: Vec<f64> = (0..2 * count).map(|place| (place as f64).sin()).collect();
        let summary = Draws::new(posterior.variables(), 2, count, values).unwrap().summary();
        let row = summary.row("mu").unwrap();
        let few = Warning::TooFewDraws { draws_per_chain: count, wanted: 4 };
        assert_eq!(summary.warnings().contains(&few), count < 4, "{count}");
        assert_eq!(
            row.rhat.is_nan() && row.ess_bulk.is_nan() && row.mcse_mean.is_nan(),
            count < 4,
            "{count}"
        );
        assert!(few.to_string().contains("too few to judge"));
    }
}

#[test]
fn warnings_name_remedies_for_both_forms() {
    use monomorph::draws::Warning;

    let diverged =
        |may_have_effects| Warning::Divergences { count: 3, transitions: 100, may_have_effects }.to_string();
    for words in ["write the non-centred form", "has many observations, write the centred form"] {
        assert!(diverged(true).contains(words) && !diverged(false).contains(words), "{}", diverged(true));
    }
    assert!(
        diverged(false).contains("biased. To remove divergences, let the step size"),
        "{}",
        diverged(false)
    );

    let failed = |in_warmup| Warning::FailedSolutions { count: 2, in_warmup }.to_string();
    assert!(failed(2).contains("failed, all in warmup: ") && failed(2).contains("nothing needs to be done."));
    assert!(failed(1).contains("failed, 1 of them after warmup: "), "{}", failed(1));
    assert!(failed(1).contains("`.stiff()`") && !failed(2).contains("`.stiff()`"), "{}", failed(2));
    let modes = Warning::FailedModes { count: 2, in_warmup: 0 }.to_string();
    assert!(modes.contains("Laplace") && !modes.contains("equation"), "{modes}");
}
