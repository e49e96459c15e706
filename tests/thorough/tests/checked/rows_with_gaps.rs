//! Rows of data with gaps have one name each: in draws, log likelihoods, cross-validation, warnings, stores
//! and comparisons.

use monomorph::comparison::{Loo, Pointwise, compare};
use monomorph::faer::mat;
use monomorph::prelude::*;
use monomorph::report::data::Labels as Coordinates;

const GAP: f64 = f64::NAN;

/// The log density of the standard normal law around a mean.
fn normal_density(y: f64, mu: f64) -> f64 {
    -0.5 * (y - mu).powi(2) - 0.5 * std::f64::consts::TAU.ln()
}

fn mean_of(y: &[f64]) -> impl Model {
    params! { mu: real(), y: data(y).missing_nan() }
    model! { mu |= normal(0.0, 1.0), y |= normal(mu, 1.0) }
}

fn loo(y: &[f64]) -> Result<Loo, Error> {
    let draws = mean_of(y).compile()?.gibbs().chains(2).draws(300).run()?;
    mean_of(y).loo(&draws)
}

#[test]
fn rows_are_called_as_in_the_draws() -> Result<(), Error> {
    let y = [0.5, GAP, -0.3, 20.0, GAP];
    let draws = mean_of(&y).compile()?.gibbs().chains(2).draws(300).run()?;
    let each = mean_of(&y).pointwise_log_likelihood(&draws)?;
    assert_eq!(each.names(), ["y[0]", "y[2]", "y[3]"]);
    for (name, row) in [("y[0]", 0), ("y[2]", 2), ("y[3]", 3)] {
        let mu = draws.column("mu")?.as_slice();
        for (found, mu) in each.column(name)?.as_slice().iter().zip(mu) {
            assert!((found - normal_density(y[row], *mu)).abs() < 1e-12, "{name}");
        }
        // The draws call the datum the same.
        assert!(draws.column(name)?.as_slice().iter().all(|value| *value == y[row]), "{name}");
    }
    assert_eq!(mean_of(&y).replicate("y", &draws, 1)?.names(), ["y[0]", "y[1]", "y[2]", "y[3]", "y[4]"]);

    // The observation that nothing predicts is the last that was seen, and is called so.
    let found = loo(&y)?;
    assert_eq!(found.names(), ["y[0]", "y[2]", "y[3]"]);
    assert!(found.pointwise_elpd()[2] < -50.0);
    assert_eq!(found.unreliable_names()[0], "y[3]", "{found}");
    assert!(found.to_string().contains("k̂ is too large for y[3] ("), "{found}");

    // Stores have the rows as coordinates, so that groups match.
    let dataset = each.dataset();
    let dimension = dataset.dimension("y_dim_0").expect("a dimension");
    assert_eq!(dimension.labels, Coordinates::Integers(vec![0, 2, 3]));
    assert_eq!(dataset.elements().map(|own| own.name).collect::<Vec<_>>(), each.names());
    let store = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rows-with-gaps.zarr");
    each.to_zarr(&store)?;
    let read = Draws::from_zarr(&store)?;
    assert_eq!(read.names(), each.names());
    assert!(read.columns().eq(each.columns()));
    Ok(())
}

/// Gaps at the end leave the rows that were seen where they are.
#[test]
fn models_of_other_rows_are_not_compared() -> Result<(), Error> {
    let [first, second, last] = [[GAP, 0.5, -0.3, 1.0], [0.5, GAP, -0.3, 1.0], [0.5, -0.3, 1.0, GAP]];
    let (first, second, last) = (loo(&first)?, loo(&second)?, loo(&last)?);
    assert_eq!(last.names(), ["y[0]", "y[1]", "y[2]"]);
    for other in [&first, &last] {
        let error = compare([("one", &second), ("two", other)]).unwrap_err().to_string();
        assert!(error.contains("y["), "{error}");
    }
    assert!(compare([("one", &second), ("two", &second.clone())]).is_ok());
    Ok(())
}

#[test]
fn cells_are_called_by_row_and_column() -> Result<(), Error> {
    let y = mat![[1.2, 0.4], [GAP, GAP], [GAP, 1.3], [2.0, 1.9]];
    params! { mu: real(), y: data(&y).missing_nan() }
    let model = model! { mu |= normal(0.0, 1.0), y |= normal(mu, 1.0) };
    let draws = model.compile()?.gibbs().chains(1).draws(50).run()?;
    let each = model.pointwise_log_likelihood(&draws)?;
    let cells = [("y[0,0]", 1.2), ("y[3,0]", 2.0), ("y[0,1]", 0.4), ("y[2,1]", 1.3), ("y[3,1]", 1.9)];
    assert_eq!(each.names(), cells.map(|(name, _)| name));
    let mu = draws.column("mu")?.as_slice()[7];
    for (name, y) in cells {
        assert!((each.column(name)?.as_slice()[7] - normal_density(y, mu)).abs() < 1e-12, "{name}");
        assert_eq!(draws.column(name)?.as_slice()[7], y);
    }
    let read = Draws::from_dataset(&each.dataset())?;
    assert_eq!(read.names(), each.names());
    assert!(read.columns().eq(each.columns()));
    Ok(())
}

#[test]
fn rows_with_labels_are_called_by_them() -> Result<(), Error> {
    let school = Labels::from(&["a,b", "c", "1"]).named("school");
    params! { mu: real(), theta: vector(&school) }
    let model = model! { mu |= normal(0.0, 1.0), theta |= normal(mu, 1.0) };
    let some = model.condition_at(theta, &[0, 2], &[0.3, 0.4]);
    let draws = some.compile()?.gibbs().chains(1).draws(20).run()?;
    let each = some.pointwise_log_likelihood(&draws)?;
    assert_eq!(each.names(), ["theta[\"a,b\"]", "theta[1]"]);
    let all = model.condition(theta, &[0.3, 0.5, 0.4]);
    let draws = all.compile()?.gibbs().chains(1).draws(20).run()?;
    let names = ["theta[\"a,b\"]", "theta[c]", "theta[1]"];
    assert_eq!(all.pointwise_log_likelihood(&draws)?.names(), names);
    assert_eq!(all.predict(&draws, 1)?.names(), names);
    Ok(())
}

/// What is marginalised and was not seen is no observation, unless something else was seen of it.
#[test]
fn gaps_that_are_marginalised_are_no_rows() -> Result<(), Error> {
    let (counts, mask, k) = ([3.0, GAP, 1.0, 4.0], [false, true, false, false], [2.0, 1.0, 0.0, 3.0]);
    params! { rate: positive(), n: data(&counts).missing(&mask).integer(0, 60) }
    let alone = model! { rate |= gamma(2.0, 1.0), n |= poisson(rate) };
    let read = model! {
        rate |= gamma(2.0, 1.0),
        n |= poisson(rate),
        data(&k) |= poisson(0.5 + n),
    };
    let (alone, read) = (alone.marginalise(n), read.marginalise(n));
    let poisson = |n: f64, rate: f64| {
        n * rate.ln() - rate - (1..=n as u64).map(|factor| (factor as f64).ln()).sum::<f64>()
    };
    let fit = alone.compile()?.nuts().chains(1).warmup(50).draws(20).seed(1).progress(false).run()?;
    let rate = fit.draws().column("rate")?.as_slice()[7];
    let each = alone.pointwise_log_likelihood(fit.draws())?;
    assert_eq!(each.names(), ["n[0]", "n[2]", "n[3]"]);
    for (name, row) in [("n[0]", 0), ("n[2]", 2), ("n[3]", 3)] {
        assert!((each.column(name)?.as_slice()[7] - poisson(counts[row], rate)).abs() < 1e-10, "{name}");
    }
    // Row 1 has a number of its own where data tell of it: Σ p(n) p(k | n).
    let each = read.pointwise_log_likelihood(fit.draws())?;
    assert_eq!(each.names().len(), 4);
    let sum: f64 = (0..=60).map(f64::from).map(|n| (poisson(n, rate) + poisson(1.0, 0.5 + n)).exp()).sum();
    let second = each.columns().nth(1).expect("row 1").1.as_slice()[7];
    assert!((second - sum.ln()).abs() < 1e-10, "{second} {}", sum.ln());
    let first = each.columns().next().expect("row 0").1.as_slice()[7];
    assert!((first - poisson(3.0, rate) - poisson(2.0, 3.5)).abs() < 1e-10, "{first}");
    Ok(())
}
