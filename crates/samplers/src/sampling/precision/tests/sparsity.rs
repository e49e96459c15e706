//! Tests of patterns that gradients find, and of precisions that chains learn.

use super::*;

/// Returns the pattern of the lattice's neighbours and of a hub with each cell.
fn of_lattice(side: usize) -> Pattern {
    let of_cells = lattice(side).into_iter().map(|(one, other)| (one + 1, other + 1));
    Pattern::new(side * side + 1, of_cells.chain((1..=side * side).map(|cell| (cell, HUB))))
        .expect("a pattern")
}

fn counts(side: usize) -> CustomPosterior<Counts> {
    let counts = Counts { field: field(side, 0.3), evaluations: AtomicUsize::new(0) };
    CustomPosterior::new(counts).expect("a posterior")
}

#[test]
fn patterns_of_lattices_are_found() {
    for (side, most) in [(1, 30), (4, 100), (22, 600), (23, 400), (60, 700)] {
        let posterior = counts(side);
        let coordinate =
            |i: usize| if i == HUB { 0.1 } else { 0.3 * (i as f64).cos() / unit(i - 1).max(1.0) };
        let q: Vec<f64> = (0..side * side + 1).map(coordinate).collect();
        let found = PrecisionMatrix::at(&posterior, &q).expect("a precision");
        let pattern = of_lattice(side);
        assert!(found.pattern() == &pattern, "{side}: {} for {}", found.pattern().len(), pattern.len());
        let taken = posterior.target().evaluations.load(Ordering::Relaxed);
        let deviations: Vec<f64> =
            pattern.diagonal().map(|place| found.values()[place].sqrt().recip()).collect();
        for ((row, column), value) in pattern.iter().zip(found.values()) {
            let exact = posterior.target().curvature(&q, row, column);
            let error = (value - exact).abs() * deviations[row] * deviations[column];
            assert!(error < 1e-6, "{side}: {row}, {column}: {value} {exact}");
        }
        assert!(taken < most, "{side}: {taken}");
    }
}

/// Two groups of effects. Each row of the data gathers one effect of each group, at pseudorandom places.
#[test]
fn patterns_of_crossed_effects_are_found() {
    let (ones, others) = (700, 90);
    let pairs =
        (0..ones).flat_map(|one| (0..5).map(move |k| (one, ones + (one * 37 + k * k * 11 + k) % others)));
    let pattern = Pattern::new(ones + others, pairs).expect("a pattern");
    let mut values = vec![0.5; pattern.len()];
    pattern.diagonal().for_each(|place| values[place] = 100.0);
    let posterior = CustomPosterior::new(Normal { pattern: pattern.clone(), values: values.clone() });
    let found = PrecisionMatrix::at(&posterior.expect("a posterior"), &vec![0.3; ones + others]);
    let found = found.expect("a precision");
    assert!(found.pattern() == &pattern);
    for (found, value) in found.values().iter().zip(&values) {
        assert!((found - value).abs() < 1e-8, "{found} {value}");
    }
}

#[test]
fn what_is_not_sparse_is_refused() {
    let size = 600;
    let all = (0..size).flat_map(|row| (0..row).map(move |column| (row, column)));
    let pattern = Pattern::new(size, all).expect("a pattern");
    let mut values = vec![0.1; pattern.len()];
    pattern.diagonal().for_each(|place| values[place] = 100.0);
    let posterior = CustomPosterior::new(Normal { pattern, values }).expect("a posterior");
    let error = PrecisionMatrix::at(&posterior, &vec![0.1; size]).expect_err("no precision");
    assert!(error.to_string().contains("most coordinates meet"), "{error}");
    // A chain continues without a precision.
    let fit = Nuts::new(&posterior).chains(1).warmup(60).draws(20).metric(Metric::Sparse).seed(1).run();
    assert_eq!(fit.expect("a fit").draws().draws_per_chain(), 20);
}

/// Precisions of κ I + D − W with different units: chains learn the precisions that the tests expect.
#[test]
fn chains_learn_a_precision() {
    let normal = field(16, 0.003);
    let variances = precision_of(&normal).variances(&vec![1.0; normal.pattern.size()]);
    let posterior = CustomPosterior::new(normal).expect("a posterior");
    let nuts = || Nuts::new(&posterior).chains(2).warmup(150).draws(DRAWS).seed(5);
    let fit = nuts().metric(Metric::Sparse).run().expect("a fit");
    let given = nuts().precision(&precision_of(posterior.target())).run().expect("a fit");
    assert!(steps(&fit) < 1.5 * steps(&given), "{} {}", steps(&fit), steps(&given));
    for ((_, column), variance) in fit.draws().columns().zip(&variances) {
        let (mean, ratio) = (column.mean() / variance.sqrt(), column.sd().powi(2) / variance);
        assert!(mean.abs() < 0.3 && (ratio - 1.0).abs() < 0.4, "{mean} {ratio}");
    }
    for (found, exact) in fit.chains()[0].inverse_metric().iter().zip(&variances) {
        assert!((found / exact - 1.0).abs() < 0.5, "{found} {exact}");
    }
}
