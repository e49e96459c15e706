//! Proves that forms lose no digits where numbers are far from 0 compared with their spread, and that the
//! subtracted coefficients are neither too large nor left out.

use crate::compiler::rewrite::AffineRow;
use crate::compiler::rewrite::quadratic::Squares;
use crate::compiler::rewrite::quadratic::form::Form;
use crate::compiler::rewrite::test_rows::{Coefficients, number};

const ROWS: usize = 40;

/// A sum with its rounding error.
#[derive(Clone, Copy, Default)]
struct Twice(f64, f64);

impl Twice {
    fn plus(self, number: f64) -> Self {
        let sum = self.0 + number;
        let rest = sum - self.0;
        Self(sum, self.1 + ((self.0 - (sum - rest)) + (number - rest)))
    }

    fn plus_product(self, a: f64, b: f64) -> Self {
        let product = a * b;
        let Self(sum, rest) = self.plus(product);
        Self(sum, rest + a.mul_add(b, -product))
    }

    fn number(self) -> f64 {
        self.0 + self.1
    }
}

/// An intercept and two slopes on columns with the mean `x` and a spread of 1, for observations around `y`
/// minus offsets around `offset`. With several groups each group has its own intercept and first slope.
fn far(groups: usize, [x, y, offset]: [f64; 3]) -> Squares<'static> {
    let describe = move |row: usize, form: &mut AffineRow| {
        form.offset(offset + number(row, 7));
        form.term_of(&Coefficients, 1, 0, [x + number(row, 2)]);
        form.term_of(&Coefficients, groups, row % groups, [1.0]);
        form.term_of(&Coefficients, groups, row % groups, [x + number(row, 1)]);
    };
    let observed = move |row: usize| y + number(row, 5);
    let weight = |row: usize| 1.5 + number(row, 6);
    Squares::new(ROWS, Box::new(describe), Box::new(observed), Box::new(weight)).expect("rows are affine")
}

/// The sum of squares, half of its gradient and the lengths of the columns, at the coefficients `moved`
/// relative to the form's reference: with the rounding errors of each row.
fn row_by_row(squares: &Squares, form: &Form, moved: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
    let (mut sum, mut gradient) = (Twice::default(), vec![Twice::default(); moved.len()]);
    let mut lengths = vec![0.0; moved.len()];
    let mut row = AffineRow::default();
    for index in 0..ROWS {
        row.clear();
        (squares.describe)(index, &mut row);
        let weight = (squares.weight)(index);
        let mut residual = Twice::default().plus(-(squares.observed)(index)).plus(row.offset);
        row.each(&squares.layout, |place, entry| {
            residual = residual.plus_product(entry, form.reference[place]).plus_product(entry, moved[place]);
        });
        let residual = residual.number() * weight;
        sum = sum.plus_product(residual, residual);
        row.each(&squares.layout, |place, entry| {
            gradient[place] = gradient[place].plus_product(entry * weight, residual);
            lengths[place] += (entry * weight).powi(2);
        });
    }
    let gradient = gradient.into_iter().map(Twice::number).collect();
    (sum.number(), gradient, lengths.into_iter().map(f64::sqrt).collect())
}

#[test]
fn numbers_far_from_their_spread_lose_nothing() {
    for groups in [1, 4] {
        for origin in [[0.0, 0.0, 0.0], [1e6, 0.0, 0.0], [0.0, 1e9, 3e8], [1e5, 2e9, -1e9], [3e7, 1e8, 1e8]] {
            let squares = far(groups, origin);
            let form = Form::of(&squares);
            for point in 0..4 {
                let mut moved = vec![0.0; squares.layout.length()];
                let terms = squares.layout.places.iter().zip(squares.terms());
                for (term, (place, (groups, width))) in terms.enumerate() {
                    // The intercept moves by about the spread, the slopes by as much as they explain of it.
                    let size = if term == 1 { 1.0 } else { 1.0 / origin[0].max(1.0) };
                    for at in 0..groups * width {
                        moved[place.of(at / width, at % width)] = size * number(at + 3 * point, term);
                    }
                }
                let (value, gradient) = form.evaluate(&squares.layout, &moved);
                let (want, slopes, lengths) = row_by_row(&squares, &form, &moved);
                let context = format!("{groups} groups, {origin:?}, point {point}");
                assert!((value / want - 1.0).abs() < 1e-11, "{context}: {value} {want}");
                for (place, (slope, want_slope)) in gradient.iter().zip(&slopes).enumerate() {
                    let allowed = 1e-12 * lengths[place] * want.sqrt();
                    assert!(
                        (slope - want_slope).abs() <= allowed,
                        "{context}: {place}: {slope} {want_slope}"
                    );
                }
            }
        }
    }
}

/// Two columns of any size whose difference is `apart`, in each group if there are several.
fn alike(groups: usize, unit: f64, apart: f64) -> Squares<'static> {
    let describe = move |row: usize, form: &mut AffineRow| {
        let group = row % groups;
        form.term_of(&Coefficients, groups, group, [unit * number(row, 1)]);
        form.term_of(&Coefficients, groups, group, [unit * (number(row, 1) + apart * number(row, 2))]);
        form.term_of(&Coefficients, 1, 0, [number(row, 3)]);
    };
    let observed = |row: usize| 3.0 + number(row, 5);
    Squares::new(ROWS, Box::new(describe), Box::new(observed), Box::new(|_| 1.0)).expect("rows are affine")
}

/// No subtracted coefficient explains more than 10⁴ times the observations, for any unit of its column. If
/// columns differ clearly, all coefficients that explain something are subtracted.
#[test]
fn subtracted_coefficients_explain_what_they_may() {
    for groups in [1, 4] {
        for unit in [1e-6, 1.0, 100.0, 1e6] {
            for apart in [1e-13, 1e-9, 1e-5, 1e-3, 1.0] {
                let squares = alike(groups, unit, apart);
                let form = Form::of(&squares);
                assert!(squares.is_given_by(&form), "{groups} groups, {unit}, {apart}");
                let zeros = vec![0.0; squares.layout.length()];
                let (rest, slopes, lengths) = row_by_row(&squares, &form, &zeros);
                let observed: f64 = (0..ROWS).map(|row| (squares.observed)(row).powi(2)).sum();
                for (place, coefficient) in form.reference.iter().enumerate() {
                    let explained = (coefficient * lengths[place]).abs();
                    let context = format!("{groups} groups, {unit}, {apart}, {place}: {coefficient}");
                    assert!(explained <= 1.001e4 * observed.sqrt(), "{context}");
                    // If nothing is too large, the reference is the least-squares solution, where the slope
                    // is 0.
                    if apart >= 1e-3 {
                        let slope = slopes[place].abs() / lengths[place].max(f64::MIN_POSITIVE);
                        assert!(slope <= 1e-9 * observed.sqrt(), "{context}: {slope}");
                    }
                }
                assert!(rest < observed, "{groups} groups, {unit}, {apart}: {rest}");
            }
        }
    }
}

/// Rows that are this upper triangle, given column by column.
fn triangular(columns: &[Vec<f64>]) -> Squares<'_> {
    let describe = |row: usize, form: &mut AffineRow| {
        form.term_of(
            &Coefficients,
            1,
            0,
            columns.iter().map(|column| column.get(row).copied().unwrap_or(0.0)),
        );
    };
    let observed = |row: usize| number(row, 5);
    let rows = columns.len();
    Squares::new(rows, Box::new(describe), Box::new(observed), Box::new(|_| 1.0)).expect("rows are affine")
}

/// n ‖R̃⁻¹‖² in the Frobenius norm, where R̃ has columns of length 1.
fn bound_of_condition(columns: &[Vec<f64>]) -> f64 {
    let n = columns.len();
    let length = |column: usize| columns[column].iter().map(|entry| entry * entry).sum::<f64>().sqrt();
    let scaled = faer::Mat::from_fn(n, n, |row, column| {
        columns[column].get(row).copied().unwrap_or(0.0) / length(column)
    });
    let identity = faer::Mat::<f64>::identity(n, n);
    let inverse = faer::linalg::solvers::Solve::solve(&scaled.partial_piv_lu(), &identity);
    n as f64 * inverse.squared_norm_l2()
}

/// A triangle is multiplied out up to a bound of its condition, for any units of its columns, and up to 64
/// columns. The triangle of a group is never multiplied out.
#[test]
fn triangles_are_multiplied_out_by_their_condition() {
    let mut seen = [0, 0];
    for n in [1, 2, 3, 5] {
        for trial in 0..40 {
            let diagonal = 0.05 + 0.2 * number(trial, n).abs();
            let entry = |row: usize, column: usize| match row == column {
                true if row > 0 => diagonal,
                _ => number(row + 3 * trial, column) + 0.2,
            };
            let unit = |column: usize| 10.0_f64.powi((column as i32 - 1) * (trial as i32 % 3));
            let columns: Vec<Vec<f64>> = (0..n)
                .map(|column| (0..=column).map(|row| entry(row, column) * unit(column)).collect())
                .collect();
            let bound = bound_of_condition(&columns);
            if (0.9e4..1.1e4).contains(&bound) {
                continue;
            }
            let form = Form::of(&triangular(&columns));
            assert_eq!(form.is_multiplied_out, bound < 1e4, "{n} columns, {trial}: {bound}");
            seen[usize::from(form.is_multiplied_out)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    for (count, is_multiplied_out) in [(64, true), (65, false)] {
        let identity: Vec<Vec<f64>> =
            (0..count).map(|column| (0..=column).map(|row| f64::from(row == column)).collect()).collect();
        assert_eq!(Form::of(&triangular(&identity)).is_multiplied_out, is_multiplied_out, "{count}");
    }
    assert!(!Form::of(&alike(4, 1.0, 1.0)).is_multiplied_out);
}
