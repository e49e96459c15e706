//! Tests the normal distribution of a history against the recursion that defines it, in plain matrices.

use super::factors::Factors;
use crate::approximate::lbfgs::{History, dot};
use crate::approximate::weighted::Normal;
use core::f64::consts::TAU;

/// Numbers that look random.
fn number(i: usize) -> f64 {
    (((i as f64 + 1.0) * 12.9898).sin() * 43758.5453).fract()
}

/// Returns H by the recursion H := (I − ρ s yᵀ) H (I − ρ y sᵀ) + ρ s sᵀ from diag(α).
fn recursion(alpha: &[f64], pairs: &[(Vec<f64>, Vec<f64>)]) -> Vec<Vec<f64>> {
    let n = alpha.len();
    let mut h: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| if i == j { alpha[i] } else { 0.0 }).collect()).collect();
    for (s, y) in pairs {
        let rho = 1.0 / dot(s, y);
        let v = |i: usize, j: usize| f64::from(u8::from(i == j)) - rho * s[i] * y[j];
        let new = |i: usize, j: usize| {
            let mut sum = rho * s[i] * s[j];
            for (a, row) in h.iter().enumerate() {
                sum += row.iter().enumerate().map(|(b, h)| v(i, a) * h * v(j, b)).sum::<f64>();
            }
            sum
        };
        h = (0..n).map(|i| (0..n).map(|j| new(i, j)).collect()).collect();
    }
    h
}

/// Returns the pairs made conjugate, from the last pair on, if at least a twentieth of their curvature is
/// left.
fn conjugate(pairs: &[(Vec<f64>, Vec<f64>)]) -> Vec<(Vec<f64>, Vec<f64>)> {
    let mut found: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for (s, y) in pairs.iter().rev() {
        let (mut new_s, mut new_y) = (s.clone(), y.clone());
        for (newer_s, newer_y) in &found {
            let part = dot(&new_s, newer_y) / dot(newer_s, newer_y);
            new_s.iter_mut().zip(newer_s).for_each(|(s, newer)| *s -= part * newer);
            new_y.iter_mut().zip(newer_y).for_each(|(y, newer)| *y -= part * newer);
        }
        if dot(&new_s, &new_y) > 0.05 * dot(s, y) && found.len() < s.len() {
            found.push((new_s, new_y));
        }
    }
    found.reverse();
    found
}

/// Returns log |H| by elimination.
fn log_determinant(mut h: Vec<Vec<f64>>) -> f64 {
    let mut sum = 0.0;
    for pivot in 0..h.len() {
        sum += h[pivot][pivot].ln();
        for row in pivot + 1..h.len() {
            let factor = h[row][pivot] / h[pivot][pivot];
            let pivot_row = h[pivot].clone();
            h[row].iter_mut().zip(&pivot_row).for_each(|(own, other)| *own -= factor * other);
        }
    }
    sum
}

#[test]
fn factors_are_those_of_the_recursion() {
    // There are fewer columns than coordinates, as many, and more.
    for (n, count) in [(9, 2), (4, 2), (5, 4), (1, 1), (12, 6), (13, 6), (8, 16)] {
        let mut history = History::new(n, count);
        let mut pairs = Vec::new();
        for pair in 0..count {
            let s: Vec<f64> = (0..n).map(|i| number(100 * pair + i)).collect();
            // A positive definite matrix times s.
            let mean = s.iter().sum::<f64>() / n as f64;
            let y: Vec<f64> = (0..n).map(|i| (1.0 + i as f64) * s[i] + mean).collect();
            assert!(history.push([&vec![0.0; n], &s], [&vec![0.0; n], &y]));
            pairs.push((s, y));
        }
        let h = match n > count {
            true => recursion(history.diagonal(), &pairs),
            false => recursion(history.diagonal(), &conjugate(&pairs)),
        };
        let (point, gradient): (Vec<f64>, Vec<f64>) = (0..n).map(|i| (number(i + 7), number(i + 70))).unzip();
        let mut step = gradient.clone();
        history.apply(&mut step);
        let mut factors = Factors::default();
        assert!(factors.set((&history, count), [&point, &gradient, &step]), "{n} {count}");
        let mean: Vec<f64> = (0..n).map(|i| point[i] + dot(&h[i], &gradient)).collect();
        let mut draw = |numbers: Vec<f64>| {
            let (mut draw, mut log_density) = (vec![0.0; n], [0.0]);
            factors.draw(&numbers, &mut draw, &mut log_density);
            (draw, log_density[0])
        };
        let (zero, _) = draw(vec![0.0; n]);
        for (found, mean) in zero.iter().zip(&mean) {
            assert!((found - mean).abs() < 1e-9 * mean.abs().max(1.0), "{n} {count}: the mean");
        }
        // The columns of the factor A for which A u is a draw: A Aᵀ is H.
        let columns: Vec<Vec<f64>> = (0..n)
            .map(|i| {
                let mut unit = vec![0.0; n];
                unit[i] = 1.0;
                let (unit, log_density) = draw(unit);
                let expected = -0.5 * (log_determinant(h.clone()) + 1.0 + n as f64 * TAU.ln());
                assert!((log_density - expected).abs() < 1e-8, "{n} {count}: {log_density} {expected}");
                unit.iter().zip(&mean).map(|(draw, mean)| draw - mean).collect()
            })
            .collect();
        for i in 0..n {
            for j in 0..n {
                let product: f64 = columns.iter().map(|column| column[i] * column[j]).sum();
                assert!((product - h[i][j]).abs() < 1e-8, "{n} {count}: {product} {}", h[i][j]);
            }
        }
    }
}
