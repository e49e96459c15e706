//! Three ways to compute the same numbers: the log densities of single observations add up to the log
//! likelihood, and each is the log likelihood of a model with only this row.

use crate::common::{assert_near, with_room};
use monomorph::faer::Mat;
use monomorph::prelude::*;
use std::ops::Range;

/// Two draws of the parameters of a posterior, at points near 0 of the unconstrained line.
pub fn two_draws<M: BoundModel>(posterior: &Posterior<M>) -> Draws {
    let variables = posterior.variables();
    let size: usize = variables.iter().map(|variable| variable.size()).sum();
    let (mut both, mut workspace) = (vec![vec![0.0; size]; 2], posterior.workspace());
    for (draw, values) in both.iter_mut().enumerate() {
        let q = (0..posterior.dimension()).map(|k| 0.4 * ((3 * k + 5 * draw) as f64 + 0.3).sin());
        posterior.constrain_into(&q.collect::<Vec<f64>>(), values, &mut workspace).unwrap();
    }
    let values = (0..size).flat_map(|element| [both[0][element], both[1][element]]).collect();
    Draws::new(variables, 1, 2, values).unwrap()
}

/// The log densities of a model's observations at each of two draws.
pub fn each_of<M: Model>(model: M, draws: &Draws) -> [Vec<f64>; 2] {
    let each = model.pointwise_log_likelihood(draws).unwrap();
    [0, 1].map(|draw| each.columns().map(|(_, column)| column.as_slice()[draw]).collect())
}

/// Compares the three ways for a model of some of `count` rows. If rows depend on the rows before them, the
/// log density of a single row is the difference of two models.
pub fn agree<M: Model>(
    what: &str,
    count: usize,
    model: impl Fn(Range<usize>) -> M + Sync,
    given_the_past: bool,
) {
    with_room(|| {
        let whole = model(0..count);
        let posterior = whole.compile().unwrap();
        let draws = two_draws(&posterior);
        let each = each_of(whole, &draws);
        let log_likelihood = |rows: Range<usize>, trace: &Trace| match rows.is_empty() {
            true => 0.0,
            false => model(rows).compile().unwrap().log_likelihood(trace).unwrap(),
        };
        for (draw, each) in each.iter().enumerate() {
            let trace = draws.trace(0, draw).unwrap();
            let want = posterior.log_likelihood(&trace).unwrap();
            let near = |got: f64, want: f64, rows: &dyn Fn() -> String| {
                assert_near(got, want, 1e-11 * want.abs().max(10.0), || {
                    format!("{what}: {}: {each:?}", rows())
                });
            };
            assert!(want.is_finite(), "{what}: {each:?}");
            near(each.iter().sum(), want, &|| "the sum".to_owned());
            assert!(each.len().is_multiple_of(count), "{what}: {} of {count} rows", each.len());
            for row in 0..count {
                // A model of several statements has all rows of one before those of the next.
                let own: f64 = each.iter().skip(row).step_by(count).sum();
                let alone = match given_the_past {
                    true => log_likelihood(0..row + 1, &trace) - log_likelihood(0..row, &trace),
                    false => log_likelihood(row..row + 1, &trace),
                };
                near(own, alone, &|| format!("row {row}"));
            }
        }
    });
}

/// Some rows of a table.
fn rows_of<const N: usize>(table: &[[f64; N]], rows: Range<usize>) -> Mat<f64> {
    Mat::from_fn(rows.len(), N, |i, j| table[rows.start + i][j])
}

/// Returns all stretches of rows of a table, and the place of the stretch for a range.
pub fn stretches<const N: usize>(
    table: &[[f64; N]],
) -> (Vec<Mat<f64>>, impl Fn(&Range<usize>) -> usize + Sync) {
    let count = table.len();
    let all = (0..count).flat_map(|start| (start + 1..=count).map(move |end| rows_of(table, start..end)));
    (all.collect(), move |rows| (0..rows.start).map(|start| count - start).sum::<usize>() + rows.len() - 1)
}
