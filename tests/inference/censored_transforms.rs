//! Leave-one-out transforms of censored observations: random numbers between the bounds that a censored
//! observation leaves, for censoring by flags and by limits.

use crate::common::assert_near;
use monomorph::prelude::*;

/// Makes 5000 draws in which the rate is 1, so that predictions follow one law.
fn draws(model: impl Model) -> Result<Draws, Error> {
    Draws::new(model.compile()?.variables(), 1, 5000, vec![1.0; 5000])
}

/// Compares the bounds of each transform with the exact ones.
fn check(model: impl Model, y: &[f64], exact: &[(f64, f64)]) -> Result<(), Error> {
    let pit = model.loo_pit(&draws(model)?, y, 3)?;
    for (row, &(below, at_most)) in exact.iter().enumerate() {
        assert_near(pit.below()[row], below, 0.03, || format!("below, row {row}"));
        assert_near(pit.at_most()[row], at_most, 0.03, || format!("at most, row {row}"));
    }
    Ok(())
}

#[test]
fn a_censored_row_lies_anywhere_beyond_its_value() -> Result<(), Error> {
    let (y, flags) = ([0.5, 0.7, 2.0], [false, true, true]);
    params! { rate: positive() }
    let f = |y: f64| 1.0 - (-y).exp();
    let right =
        model! { rate |= gamma(2.0, 2.0), data(&y) |= exponential(rate).right_censored(data(&flags)) };
    check(right, &y, &[(f(0.5), f(0.5)), (f(0.7), 1.0), (f(2.0), 1.0)])?;
    let left = model! { rate |= gamma(2.0, 2.0), data(&y) |= exponential(rate).left_censored(data(&flags)) };
    check(left, &y, &[(f(0.5), f(0.5)), (0.0, f(0.7)), (0.0, f(2.0))])?;
    let limits = model! { rate |= gamma(2.0, 2.0), data(&y) |= exponential(rate).censored_above(2.0) };
    check(limits, &y, &[(f(0.5), f(0.5)), (f(0.7), f(0.7)), (f(2.0), 1.0)])?;

    // Predictions themselves are whole.
    let whole = right.predict(&draws(right)?, 3)?;
    let mean = whole.column("y[1]")?.mean();
    assert_near(mean, 1.0, 0.06, || "the mean of a whole time".into());
    Ok(())
}

/// A censored count is larger than its number, and not equal to it.
#[test]
fn a_censored_count_is_larger_than_its_number() -> Result<(), Error> {
    let (counts, flags) = ([1, 1], [1, 0]);
    params! { rate: positive() }
    let model =
        model! { rate |= gamma(2.0, 2.0), data(&counts) |= poisson(rate).right_censored(data(&flags)) };
    let none = (-1.0_f64).exp();
    check(model, &[1.0, 1.0], &[(2.0 * none, 1.0), (none, 2.0 * none)])
}

/// For subjects with late entry, draws are later than the entry, and transforms are those of the law above
/// the entry.
#[test]
fn a_censored_row_above_its_entry() -> Result<(), Error> {
    let (y, entry, flags): ([f64; 3], [f64; 3], _) = ([0.5, 0.7, 2.0], [0.2, 0.3, 1.5], [false, true, true]);
    params! { rate: positive() }
    let model = model! {
        rate |= gamma(2.0, 2.0),
        data(&y) |= exponential(rate).truncated_below(data(&entry)).right_censored(data(&flags)),
    };
    let f = |row: usize| 1.0 - (entry[row] - y[row]).exp();
    check(model, &y, &[(f(0), f(0)), (f(1), 1.0), (f(2), 1.0)])?;
    let draws = draws(model)?;
    let drawn = model.predict(&draws, 3)?;
    for (row, entry) in entry.iter().enumerate() {
        let times = drawn.column(&format!("y[{row}]"))?;
        assert!(times.quantile(0.0) >= *entry, "row {row}");
        assert_near(times.mean(), entry + 1.0, 0.06, || format!("the mean of row {row}"));
    }
    let logs = model.pointwise_log_likelihood(&draws)?;
    let exact = [-(y[0] - entry[0]), -(y[1] - entry[1]), -(y[2] - entry[2])];
    for (row, exact) in exact.iter().enumerate() {
        let mean = logs.column(&format!("y[{row}]"))?.mean();
        assert_near(mean, *exact, 1e-12, || format!("the log likelihood of row {row}"));
    }
    Ok(())
}
