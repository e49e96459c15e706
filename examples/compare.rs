//! Which model predicts best, and for which observations can that be said? Leave-one-out cross-validation,
//! comparison and stacking.
//!
//! Eight schools first, then counts that grow, of which one is far too large: with and without a slope.
//!
//! ```sh
//! cargo run --release --example compare
//! ```

use monomorph::comparison::{BridgeSettings, Fold, LeftOut, compare, reloo};
use monomorph::prelude::*;

/// Counts with a rate that grows along x.
fn growing(x: &[f64], y: &[u32]) -> impl Model {
    params! { level: real(), slope: real() }
    model! {
        level |= normal(0.0, 2.5),
        slope |= normal(0.0, 2.5),
        data(y) |= poisson_log(level + slope * data(x)),
    }
}

/// Counts with one rate.
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

    // The weights may fail for the count of 14: a fit without each such observation answers exactly.
    let refit = |fold: &Fold| {
        let (x_left, y_left) = (fold.training_of(&x), fold.training_of(&y));
        let fit = growing(&x_left, &y_left).compile()?.nuts().seed(1).progress(false).run()?;
        growing(&fold.held_out_of(&x), &fold.held_out_of(&y)).pointwise_log_likelihood(fit.draws())
    };
    reloo(&mut loo, &LeftOut::Rows.folds(y.len())?, refit)?;

    println!("{}", compare([("slope", &loo), ("no slope", &loo_without)])?);

    // Another question with another answer: under which model, with its priors, were these data likelier?
    let evidence = with_slope.log_marginal_likelihood(fit.draws(), BridgeSettings::default())?;
    let evidence_without = without.log_marginal_likelihood(fit_without.draws(), BridgeSettings::default())?;
    let factor = evidence.log_bayes_factor(&evidence_without);
    println!("log Bayes factor for the slope: {:.2} (standard error {:.2})", factor.value, factor.se);
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
