//! Proves that forms that are not the sums of their rows are refused, for an error in any of their numbers,
//! and that solutions stay small if columns depend on each other.

use crate::compiler::rewrite::AffineRow;
use crate::compiler::rewrite::quadratic::Squares;
use crate::compiler::rewrite::quadratic::form::Form;
use crate::compiler::rewrite::quadratic::solution::Trapezoid;
use crate::compiler::rewrite::test_rows::{Coefficients, number};

const ROWS: usize = 30;

/// A slope, an intercept by group, a slope by group, and a vector of one number after a vector of three.
fn squares(groups: usize) -> Squares<'static> {
    let describe = move |row: usize, form: &mut AffineRow| {
        form.offset(0.3 * number(row, 7));
        form.term_of(&Coefficients, 1, 0, [number(row, 0)]);
        form.term_of(&Coefficients, groups, row % groups, [1.0]);
        form.term_of(&Coefficients, groups, row % groups, [number(row, 1)]);
        form.term_of(&Coefficients, 1, 0, [number(row, 2), number(row, 3), number(row, 4)]);
        form.term_of(&Coefficients, 1, 0, [number(row, 8)]);
    };
    let observed = |row: usize| number(row, 5);
    let weight = |row: usize| 1.5 + number(row, 6);
    Squares::new(ROWS, Box::new(describe), Box::new(observed), Box::new(weight)).expect("rows are affine")
}

#[test]
fn forms_are_right() {
    for groups in [1, 2, 5, 9] {
        let squares = squares(groups);
        let form = Form::of(&squares);
        assert!(squares.is_given_by(&form), "{groups} groups");
    }
}

/// The multiplications for a gradient: n (n + 1) for the dense triangle, k (k + 1 + 2 n) for each group;
/// row by row, two for each weight, plus six.
#[test]
fn costs_are_counted() {
    // Five dense coefficients, two in each of five groups; seven weights in each of 30 rows.
    assert_eq!(squares(5).costs(), (5 * 6 + 5 * 2 * (2 + 1 + 10), 2 * 7 * 30 + 6 * 30));
    // Without groups these are seven dense coefficients.
    assert_eq!(squares(1).costs(), (7 * 8, 600));
}

/// Rows are compared with a form only if their squares are finite.
#[test]
fn squares_that_are_no_numbers_are_refused() {
    for (unit, is_compared) in [(1e-130, false), (1e-110, true), (1e110, true), (1e130, false), (0.0, true)] {
        let describe = move |row: usize, form: &mut AffineRow| {
            form.term_of(&Coefficients, 1, 0, [unit * number(row, 0)])
        };
        let observed = move |row: usize| unit * number(row, 5);
        let squares = Squares::new(ROWS, Box::new(describe), Box::new(observed), Box::new(|_| 1.0));
        let squares = squares.expect("rows are affine");
        assert_eq!(squares.is_given_by(&Form::of(&squares)), is_compared, "{unit:e}");
    }
}

/// Forms in which one of the nonzero numbers is too large by a thousandth.
#[test]
fn wrong_numbers_are_refused() {
    for groups in [1, 5] {
        let squares = squares(groups);
        let parts: [fn(&mut Form) -> &mut Vec<f64>; 4] = [
            |form| &mut form.entries,
            |form| &mut form.target,
            |form| &mut form.trapezoids,
            |form| &mut form.reference,
        ];
        let mut refused = 0;
        for (name, part) in ["entries", "target", "trapezoids", "reference"].into_iter().zip(parts) {
            for place in 0..part(&mut Form::of(&squares)).len() {
                let mut form = Form::of(&squares);
                let number = &mut part(&mut form)[place];
                // The part of z that the least squares leave is a rounding error.
                if number.abs() > 1e-6 {
                    *number *= 1.001;
                    assert!(!squares.is_given_by(&form), "{groups} groups: {name}[{place}]");
                    refused += 1;
                }
            }
        }
        assert!(refused > 15, "{refused}");
        let mut form = Form::of(&squares);
        form.rest *= 1.001;
        assert!(!squares.is_given_by(&form), "{groups} groups: ρ² = {}", form.rest);
    }
}

/// Registers of a term reach beyond it: a term that was loaded before must not stand there.
#[test]
fn places_that_a_register_overwrites_are_refused() {
    let mut squares = squares(1);
    let form = Form::of(&squares);
    assert!(squares.is_given_by(&form));
    let slope = squares.layout.places[0];
    let vector = squares.layout.places[3];
    assert!(slope.start < vector.start);
    squares.layout.places[0] = crate::compiler::rewrite::TermPlace { start: vector.start + 3, ..slope };
    assert!(!squares.is_given_by(&form));
}

/// Three columns of any length, the third of which is a combination of the others plus 10⁻¹²: the part that
/// the others explain is explained, and the third, which would need a large coefficient, explains nothing
/// more.
#[test]
fn solutions_with_pivots_explain_what_they_can() {
    for lengths in [[1.0, 1.0, 1.0], [1e3, 1.0, 1e-3], [1e-4, 1e5, 10.0]] {
        let columns = [[1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.36, 0.93_f64.sqrt() - 0.5, 1e-12]];
        let entry = |row: usize, column: usize| columns[column][row] * lengths[column];
        let rows: Vec<f64> = (0..9).map(|at| entry(at / 3, at % 3)).collect();
        let triangle = Trapezoid { rows: &rows, columns: 3, count: 3 };
        let right = [0.5, -0.7, 2.0];
        let solution = triangle.solve(&right, &lengths, 1.0);
        let explained: Vec<f64> =
            (0..3).map(|row| (0..3).map(|column| entry(row, column) * solution[column]).sum()).collect();
        for place in 0..2 {
            assert!((explained[place] - right[place]).abs() < 1e-9, "{lengths:?}: {explained:?}");
        }
        assert!(explained[2].abs() < 1e-6, "{lengths:?}: {explained:?}");
    }
    // Finite rows, and a right side that is NaN or infinite.
    let identity = [1.0, 0.0, 0.0, 1.0];
    let triangle = Trapezoid { rows: &identity, columns: 2, count: 2 };
    assert_eq!(triangle.solve(&[1.0, f64::NAN], &[1.0, 1.0], 1.0), [0.0, 0.0]);
    // A column of zeros before two nearly equal columns.
    let behind = Trapezoid { rows: &[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1e-12], columns: 3, count: 3 };
    let solution = behind.solve(&[0.0, 0.5, 2.0], &[0.0, 1.0, 1.0], 1.0);
    assert!((solution[1] + solution[2] - 0.5).abs() < 1e-9, "{solution:?}");
}

/// Columns whose difference is 10⁻¹⁰: the exact solution is 10¹⁰ times the observations.
#[test]
fn solutions_stay_small() {
    let apart = 1e-10;
    let rows = [2.0, 2.0, 0.5, 0.0, apart, 1.0, 0.0, 0.0, 0.0];
    let triangle = Trapezoid { rows: &rows, columns: 3, count: 2 };
    let solution = triangle.solve(&[0.5, 1.0], &[2.0, 2.0], 1.0);
    assert!(solution.iter().all(|coefficient| coefficient.abs() <= 1.0), "{solution:?}");
    let explained = 2.0 * (solution[0] + solution[1]);
    assert!((explained - 0.5).abs() < 1e-9, "{solution:?}");
    // If only large numbers reach the right side, they are allowed.
    let exact = triangle.solve(&[0.5, 1.0], &[2.0, 2.0], 1e8);
    assert!((exact[1] * apart - 1.0).abs() < 1e-12, "{exact:?}");
    // Columns of zeros, and rows that are NaN or infinite.
    let zeros = Trapezoid { rows: &[0.0; 9], columns: 3, count: 2 };
    assert_eq!(zeros.solve(&[0.0, 0.0], &[0.0, 0.0], 0.0), [0.0, 0.0]);
    let nothing = Trapezoid { rows: &[f64::NAN; 9], columns: 3, count: 2 };
    assert_eq!(nothing.solve(&[1.0, f64::NAN], &[1.0, 1.0], 1.0), [0.0, 0.0]);
}
