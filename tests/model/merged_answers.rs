//! Proves that answers of 0 and 1 with equal log odds are one row with shares of both, as exact as its rows:
//! all answers equal or not, all rows different, equal or one, in both tails to where probabilities are 0 or
//! 1, with lengths that fill no register, on every instruction set.
//!
//! Quantities of single rows are those of the rows of the data.

use crate::common::{
    Random, evaluate_gradient, is_near, logistic, on_every_set, on_every_set_with, softplus,
};
use monomorph::prelude::*;

const GROUPS: usize = 5;
const OTHERS: usize = 3;

/// Answers, each in two groups.
struct Answers {
    y: Vec<bool>,
    group: Vec<usize>,
    other: Vec<usize>,
}

impl Answers {
    /// The log density of the log odds aᵢ + cⱼ, its slopes, and the magnitude of the terms of each, by plain
    /// loops over the rows.
    fn plain(&self, q: &[f64]) -> (f64, Vec<[f64; 2]>) {
        let (mut value, mut slopes) = (0.0, vec![[0.0; 2]; GROUPS + OTHERS]);
        for ((&y, &group), &other) in self.y.iter().zip(&self.group).zip(&self.other) {
            let log_odds = q[group] + q[GROUPS + other];
            let t = if y { log_odds } else { -log_odds };
            value -= softplus(-t);
            let slope = if y { logistic(-t) } else { -logistic(-t) };
            for place in [group, GROUPS + other] {
                slopes[place][0] += slope;
                slopes[place][1] += slope.abs();
            }
        }
        (value, slopes)
    }

    /// The number of different rows.
    fn cells(&self) -> usize {
        let cells = self.group.iter().zip(&self.other);
        cells.collect::<std::collections::HashSet<_>>().len()
    }

    /// Compares with plain loops: merged rows to all digits, other rows to the digits of products of rows.
    fn check(&self, name: &str) {
        let rows = self.y.len();
        params! { a: vector(GROUPS), c: vector(OTHERS) }
        let log_odds = a.at(&self.group) + c.at(&self.other);
        let model = model! { a |= flat(), c |= flat(), data(&self.y) |= bernoulli_logit(log_odds) };
        let is_merged = 2 * self.cells() <= rows;
        on_every_set(model, |set, posterior| {
            let explained = posterior.explain();
            let (what, cells) = (explained.statements()[2].what(), self.cells());
            let merged = format!("{rows} rows are {cells} different ones with counts");
            assert_eq!(what == merged, is_merged, "{name}, {rows} rows, {cells} of them different: {what}");
            let mut random = Random(rows as u64);
            for spread in [0.0, 2.0, 20.0, 40.0, 800.0] {
                let mut q = random.numbers(GROUPS + OTHERS, -1.0, 1.0);
                q.iter_mut().for_each(|number| *number += spread * number.signum());
                q[GROUPS..].iter_mut().for_each(|number| *number = if spread > 2.0 { 0.0 } else { *number });
                let (value, gradient) = evaluate_gradient(posterior, &q);
                let (want, slopes) = self.plain(&q);
                let at = format!("{name}, {rows} rows, {set}, {spread}, at {q:?}");
                // What adding up row by row rounds.
                let rounding = f64::EPSILON * rows as f64;
                let of_products = if is_merged { 0.0 } else { 2.0 * rounding };
                let tolerance = (1e-14 + rounding) * want.abs() + of_products;
                assert!(is_near(value, want, tolerance), "{at}: {value:e} for {want:e}");
                for (place, (got, [want, size])) in gradient.iter().zip(&slopes).enumerate() {
                    let is_near = is_near(*got, *want, (1e-14 + rounding) * size);
                    assert!(is_near, "{at}: slope {place}: {got:e} for {want:e} of terms of {size:e}");
                }
            }
        });
    }
}

/// Equal log odds are one row, whatever the answers.
#[test]
fn answers_of_equal_log_odds() {
    for rows in [1, 2, 3, 7, 16, 31, 101, 1_003] {
        let mut random = Random(rows as u64);
        let unit = random.numbers(rows, 0.0, 1.0);
        let spread: [Vec<usize>; 2] = [GROUPS, OTHERS]
            .map(|groups| random.indices(rows, groups).iter().map(|&index| index as usize).collect());
        let groups = [
            ("equal rows", [vec![GROUPS - 1; rows], vec![1; rows]]),
            ("rows in turn", [(0..rows).map(|row| row % GROUPS).collect(), vec![0; rows]]),
            ("random rows", spread),
        ];
        let answers: [(&str, Vec<bool>); 5] = [
            ("failures", vec![false; rows]),
            ("successes", vec![true; rows]),
            ("one success", (0..rows).map(|row| row == rows / 2).collect()),
            ("one failure", (0..rows).map(|row| row != rows / 2).collect()),
            ("both", unit.iter().map(|&unit| unit < 0.4).collect()),
        ];
        for (of_groups, [group, other]) in &groups {
            for (of_answers, y) in &answers {
                let answers = Answers { y: y.clone(), group: group.clone(), other: other.clone() };
                answers.check(&format!("{of_groups}, {of_answers}"));
            }
        }
    }
}

/// Rows that all differ stay rows, with the log density that they have.
#[test]
fn different_rows_stay() {
    for rows in [1, 5, 13, 70] {
        let x = Random(rows as u64).numbers(rows, -1.0, 1.0);
        let y: Vec<u8> = (0..rows).map(|row| u8::from(row % 3 == 0)).collect();
        params! { slope: real() }
        let model = model! { slope |= flat(), data(&y) |= bernoulli_logit(slope * data(&x)) };
        on_every_set(model, |set, posterior| {
            assert!(!posterior.explain().statements()[1].is_rewritten(), "{}", posterior.explain());
            for slope in [0.7, -40.0, 800.0] {
                let signed = |row: usize| if y[row] == 1 { slope * x[row] } else { -slope * x[row] };
                let want: f64 = (0..rows).map(|row| -softplus(-signed(row))).sum();
                let (value, _) = evaluate_gradient(posterior, &[slope]);
                let tolerance = 1e-14 * want.abs() + 2.0 * f64::EPSILON * rows as f64;
                assert!(
                    is_near(value, want, tolerance),
                    "{rows} rows, {set}, {slope}: {value:e} for {want:e}"
                );
            }
        });
    }
}

/// Rows that are sorted stand for one each, so they have one logarithm of a product as rows as written have:
/// its price is that what differs from a certain answer by less than 2⁻⁵³ counts as certain.
#[test]
fn sorted_rows_have_one_logarithm() {
    const ROWS: usize = 103;
    let x = Random(11).numbers(ROWS, 0.9, 1.0);
    let group: Vec<usize> = (0..ROWS).map(|row| row * 7 % GROUPS).collect();
    let y: Vec<bool> = group.iter().map(|&group| group > 1).collect();
    params! { slope: real(), a: vector(GROUPS) }
    let log_odds = a.at(&group) * data(&x) + slope;
    let model = model! { slope |= flat(), a |= flat(), data(&y) |= bernoulli_logit(log_odds) };
    on_every_set(model, |set, posterior| {
        assert!(posterior.explain().statements()[2].what().contains("sorted"), "{}", posterior.explain());
        for size in [0.8, 30.0, 60.0] {
            let of_group = [-size, -size, size, size, size];
            let (value, gradient) = evaluate_gradient(posterior, &[&[0.0], &of_group[..]].concat());
            let want: f64 = x.iter().map(|x| -softplus(-x * size)).sum();
            let what = format!("{set}, {size}: {value:e} for {want:e}, {gradient:?}");
            assert!(is_near(value, want, 2.0 * f64::EPSILON * ROWS as f64), "{what}");
            assert!(size < 60.0 || value == 0.0, "{what}");
            for (group, &sign) in [-1.0, -1.0, 1.0, 1.0, 1.0].iter().enumerate() {
                let rows = (0..ROWS).filter(|row| row * 7 % GROUPS == group);
                let slope: f64 = rows.map(|row| sign * x[row] * logistic(-x[row] * size)).sum();
                assert!(is_near(gradient[1 + group], slope, 1e-13 * slope.abs()), "{what}: {slope}");
            }
        }
    });
}

/// The one answer that is unlikely keeps its digits among many others: it is no rest of their rounded share.
#[test]
fn one_unlikely_answer_of_many() {
    const ROWS: usize = 100_003;
    params! { log_odds: real() }
    for usual in [false, true] {
        let y: Vec<bool> = (0..ROWS).map(|row| (row == 77) != usual).collect();
        let zeros = vec![0.0; ROWS];
        let model = model! { log_odds |= flat(), data(&y) |= bernoulli_logit(log_odds + data(&zeros)) };
        on_every_set(model, |set, posterior| {
            assert!(posterior.explain().statements()[1].is_rewritten(), "{}", posterior.explain());
            for size in [40.0, 30.0, 11.0] {
                let want = -(softplus(size) + (ROWS - 1) as f64 * softplus(-size));
                let (value, _) = evaluate_gradient(posterior, &[if usual { size } else { -size }]);
                let what = || format!("{set}, {usual}, {size}: {value:e} for {want:e}");
                assert!(is_near(value, want, 2e-15 * want.abs()), "{}", what());
            }
        });
    }
}

/// Log odds may be infinite where only what is certain is seen; what is impossible has the density 0.
#[test]
fn certain_answers() {
    params! { a: real() }
    for (sign, is_possible) in [(1.0, true), (-1.0, false)] {
        for rewrites in [Rewrites::All, Rewrites::None] {
            let (ones, signs) = ([1; 9], [sign; 9]);
            let model = model! { a |= flat(), data(&ones) |= bernoulli_logit(data(&signs) * a.exp()) };
            on_every_set_with(rewrites, model, |set, posterior| {
                let value = posterior.log_density(&[800.0], &mut posterior.workspace());
                let what = format!("{rewrites:?}, {set}: {value}");
                assert_eq!(value, if is_possible { 0.0 } else { f64::NEG_INFINITY }, "{what}");
                let (of_nothing, _) = evaluate_gradient(posterior, &[f64::NAN]);
                assert_eq!(of_nothing, f64::NEG_INFINITY, "{what}");
            });
        }
    }
}

/// Log likelihoods, draws and predictions are those of the rows of the data, in their order.
#[cfg(feature = "random")]
#[test]
fn rows_of_the_data_are_told_one_by_one() {
    let (y, group) = ([1, 0, 1, 1, 0, 0, 1, 1, 1], [2, 1, 0, 2, 1, 0, 2, 1, 0]);
    params! { a: vector(3) }
    let model = model! { a |= normal(0.0, 1.0), data(&y) |= bernoulli_logit(a.at(&group)) };
    let posterior = model.compile().expect("the model compiles");
    assert!(posterior.explain().statements()[1].what().contains("9 rows are 3 different ones"));
    let a = [0.3, -1.2, 2.5];
    let draws = Draws::new(posterior.variables(), 1, 1, a.to_vec()).expect("a draw");
    let each = model.pointwise_log_likelihood(&draws).expect("log likelihoods");
    assert_eq!(each.names().len(), y.len());
    for ((name, column), (&y, &group)) in each.columns().zip(y.iter().zip(&group)) {
        let want = -softplus(if y == 1 { -a[group] } else { a[group] });
        assert!(is_near(column.as_slice()[0], want, 1e-15), "{name}");
    }
    let trace = posterior.constrain(&a).expect("a trace");
    let sum: f64 = each.columns().map(|(_, column)| column.as_slice()[0]).sum();
    assert!(is_near(posterior.log_likelihood(&trace).expect("a log likelihood"), sum, 1e-14));
    let predicted = model.predict(&draws, 1).expect("predictions");
    assert_eq!(predicted.names().len(), y.len());
}
