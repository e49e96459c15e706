//! Which model predicts best, and for which observations? Leave-one-out cross-validation, comparison and
//! stacking.
//!
//! The eight schools come first, then growing counts, one of which is far too large, by models with and
//! without a slope.
//!
//! Data: the data of `eight_schools`, and 24 invented counts.
//!
//! `cargo run --release --example compare -- FOLDER` writes a figure, `compare.svg`, into the folder.
//!
//! What to look at: The slope wins by 0.5 with a standard error of 5.7, and the log Bayes factor is 0.16,
//! so these data do not decide between the models. `p_loo` shows the reason: it is 5.6 for a model with two
//! parameters, because the model does not expect one count, 14. In the figure this count is far to the
//! right of its interval. The other counts grow.

use monomorph::comparison::{BridgeSettings, Fold, LeftOut, compare, reloo};
use monomorph::prelude::*;
use monomorph::report::plot;
use std::path::Path;

/// Counts with a rate that grows along x.
fn growing(x: &[f64], y: &[u32]) -> impl Model {
    params! { level: real(), slope: real() }
    model! {
        level |= normal(0.0, 2.5),
        slope |= normal(0.0, 2.5),
        data(y) |= poisson_log(level + slope * data(x)),
    }
}

/// Counts with a constant rate.
fn constant(y: &[u32]) -> impl Model {
    params! { level: real() }
    model! { level |= normal(0.0, 2.5), data(y) |= poisson_log(level) }
}

fn main() -> Result<(), Error> {
    schools()?;

    let y = [3, 1, 0, 3, 14, 2, 4, 1, 0, 0, 4, 2, 2, 1, 2, 5, 5, 3, 6, 3, 6, 8, 6, 5];
    let x: Vec<f64> = (0..y.len()).map(|row| -1.0 + 2.0 * row as f64 / 23.0).collect();

    let with_slope = growing(&x, &y).compile()?;
    let without = constant(&y).compile()?;
    let fit = with_slope.nuts().seed(1).progress(false).run()?;
    let fit_without = without.nuts().seed(1).progress(false).run()?;

    let mut loo = growing(&x, &y).loo(fit.draws())?;
    let loo_without = constant(&y).loo(fit_without.draws())?;
    println!("Counts with a slope\n\n{loo}\nCounts without\n\n{loo_without}");

    // The weights may fail for the count of 14. A fit without each such observation gives exact results.
    let refit = |fold: &Fold| {
        let (x_left, y_left) = (fold.training_of(&x), fold.training_of(&y));
        let fit = growing(&x_left, &y_left).compile()?.nuts().seed(1).progress(false).run()?;
        growing(&fold.held_out_of(&x), &fold.held_out_of(&y)).pointwise_log_likelihood(fit.draws())
    };
    reloo(&mut loo, &LeftOut::Rows.folds(y.len())?, refit)?;

    println!("{}", compare([("slope", &loo), ("no slope", &loo_without)])?);

    // The Bayes factor has another meaning: under which model, with its priors, are these data more
    // probable?
    let evidence = with_slope.log_marginal_likelihood(fit.draws(), BridgeSettings::default())?;
    let evidence_without = without.log_marginal_likelihood(fit_without.draws(), BridgeSettings::default())?;
    let factor = evidence.log_bayes_factor(&evidence_without);
    println!("log Bayes factor for the slope: {:.2} (standard error {:.2})", factor.value, factor.se);

    if let Some(folder) = std::env::args_os().nth(1) {
        let replicated = growing(&x, &y).predict(fit.draws(), 1)?.get("y")?.each();
        let rows: Vec<String> = (0..y.len()).map(|row| format!("y[{row}]")).collect();
        plot::observations(&rows, &y.map(f64::from), &replicated)
            .title("Counts that grow, and one that the model does not expect")
            .x_label("count")
            .caption(
                "Points are observed; lines are 50 % and 90 % of what the model with a slope draws anew.",
            )
            .save(Path::new(&folder).join("compare.svg"))?;
    }
    Ok(())
}

fn schools() -> Result<(), Error> {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    params! { mu: real(), tau: positive(), eta: vector(y.len()) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        data(&y) |= normal(mu + tau * eta, data(&sigma)),
    };
    let fit = model.compile()?.nuts().seed(1).progress(false).run()?;
    println!("Eight schools\n\n{}", model.loo(fit.draws())?);
    Ok(())
}
