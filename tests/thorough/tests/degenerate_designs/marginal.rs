//! Coefficients of regressions that are marginalised, against normal densities of all observations.

use super::common::degenerate::Design;
use super::common::{Random, assert_near, differences, evaluate_gradient, sets, with_room};
use super::designs;
use faer::Mat;
use monomorph::prelude::*;

/// log ∫ N(y | m + Z b, s²) N(b | 0, t²) db by one orthogonal factorisation of [Z/s, (y − m)/s; 1/t, 0].
fn reference(design: &[Vec<f64>], y: &[f64], s: f64, t: f64) -> f64 {
    let (rows, count) = (y.len(), design[0].len());
    let augmented = Mat::from_fn(rows + count, count + 1, |row, column| {
        if row < rows {
            if column < count { design[row][column] / s } else { y[row] / s }
        } else {
            f64::from(u8::from(row - rows == column)) / t
        }
    });
    let factors = augmented.qr();
    let triangle = factors.thin_R();
    let logarithms: f64 = (0..count).map(|column| triangle[(column, column)].abs().ln()).sum();
    let left: f64 = triangle[(count, count)].powi(2);
    let normal = -0.5 * std::f64::consts::TAU.ln() - s.ln();
    rows as f64 * normal - logarithms - count as f64 * t.ln() - 0.5 * left
}

/// log N(x | 0, 1)
fn standard(x: f64) -> f64 {
    -0.5 * (x * x + std::f64::consts::TAU.ln())
}

/// Compares on every instruction set, at some points.
fn compare<M: Model>(name: &str, model: M, seed: u64, expected: &(dyn Fn(&[f64]) -> f64 + Sync)) {
    with_room(|| {
        let mut random = Random(seed);
        for &(set, instructions) in sets() {
            let posterior = model
                .compile_with(Options::default().instructions(instructions))
                .unwrap_or_else(|error| panic!("{name}, design {seed}: {error}"));
            for _ in 0..2 {
                let q = random.numbers(posterior.dimension(), -1.0, 1.0);
                let (value, gradient) = evaluate_gradient(&posterior, &q);
                let want = expected(&q);
                let what = || format!("{name}, design {seed}, {set}, at {q:?}: {}", posterior.explain());
                assert_near(value, want, 1e-10 * want.abs().max(1.0), what);
                let slopes = differences(&posterior, &q);
                let scale = slopes.iter().fold(want.abs().max(1.0), |most, slope| most.max(slope.abs()));
                for (slope, want) in gradient.iter().zip(&slopes) {
                    assert_near(*slope, *want, 1e-7 * scale, what);
                }
            }
        }
    });
}

/// Designs without numbers that are so large that the density of all observations would lose digits itself.
fn moderate() -> impl Iterator<Item = (u64, Design)> {
    let is_moderate = |design: &Design| {
        let matrices =
            design.matrices.iter().flat_map(|matrix| matrix.col_iter().flat_map(|column| column.iter()));
        let mut all = matrices.chain(design.x.iter().flatten()).chain(&design.y);
        all.all(|number| number.abs() < 1e3)
    };
    (0..designs()).map(|seed| (seed, Design::of(seed))).filter(move |(_, design)| is_moderate(design))
}

#[test]
fn slopes_by_group() {
    for (seed, d) in moderate() {
        let (width, groups) = (d.widths[0], d.groups[0]);
        params! { mu: real(), sigma: positive(), b: vector(width).rows(groups) }
        let model = model! {
            mu |= normal(0.0, 1.0),
            sigma |= exponential(1.0),
            b |= normal(0.0, 1.5),
            data(&d.y) |= normal(mu + data(&d.matrices[0]).dot_by_group(b, &d.group[0]), sigma),
        };
        let design = |row: usize| -> Vec<f64> {
            let entry = |at: usize| {
                if at / width == d.group[0][row] { d.matrices[0][(row, at % width)] } else { 0.0 }
            };
            (0..width * groups).map(entry).collect()
        };
        let rows: Vec<Vec<f64>> = (0..d.rows).map(design).collect();
        compare("slopes by group", model.marginalise(b), seed, &|q| {
            let y: Vec<f64> = d.y.iter().map(|y| y - q[0]).collect();
            standard(q[0]) - q[1].exp() + q[1] + reference(&rows, &y, q[1].exp(), 1.5)
        });
    }
}

#[test]
fn slopes_beside_a_common_one() {
    for (seed, d) in moderate() {
        params! { slope: real(), sigma: positive(), s: vector(d.groups[0]) }
        let model = model! {
            slope |= normal(0.0, 1.0),
            sigma |= exponential(1.0),
            s |= normal(0.0, 0.5),
            data(&d.y) |= normal(slope * data(&d.x[0]) + s.at(&d.group[0]) * data(&d.x[0]), sigma),
        };
        let indicator = |row: usize, group: usize| if d.group[0][row] == group { d.x[0][row] } else { 0.0 };
        let design = |row: usize| (0..d.groups[0]).map(|group| indicator(row, group)).collect();
        let rows: Vec<Vec<f64>> = (0..d.rows).map(design).collect();
        compare("slopes beside a common one", model.marginalise(s), seed, &|q| {
            let y: Vec<f64> = d.y.iter().zip(&d.x[0]).map(|(y, x)| y - q[0] * x).collect();
            standard(q[0]) - q[1].exp() + q[1] + reference(&rows, &y, q[1].exp(), 0.5)
        });
    }
}

#[test]
fn coefficients() {
    for (seed, d) in moderate() {
        let width = d.widths[0];
        params! { mu: real(), sigma: positive(), a: vector(d.groups[0]), b: vector(width) }
        let eta = a.at(&d.group[0]) + mu + data(&d.matrices[0]).dot(b);
        let model = model! {
            mu |= normal(0.0, 1.0),
            sigma |= exponential(1.0),
            a |= normal(0.0, 1.0),
            b |= normal(0.0, 2.0),
            data(&d.y) |= normal(eta, sigma),
        };
        let design = |row: usize| (0..width).map(|column| d.matrices[0][(row, column)]).collect();
        let rows: Vec<Vec<f64>> = (0..d.rows).map(design).collect();
        compare("coefficients", model.marginalise(b), seed, &|q| {
            let y: Vec<f64> =
                d.y.iter().zip(&d.group[0]).map(|(y, &group)| y - q[0] - q[2 + group]).collect();
            let priors =
                standard(q[0]) - q[1].exp() + q[1] + q[2..].iter().map(|&a| standard(a)).sum::<f64>();
            priors + reference(&rows, &y, q[1].exp(), 2.0)
        });
    }
}
