//! Proves that names, coordinates and traces go together for every support: along random chains of points,
//! coordinates that are moved, values that are read and set element by element by name in any order, and
//! points that are found again agree, on every instruction set; and that each element stands where Stan's
//! order says, by formulas and single vectors.

use crate::common::{Random, assert_near, on_every_set, with_room};
use monomorph::prelude::*;
use std::ops::Range;

/// Returns a trace with the elements of parameters by name, in a random order.
fn by_elements(names: &[String], values: &[f64], random: &mut Random) -> Trace {
    let mut places: Vec<(f64, usize)> = random.numbers(names.len(), 0.0, 1.0).into_iter().zip(0..).collect();
    places.sort_by(|left, right| left.0.total_cmp(&right.0));
    let mut trace = Trace::new();
    for (_, place) in places {
        trace.set(names[place].as_str(), values[place]).unwrap();
    }
    trace
}

/// Goes along a random chain of points: each time the coordinates of one parameter are moved, which changes
/// its elements and no others but those of `dependent` parameters of it.
fn walk<M: BoundModel>(
    set: &str,
    posterior: &Posterior<M>,
    blocks: &[(&str, Range<usize>)],
    depends: &dyn Fn(&str, &str) -> bool,
) {
    let mut random = Random(91);
    assert_eq!(blocks.last().unwrap().1.end, posterior.dimension());
    let mut q = random.numbers(posterior.dimension(), -1.0, 1.0);
    let names = posterior.parameter_names();
    let mut before = posterior.constrain(&q).unwrap();
    for step in 0..60 {
        let (name, block) = &blocks[step * 7 % blocks.len()];
        let moved = random.numbers(block.len(), -1.0, 1.0);
        q[block.clone()].copy_from_slice(&moved);
        let trace = posterior.constrain(&q).unwrap();
        for (other, _) in blocks {
            let is_same = trace.get(*other).unwrap() == before.get(*other).unwrap();
            let may_differ = other == name || depends(other, name);
            assert_eq!(is_same, !may_differ, "{set}: {other} when {name} moves");
        }
        // Flat values, and those of the trace, by name.
        let mut values = vec![0.0; posterior.value_count()];
        posterior.constrain_into(&q, &mut values, &mut posterior.workspace()).unwrap();
        for (element, value) in names.iter().zip(&values) {
            assert_eq!(trace.get(element.as_str()).unwrap(), *value, "{set}: {element}");
        }
        // Back from elements that are set by name, and from flat values.
        let elements = by_elements(&names, &values, &mut random);
        assert_eq!(posterior.values_of(&elements).unwrap(), values[..names.len()], "{set}");
        let back = posterior.unconstrain_trace(&elements).unwrap();
        assert_eq!(posterior.unconstrain(&values[..names.len()]).unwrap(), back, "{set}");
        for (place, (&got, &want)) in back.iter().zip(&q).enumerate() {
            assert_near(got, want, 1e-9, || format!("{set}: coordinate {place} after {name}"));
        }
        let again = posterior.constrain(&back).unwrap();
        for element in &names {
            let (got, want) =
                (again.get(element.as_str()).unwrap()[0], trace.get(element.as_str()).unwrap()[0]);
            assert_near(got, want, 1e-9 * want.abs().max(1.0), || format!("{set}: {element} there and back"));
        }
        before = trace;
    }
}

#[test]
fn chains_of_vectors_and_rows() {
    let low = [-1.0, 0.0, 2.0];
    params! {
        number: real(), scale: positive(), plain: vector(4), above: vector(3).lower(number),
        moved: vector(2).offset_multiplier(number, scale),
        cut: ordered(3), rate: positive_ordered(3), weight: simplex(3), zero: sum_to_zero(3),
        several: vector(3).rows(2), bounded: vector(3).lower(&low).rows(2), cuts: ordered(3).rows(2),
        weights: simplex(3).rows(2), zeros: sum_to_zero(3).rows(4),
    }
    let model = model! {
        number |= normal(0.0, 1.0), scale |= exponential(1.0), plain |= normal(0.0, 1.0), above |= flat(),
        moved |= normal(0.0, 1.0),
        cut |= flat(), rate |= flat(), weight |= flat(), zero |= normal(0.0, 1.0),
        several |= normal(0.0, 1.0), bounded |= normal(0.0, 1.0), cuts |= flat(), weights |= flat(),
        zeros |= normal(0.0, 1.0),
    };
    let blocks = blocks(&[
        ("number", 1),
        ("scale", 1),
        ("plain", 4),
        ("above", 3),
        ("moved", 2),
        ("cut", 3),
        ("rate", 3),
        ("weight", 2),
        ("zero", 2),
        ("several", 6),
        ("bounded", 6),
        ("cuts", 6),
        ("weights", 4),
        ("zeros", 8),
    ]);
    let depends = |other: &str, moved: &str| {
        (moved == "number" && (other == "above" || other == "moved"))
            || (moved == "scale" && other == "moved")
    };
    on_every_set(model, |set, posterior| {
        walk(set, posterior, &blocks, &depends);
        // Rows are vectors one after the other.
        let q: Vec<f64> = Random(92).numbers(posterior.dimension(), -1.0, 1.0);
        let trace = posterior.constrain(&q).unwrap();
        let at = |name: &str| blocks.iter().find(|(known, _)| *known == name).unwrap().1.start;
        let number = |name: &str, row: usize, column: usize| {
            trace.get(format!("{name}[{row},{column}]").as_str()).unwrap()[0]
        };
        for row in 0..2 {
            let mut cut = 0.0;
            for column in 0..3 {
                let own = |name: &str| q[at(name) + row * 3 + column];
                assert_eq!(number("several", row, column), own("several"), "{set}");
                assert_near(
                    number("bounded", row, column),
                    low[column] + own("bounded").exp(),
                    1e-14,
                    || set.to_owned(),
                );
                cut = if column == 0 { own("cuts") } else { cut + own("cuts").exp() };
                assert_near(number("cuts", row, column), cut, 1e-14, || set.to_owned());
            }
        }
    });
}

/// Returns the ranges of the coordinates of parameters.
fn blocks<'a>(counts: &[(&'a str, usize)]) -> Vec<(&'a str, Range<usize>)> {
    let mut end = 0;
    let mut next = |&(name, count): &(&'a str, usize)| {
        end += count;
        (name, end - count..end)
    };
    counts.iter().map(&mut next).collect()
}

#[test]
fn chains_of_matrices() {
    params! {
        plain: real_matrix(2, 3), sure: real_matrix(3, 2).positive(), above: real_matrix(2, 3).lower(plain),
        factor: cholesky_factor_cov(3), tall: cholesky_factor_cov_of(4, 2), unit: cholesky_factor_corr(3),
        correlation: corr_matrix(3), covariance: cov_matrix(3),
        by_rows: row_stochastic_matrix(2, 3), by_columns: column_stochastic_matrix(2, 3),
        zeros: sum_to_zero_matrix(3, 4),
    }
    let model = model! {
        plain |= normal(0.0, 1.0), sure |= exponential(1.0), above |= normal(0.0, 1.0),
        factor |= flat(), tall |= flat(), unit |= flat(), correlation |= flat(), covariance |= flat(),
        by_rows |= flat(), by_columns |= flat(), zeros |= normal(0.0, 1.0),
    };
    let blocks = blocks(&[
        ("plain", 6),
        ("sure", 6),
        ("above", 6),
        ("factor", 6),
        ("tall", 7),
        ("unit", 3),
        ("correlation", 3),
        ("covariance", 6),
        ("by_rows", 4),
        ("by_columns", 3),
        ("zeros", 6),
    ]);
    params! { three: simplex(3), two: simplex(2) }
    let simplexes = with_room(|| model! { three |= flat(), two |= flat() }.compile()).unwrap();
    on_every_set(model, |set, posterior| {
        walk(set, posterior, &blocks, &|other, moved| (other, moved) == ("above", "plain"));
        let q: Vec<f64> = Random(93).numbers(posterior.dimension(), -1.0, 1.0);
        let trace = posterior.constrain(&q).unwrap();
        let own = |name: &str| q[blocks.iter().find(|(known, _)| *known == name).unwrap().1.clone()].to_vec();
        let number = |name: &str, row: usize, column: usize| {
            trace.get(format!("{name}[{row},{column}]").as_str()).unwrap()[0]
        };
        let is = |name: &str, row: usize, column: usize, want: f64| {
            assert_near(number(name, row, column), want, 1e-13, || format!("{set}: {name}[{row},{column}]"));
        };
        for row in 0..2 {
            for column in 0..3 {
                is("plain", row, column, own("plain")[column * 2 + row]);
                is("sure", column, row, own("sure")[row * 3 + column].exp());
                is(
                    "above",
                    row,
                    column,
                    own("plain")[column * 2 + row] + own("above")[column * 2 + row].exp(),
                );
            }
        }
        // Triangles go row after row.
        let triangle = |q: &[f64], rows: usize, columns: usize| {
            let mut next = q.iter();
            let mut x = vec![vec![0.0; columns]; rows];
            for (row, x) in x.iter_mut().enumerate() {
                for (column, x) in x.iter_mut().enumerate().take(row + 1) {
                    let q = *next.next().unwrap();
                    *x = if row == column { q.exp() } else { q };
                }
            }
            x
        };
        let (factor, tall, root) = (
            triangle(&own("factor"), 3, 3),
            triangle(&own("tall"), 4, 2),
            triangle(&own("covariance"), 3, 3),
        );
        // A factor of correlations has them row after row, a matrix of correlations column after column.
        let (of_rows, of_columns) = (own("unit"), own("correlation"));
        let unit = factor_of(|row, column| of_rows[row * (row - 1) / 2 + column]);
        let other = factor_of(|row, column| of_columns[if column == 0 { row - 1 } else { 2 }]);
        let squared =
            |x: &[Vec<f64>], row: usize, column: usize| (0..3).map(|k| x[row][k] * x[column][k]).sum::<f64>();
        for row in 0..3 {
            for column in 0..3 {
                is("factor", row, column, factor[row][column]);
                is("unit", row, column, unit[row][column]);
                is("covariance", row, column, squared(&root, row, column));
                is("correlation", row, column, squared(&other, row, column));
            }
        }
        (0..8).for_each(|place| is("tall", place / 2, place % 2, tall[place / 2][place % 2]));
        // Lines that sum to 1 are simplexes whose coordinates form a matrix.
        let (rows, columns) = (own("by_rows"), own("by_columns"));
        for row in 0..2 {
            let single = simplexes.constrain(&[rows[row], rows[2 + row], 0.0]).unwrap();
            (0..3).for_each(|column| is("by_rows", row, column, single.get("three").unwrap()[column]));
        }
        for (column, q) in columns.into_iter().enumerate() {
            let single = simplexes.constrain(&[0.0, 0.0, q]).unwrap();
            (0..2).for_each(|row| is("by_columns", row, column, single.get("two").unwrap()[row]));
        }
        (0..3).for_each(|row| {
            assert_near((0..4).map(|column| number("zeros", row, column)).sum(), 0.0, 1e-13, || {
                set.to_owned()
            })
        });
        (0..4).for_each(|column| {
            assert_near((0..3).map(|row| number("zeros", row, column)).sum(), 0.0, 1e-13, || set.to_owned())
        });
    });
}

/// The factor of a correlation matrix of three rows, of partial correlations tanh q.
fn factor_of(q: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
    let mut x = vec![vec![0.0; 3]; 3];
    for (row, x) in x.iter_mut().enumerate() {
        let mut rest = 1.0_f64;
        for (column, x) in x.iter_mut().enumerate().take(row) {
            let z = q(row, column).tanh();
            (*x, rest) = (z * rest, rest * (1.0 - z * z).sqrt());
        }
        x[row] = rest;
    }
    x
}

/// One element of a free matrix is set by name, and no other moves.
#[test]
fn one_element_is_set_by_name() {
    params! { m: real_matrix(2, 3), rows: vector(3).rows(2), v: vector(3) }
    let model = model! { m |= normal(0.0, 1.0), rows |= normal(0.0, 1.0), v |= normal(0.0, 1.0) };
    on_every_set(model, |set, posterior| {
        let q = Random(94).numbers(posterior.dimension(), -1.0, 1.0);
        let names = posterior.parameter_names();
        let mut seen = vec![false; q.len()];
        for name in &names {
            let mut trace = posterior.constrain(&q).unwrap();
            trace.set(name.as_str(), 5.0).unwrap();
            let point = posterior.unconstrain_trace(&trace).unwrap();
            let moved: Vec<usize> = (0..q.len()).filter(|&place| point[place] != q[place]).collect();
            assert_eq!(moved.len(), 1, "{set}: {name}");
            assert!(!std::mem::replace(&mut seen[moved[0]], true), "{set}: {name}");
            let again = posterior.constrain(&point).unwrap();
            for other in &names {
                let expected = if other == name {
                    5.0
                } else {
                    posterior.constrain(&q).unwrap().get(other.as_str()).unwrap()[0]
                };
                assert_eq!(again.get(other.as_str()).unwrap(), expected, "{set}: {other} when {name} is set");
            }
        }
    });
}
