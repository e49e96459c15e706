//! Tests of normal distributions with sparse precisions, curvatures of a lattice of counts, and errors.

mod sparsity;

use super::PrecisionMatrix;
use crate::error::Error;
use crate::linalg::sparse::Pattern;
use crate::sampling::{Fit, Metric, Nuts};
use crate::target::{CustomPosterior, CustomTarget};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The normal distribution N(0, Q⁻¹).
struct Normal {
    pattern: Pattern,
    values: Vec<f64>,
}

impl CustomTarget for Normal {
    fn dimension(&self) -> usize {
        self.pattern.size()
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        gradient.fill(0.0);
        self.pattern.add_product(gradient, &self.values, q);
        gradient.iter_mut().for_each(|slope| *slope = -*slope);
        0.5 * q.iter().zip(gradient).map(|(q, slope)| q * *slope).sum::<f64>()
    }
}

/// The pairs of neighbours among the cells of a square.
fn lattice(side: usize) -> Vec<(usize, usize)> {
    let cells = 0..side * side;
    let right = cells.clone().filter(|cell| cell % side + 1 < side).map(|cell| (cell, cell + 1));
    right.chain((0..side * (side - 1)).map(|cell| (cell, cell + side))).collect()
}

/// Returns κ I + D − W of a lattice.
fn field(side: usize, kappa: f64) -> Normal {
    let pattern = Pattern::new(side * side, lattice(side)).expect("a pattern");
    let mut values = vec![-1.0; pattern.len()];
    pattern.diagonal().for_each(|place| values[place] = kappa);
    for (row, column) in pattern.iter().filter(|(row, column)| row != column) {
        for place in [row, column].map(|row| pattern.place(row, row).expect("the diagonal")) {
            values[place] += 1.0;
        }
    }
    Normal { pattern, values }
}

/// Returns an autoregression with correlation ρ and variance 1.
fn autoregression(length: usize, rho: f64) -> Normal {
    let pattern = Pattern::new(length, (1..length).map(|t| (t, t - 1))).expect("a pattern");
    let value = |(row, column)| match (row, column) {
        _ if row != column => -rho,
        (0, _) => 1.0,
        _ if row + 1 == length => 1.0,
        _ => 1.0 + rho * rho,
    };
    let values = pattern.iter().map(|pair| value(pair) / (1.0 - rho * rho)).collect();
    Normal { pattern, values }
}

fn precision_of(normal: &Normal) -> PrecisionMatrix {
    PrecisionMatrix::new(&normal.pattern, &normal.values).expect("a precision")
}

/// Returns the number of leapfrog steps per draw.
fn steps(fit: &Fit) -> f64 {
    let draws = fit.draws().chains() * fit.draws().draws_per_chain();
    fit.chains().iter().map(|chain| chain.leapfrogs()).sum::<u64>() as f64 / draws as f64
}

/// The number of draws of each of two chains.
const DRAWS: usize = 300;

#[test]
fn normals_have_their_moments_after_few_steps() {
    let both = [(field(20, 0.01), "lattice", 1.2), (autoregression(300, 0.99), "autoregression", 20.0)];
    for (normal, name, fewer) in both {
        let precision = precision_of(&normal);
        let variances = precision.variances(&vec![1.0; normal.values.len()][..normal.pattern.size()]);
        let size = normal.pattern.size() as f64;
        let posterior = CustomPosterior::new(normal).expect("a posterior");
        let nuts = || Nuts::new(&posterior).chains(2).warmup(150).seed(3);
        let fit = nuts().draws(DRAWS).precision(&precision).run().expect("a fit");
        let mut all = 0.0;
        for ((_, column), variance) in fit.draws().columns().zip(&variances) {
            let (mean, ratio) = (column.mean() / variance.sqrt(), column.sd().powi(2) / variance);
            assert!(mean.abs() < 0.25 && (ratio - 1.0).abs() < 0.35, "{name}: {mean} {ratio}");
            all += ratio / size;
        }
        assert!((all - 1.0).abs() < 0.12, "{name}: {all}");
        // qᵀ Q q has the mean n and the variance 2 n.
        let draws = fit.chains().iter().flat_map(|chain| chain.draws());
        let square = draws.map(|draw| -2.0 * draw.log_density).sum::<f64>() / (2 * DRAWS) as f64;
        assert!((square - size).abs() < 0.2 * size.sqrt(), "{name}: {square}");
        // The scales that warmup learns in addition to the precision are near 1.
        for (found, exact) in fit.chains()[0].inverse_metric().iter().zip(&variances) {
            assert!((found / exact - 1.0).abs() < 0.5, "{name}: {found} {exact}");
        }
        let plain = nuts().draws(20).metric(Metric::Diagonal).run().expect("a fit");
        assert!(
            steps(&fit) < 20.0 && steps(&plain) > fewer * steps(&fit),
            "{name}: {} {}",
            steps(&fit),
            steps(&plain)
        );
    }
}

/// Counts yᵢ ~ Poisson(exp(β + s xᵢ)) on a lattice, s x ~ N(0, (κ I + D − W)⁻¹) and β ~ N(0, 1), where the
/// coordinates xᵢ have units from 10⁻⁴ to 10⁴.
struct Counts {
    field: Normal,
    evaluations: AtomicUsize,
}

const HUB: usize = 0;

fn count(cell: usize) -> f64 {
    (cell * 7 % 5) as f64
}

fn unit(cell: usize) -> f64 {
    100_f64.powi((cell % 5) as i32 - 2)
}

impl Counts {
    fn rate(q: &[f64], cell: usize) -> f64 {
        (q[HUB] + unit(cell) * q[cell + 1]).exp()
    }

    /// Returns an element of −∇² log p.
    fn curvature(&self, q: &[f64], row: usize, column: usize) -> f64 {
        let cells = self.field.pattern.size();
        let diagonal = |cell: usize| if row == column { Self::rate(q, cell) } else { 0.0 };
        match (row.max(column), row.min(column)) {
            (HUB, HUB) => 1.0 + (0..cells).map(|cell| Self::rate(q, cell)).sum::<f64>(),
            (cell, HUB) => unit(cell - 1) * Self::rate(q, cell - 1),
            (one, other) => {
                let (one, other) = (one - 1, other - 1);
                let of_field = self.field.pattern.place(one, other).map_or(0.0, |at| self.field.values[at]);
                unit(one) * unit(other) * (of_field + diagonal(one))
            }
        }
    }
}

impl CustomTarget for Counts {
    fn dimension(&self) -> usize {
        self.field.pattern.size() + 1
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        self.evaluations.fetch_add(1, Ordering::Relaxed);
        let x: Vec<f64> = q[1..].iter().enumerate().map(|(cell, x)| unit(cell) * x).collect();
        let mut log_density = self.field.log_density_and_gradient(&x, &mut gradient[1..]);
        log_density -= 0.5 * q[HUB] * q[HUB];
        gradient[HUB] = -q[HUB];
        for (cell, x) in x.iter().enumerate() {
            let (eta, rate) = (q[HUB] + x, Self::rate(q, cell));
            log_density += count(cell) * eta - rate;
            gradient[HUB] += count(cell) - rate;
            gradient[cell + 1] = unit(cell) * (gradient[cell + 1] + count(cell) - rate);
        }
        log_density
    }
}

#[test]
fn curvatures_are_those_of_formulas() {
    let counts = Counts { field: field(12, 0.3), evaluations: AtomicUsize::new(0) };
    let size = counts.dimension();
    let of_cells = lattice(12).into_iter().map(|(one, other)| (one + 1, other + 1));
    let pattern = Pattern::new(size, of_cells.chain((1..size).map(|cell| (cell, HUB)))).expect("a pattern");
    let coordinate = |i: usize| if i == HUB { 0.4 } else { 0.6 * (i as f64).sin() / unit(i - 1).max(1.0) };
    let q: Vec<f64> = (0..size).map(coordinate).collect();
    let posterior = CustomPosterior::new(counts).expect("a posterior");
    let precision = PrecisionMatrix::on_pattern(&posterior, &pattern, &q).expect("a precision");
    let counts = posterior.target();
    let deviation = |row| counts.curvature(&q, row, row).sqrt().recip();
    for ((row, column), found) in pattern.iter().zip(precision.values()) {
        let exact = counts.curvature(&q, row, column);
        let error = (found - exact).abs() * deviation(row) * deviation(column);
        assert!(error < 1e-6, "{row}, {column}: {found} {exact}");
    }
    assert_eq!(precision.ridge(), vec![0.0; size]);
    assert!(counts.evaluations.load(Ordering::Relaxed) < 120);
}

/// The log density ½ (a q₀² − Σ (qᵢ − c q₀)² wᵢ). For a > 0 it is curved upwards along q₀ with qᵢ = c q₀.
struct Saddle {
    up: f64,
    weights: Vec<f64>,
}

impl CustomTarget for Saddle {
    fn dimension(&self) -> usize {
        self.weights.len() + 1
    }

    fn log_density_and_gradient(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        let mut log_density = 0.5 * self.up * q[0] * q[0];
        gradient[0] = self.up * q[0];
        for (i, weight) in self.weights.iter().enumerate() {
            let apart = q[i + 1] - q[0];
            log_density -= 0.5 * weight * apart * apart;
            gradient[i + 1] = -weight * apart;
            gradient[0] += weight * apart;
        }
        log_density
    }
}

fn saddle(up: f64, weights: Vec<f64>) -> PrecisionMatrix {
    let size = weights.len() + 1;
    let pattern = Pattern::new(size, (1..size).map(|row| (row, 0))).expect("a pattern");
    let posterior = CustomPosterior::new(Saddle { up, weights }).expect("a posterior");
    PrecisionMatrix::on_pattern(&posterior, &pattern, &vec![0.1; size]).expect("a precision")
}

#[test]
fn a_coordinate_without_curvature_gets_a_ridge_and_the_others_stay() {
    let (up, weights) = (0.5, vec![1.0, 3.0, 0.2, 7.0, 2.0]);
    let sum: f64 = weights.iter().sum();
    let precision = saddle(up, weights.clone());
    // The diagonal is Σ w − a, and the pivot −a becomes as large as the diagonal.
    assert!((precision.ridge()[0] - sum).abs() < 1e-6, "{:?}", precision.ridge());
    assert!(precision.ridge()[1..].iter().all(|&ridge| ridge == 0.0));
    for (row, weight) in weights.into_iter().enumerate() {
        let place = precision.pattern().place(row + 1, row + 1).expect("the diagonal");
        assert!((precision.values()[place] - weight).abs() < 1e-6);
    }
    assert!(precision.variances(&[1.0; 6]).iter().all(|variance| *variance > 0.0));
}

#[test]
fn a_point_where_all_is_curved_upwards_gets_a_ridge_everywhere() {
    let weights: Vec<f64> = (0..60).map(|i| -1.0 - f64::from(i % 3)).collect();
    let precision = saddle(1.0, weights.clone());
    for (ridge, weight) in precision.ridge()[1..].iter().zip(weights) {
        assert!(*ridge > -weight && *ridge < -2.1 * weight, "{ridge} {weight}");
    }
    assert!(precision.variances(&[1.0; 61]).iter().all(|variance| *variance > 0.0));
    // A log density that is constant in some coordinates.
    assert_eq!(saddle(-1.0, vec![0.0; 3]).ridge(), [0.0, 1.0, 1.0, 1.0]);
}

#[test]
fn what_is_no_precision_is_refused() {
    let pattern = Pattern::new(3, [(1, 0)]).expect("a pattern");
    let error = |values: &[f64]| PrecisionMatrix::new(&pattern, values).expect_err("no precision");
    assert!(matches!(error(&[1.0; 3]), Error::LengthMismatch { expected: 4, found: 3, .. }));
    let text = error(&[1.0, f64::NAN, 1.0, 1.0]).to_string();
    assert!(text.contains("the precision in row 1 and column 0"), "{text}");
    let text = error(&[1.0, 2.0, 1.0, 1.0]).to_string();
    assert!(text.contains("not positive definite"), "{text}");

    let posterior = CustomPosterior::new(autoregression(4, 0.5)).expect("a posterior");
    let at = |pattern: &Pattern, point: &[f64]| {
        PrecisionMatrix::on_pattern(&posterior, pattern, point).expect_err("no precision")
    };
    assert!(matches!(at(&pattern, &[0.0; 4]), Error::LengthMismatch { expected: 4, found: 3, .. }));
    let error = PrecisionMatrix::at(&posterior, &[0.0; 3]).expect_err("a short point");
    assert!(matches!(error, Error::LengthMismatch { expected: 4, found: 3, .. }), "{error}");
    let whole = Pattern::new(4, (1..4).map(|t| (t, t - 1))).expect("a pattern");
    assert!(matches!(at(&whole, &[0.0; 5]), Error::LengthMismatch { expected: 4, found: 5, .. }));
    let text = at(&whole, &[f64::NAN, 0.0, 0.0, 0.0]).to_string();
    assert!(text.contains("at the point of the precision"), "{text}");

    let small = PrecisionMatrix::new(&pattern, &[1.0, 0.0, 1.0, 1.0]).expect("a precision");
    let error = Nuts::new(&posterior).precision(&small).run().expect_err("another size");
    assert!(matches!(error, Error::LengthMismatch { expected: 4, found: 3, .. }), "{error}");
    let own = precision_of(posterior.target());
    let nuts = Nuts::new(&posterior).precision(&own);
    let error = nuts.clone().metric(Metric::Dense).run().expect_err("a dense metric").to_string();
    assert!(error.contains("`metric` must not be `Metric::Dense` with a precision"), "{error}");

    // A chain can continue only with its own precision.
    let saved = nuts.clone().warmup(30).stepped(0).expect("a chain").save();
    assert!(nuts.clone().warmup(30).stepped_from(0, &saved).is_ok());
    assert!(Nuts::new(&posterior).warmup(30).stepped_from(0, &saved).is_err());
    let other = PrecisionMatrix::new(&whole, &[2.0, -0.5, 2.0, -0.5, 2.0, -0.5, 2.0]).expect("a precision");
    let error = Nuts::new(&posterior).precision(&other).warmup(30).stepped_from(0, &saved);
    assert!(error.expect_err("another precision").to_string().contains("its settings"));
}
