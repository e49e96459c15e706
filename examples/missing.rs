//! A regression with missing values in the outcome and in the predictor. Missing values have a law, so all
//! observed values of every row are used. Without all rows with a missing value a third of the rows would
//! be lost.
//!
//! xₙ ~ N(m, s), yₙ ~ N(α + β xₙ, σ), some xₙ and some yₙ missing. The data are simulated with m = 2, s =
//! 1.5, α = 1, β = 0.8 and σ = 0.5.
//!
//! `cargo run --release --example missing -- FOLDER` writes a figure, `missing.svg`, into the folder.
//!
//! What to look at: `alpha`, `beta` and `sigma` are near 1, 0.8 and 0.5, the values of the simulation. In
//! the figure a missing predictor follows its outcome, with a standard deviation of 0.6. If the outcome is
//! missing too, the predictor has the law of all predictors, 1.7 ± 1.3.

use monomorph::prelude::*;
use monomorph::rand::rngs::SmallRng;
use monomorph::rand::{RngExt, SeedableRng};
use monomorph::report::{data::Quantity, plot};
use std::path::Path;

fn main() -> Result<(), Error> {
    let mut rng = SmallRng::seed_from_u64(3);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for _ in 0..60 {
        let predictor: f64 = rng.sample(normal(2.0, 1.5));
        let outcome: f64 = rng.sample(normal(1.0 + 0.8 * predictor, 0.5));
        x.push(if rng.random_bool(0.2) { f64::NAN } else { predictor });
        y.push(if rng.random_bool(0.15) { f64::NAN } else { outcome });
    }

    params! {
        m: real(),
        s: positive(),
        alpha: real(),
        beta: real(),
        sigma: positive(),
        predictor: data(&x).missing_nan(),
        outcome: data(&y).missing_nan(),
    }
    let model = model! {
        m         |= normal(0.0, 5.0),
        s         |= half_normal(3.0),
        alpha     |= normal(0.0, 5.0),
        beta      |= normal(0.0, 2.0),
        sigma     |= half_normal(2.0),
        predictor |= normal(m, s),
        outcome   |= normal(alpha + beta * predictor, sigma),
    };
    let posterior = model.compile()?;
    let fit = posterior.nuts().chains(2).seed(1).run()?;
    for name in ["alpha", "beta", "sigma", "m", "s"] {
        let column = fit.draws().column(name)?;
        println!(
            "{name:>6}: {:6.3}, 90 % in {:6.3} to {:6.3}",
            column.mean(),
            column.quantile(0.05),
            column.quantile(0.95)
        );
    }
    for (place, _) in x.iter().enumerate().filter(|(_, x)| x.is_nan()).take(3) {
        let column = fit.draws().column(&format!("predictor[{place}]"))?;
        println!(
            "predictor[{place}] is missing: {:6.3} ± {:5.3}, y = {:6.3}",
            column.mean(),
            column.sd(),
            y[place]
        );
    }

    if let Some(folder) = std::env::args_os().nth(1) {
        let mut gaps: Vec<usize> = (0..x.len()).filter(|place| x[*place].is_nan()).collect();
        gaps.sort_by(|one, other| y[*one].total_cmp(&y[*other]));
        let row = |place: usize| {
            let column = fit.draws().column(&format!("predictor[{place}]"))?;
            let seen =
                if y[place].is_nan() { "y is missing too".into() } else { format!("y = {:.2}", y[place]) };
            Ok(Quantity::new(seen, vec![column.as_slice().to_vec()]))
        };
        plot::forest(&gaps.into_iter().map(row).collect::<Result<Vec<_>, Error>>()?)
            .title("Predictors that are missing")
            .x_label("x")
            .caption(
                "A row for each missing predictor: density, median, 50 % and 90 % interval. The outcome \
                 tells most of it; without one there is the law of x alone.",
            )
            .save(Path::new(&folder).join("missing.svg"))?;
    }
    Ok(())
}
