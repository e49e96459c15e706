//! Cross-validation, comparison and marginal likelihoods of models whose predictions have a closed form.

use crate::common::assert_near;
use monomorph::comparison::{
    BridgeSettings, Fold, LeftOut, Pointwise, compare, cross_validate, cross_validate_jointly, reloo,
};
use monomorph::prelude::*;

const Y: [f64; 8] = [0.3, -1.2, 0.8, 0.1, 1.9, -0.4, 0.7, 4.5];

/// Normal observations with the variance 1 around a mean with the variance 4.
fn normals(y: &[f64]) -> impl Model {
    params! { mu: real() }
    model! { mu |= normal(0.0, 2.0), data(y) |= normal(mu, 1.0) }
}

fn log_normal(y: f64, mean: f64, variance: f64) -> f64 {
    -0.5 * (std::f64::consts::TAU * variance).ln() - 0.5 * (y - mean).powi(2) / variance
}

/// log p(new | seen): the first one given the seen, the second given the first too, and so on.
fn log_predictive(new: &[f64], seen: &[f64]) -> f64 {
    let mut seen = seen.to_vec();
    let mut sum = 0.0;
    for y in new {
        let precision = seen.len() as f64 + 0.25;
        sum += log_normal(*y, seen.iter().sum::<f64>() / precision, 1.0 + 1.0 / precision);
        seen.push(*y);
    }
    sum
}

fn exact(left_out: LeftOut<'_>) -> Vec<f64> {
    let folds = left_out.folds(Y.len()).unwrap();
    folds.iter().map(|fold| log_predictive(&fold.held_out_of(&Y), &fold.training_of(&Y))).collect()
}

fn refit(fold: &Fold) -> Result<Draws, Error> {
    let draws = normals(&fold.training_of(&Y)).compile()?.gibbs().draws(5000).seed(3).run()?;
    normals(&fold.held_out_of(&Y)).pointwise_log_likelihood(&draws)
}

#[test]
fn leaving_one_out() -> Result<(), Error> {
    let draws = normals(&Y).compile()?.gibbs().draws(5000).seed(1).run()?;
    let mut loo = normals(&Y).loo(&draws)?;
    let exact = exact(LeftOut::Rows);
    assert_eq!(loo.names()[..2], ["y[0]", "y[1]"]);
    for (place, (weighted, exact)) in loo.pointwise_elpd().iter().zip(&exact).enumerate() {
        let error = 4.0 * loo.pointwise_mcse()[place] + 1e-3;
        assert_near(*weighted, *exact, error, || format!("without observation {place}"));
    }
    // A fit without it for whatever is not reliable, here made to be the last.
    let refitted = cross_validate(&LeftOut::Rows.folds(Y.len())?, refit)?;
    assert_eq!(refitted.names(), loo.names());
    for (refitted, exact) in refitted.pointwise_elpd().iter().zip(&exact) {
        assert_near(*refitted, *exact, 0.02, || "fitted without it".into());
    }
    loo.replace(7, refit(&LeftOut::Rows.folds(Y.len())?[7])?.column("y[0]")?.as_slice())?;
    assert_near(loo.pointwise_elpd()[7], exact[7], 0.02, || "replaced".into());
    reloo(&mut loo, &LeftOut::Rows.folds(Y.len())?, refit)?;
    assert!(loo.is_exact()[7] && loo.unreliable().is_empty());
    let models: [(&str, &dyn Pointwise); 2] = [("weights", &loo), ("fits", &refitted)];
    assert!(compare(models)?.models()[1].diff.abs() < 0.1);
    Ok(())
}

#[test]
fn leaving_groups_and_the_future_out() -> Result<(), Error> {
    let draws = normals(&Y).compile()?.gibbs().draws(5000).seed(1).run()?;
    let (labels, codes) = (["b", "a", "a", "b", "c", "c", "c", "a"], [0, 1, 1, 0, 2, 2, 2, 1]);
    let loo = normals(&Y).loo_by_group(&draws, &labels)?;
    assert_eq!(loo.names(), ["b", "a", "c"]);
    let folds = LeftOut::Groups(&codes).folds(Y.len())?;
    let refitted = cross_validate_jointly(&folds, refit)?;
    let exact_groups = exact(LeftOut::Groups(&codes));
    for (group, exact) in exact_groups.iter().enumerate() {
        let error = 4.0 * loo.pointwise_mcse()[group] + 0.02;
        assert_near(loo.pointwise_elpd()[group], *exact, error, || format!("group {group}"));
        assert_near(refitted.pointwise_elpd()[group], *exact, 0.02, || format!("refitted group {group}"));
    }
    // The future, with the log likelihoods of all that is known by then.
    let future = LeftOut::Future { first: 5, horizon: 2 };
    let after = cross_validate_jointly(&future.folds(Y.len())?, |fold| {
        let draws = normals(&fold.training_of(&Y)).compile()?.gibbs().draws(5000).run()?;
        normals(&Y[..fold.end()]).pointwise_log_likelihood(&draws)
    })?;
    let table = after.to_string();
    assert!(
        table.starts_with("Each of 2 folds of 2 rows left out of a fit, and predicted together"),
        "{table}"
    );
    for (after, exact) in after.pointwise_elpd().iter().zip(exact(future)) {
        assert_near(*after, exact, 0.02, || "the future".into());
    }
    Ok(())
}

#[test]
fn transforms_are_those_of_the_predictive_distribution() -> Result<(), Error> {
    let draws = normals(&Y).compile()?.gibbs().draws(5000).seed(1).run()?;
    let pit = normals(&Y).loo_pit(&draws, &Y, 1)?;
    for (place, fold) in LeftOut::Rows.folds(Y.len())?.iter().enumerate() {
        let precision = 7.25;
        let mean = fold.training_of(&Y).iter().sum::<f64>() / precision;
        let z = (Y[place] - mean) / (1.0_f64 + 1.0 / precision).sqrt();
        let exact = 0.5 * pxfm::f_erfc(-z / 2_f64.sqrt());
        assert!((pit.at_most()[place] - exact).abs() < 0.02, "{place}: {} {exact}", pit.at_most()[place]);
    }
    Ok(())
}

/// Sums over a category, which is marginalised, and states of a hidden Markov model given the past.
#[test]
fn observations_of_marginalised_models() -> Result<(), Error> {
    params! { z: category(2), mu: vector(2) }
    let mixture = model! {
        mu |= normal(0.0, 2.0),
        z |= categorical(&[0.4, 0.6]),
        data(&Y) |= normal(mu.at(z), 1.0),
    }
    .marginalise(z);
    let values: Vec<f64> = (0..200).map(|draw| (f64::from(draw) * 0.7).sin()).collect();
    let posterior = mixture.compile()?;
    let draws = Draws::new(posterior.variables(), 1, 100, values)?;
    let each = mixture.pointwise_log_likelihood(&draws)?;
    let sum: f64 = each.columns().map(|(_, column)| column.as_slice()[3]).sum();
    let (a, b) = (draws.column("mu[0]")?.as_slice()[3], draws.column("mu[1]")?.as_slice()[3]);
    let of = |mu: f64| Y.iter().map(|y| log_normal(*y, mu, 1.0)).sum::<f64>();
    assert_near(sum, (0.4 * of(a).exp() + 0.6 * of(b).exp()).ln(), 1e-12, || "the sum".into());
    // One category decides all observations: they are one.
    assert_eq!(mixture.loo(&draws)?.names().len(), each.names().len());
    Ok(())
}

#[test]
fn marginal_likelihoods() -> Result<(), Error> {
    let posterior = normals(&Y).compile()?;
    let draws = posterior.gibbs().draws(2000).seed(1).run()?;
    let evidence = posterior.log_marginal_likelihood(&draws, BridgeSettings::default())?;
    assert!((evidence.log - log_predictive(&Y, &[])).abs() < 0.01, "{evidence}");
    assert!(evidence.se < 0.01, "{evidence}");

    // A simplex, whose draws have one value more than coordinates: Dirichlet-multinomial, with the constants.
    params! { p: simplex(3) }
    let counts = [3, 5, 2];
    let model = model! { p |= dirichlet(&[1.0, 2.0, 1.0]), data(&counts) |= multinomial(p) };
    let posterior = model.compile()?;
    let draws = posterior.gibbs().draws(2000).seed(1).run()?;
    let evidence = posterior.log_marginal_likelihood(&draws, BridgeSettings::default())?;
    // 10! / (3! 5! 2!) · B(4, 7, 3) / B(1, 2, 1).
    let lf = |n: u32| (1..=n).map(|k| f64::from(k).ln()).sum::<f64>();
    let exact = lf(10) - lf(3) - lf(5) - lf(2) + lf(3) + lf(6) + lf(2) - lf(13) - (lf(1) - lf(3));
    assert!((evidence.log - exact).abs() < 0.02, "{evidence}, not {exact}");
    Ok(())
}

#[test]
fn draws_that_judge_no_model() -> Result<(), Error> {
    let posterior = normals(&Y).compile()?;
    let few = posterior.gibbs().chains(2).draws(12).run()?;
    let message = |result: Result<monomorph::comparison::Loo, Error>| result.unwrap_err().to_string();
    assert_eq!(
        message(normals(&Y).loo(&few)),
        "24 draws are too few for importance weights, which need 25 at least"
    );
    let draws = posterior.gibbs().draws(50).run()?;
    assert!(message(normals(&Y).loo_by_group(&draws, &["a", "b"])).contains("labels of observations"));
    assert!(normals(&Y).loo_pit(&draws, &Y[1..], 1).is_err());
    params! { nu: real() }
    let other = model! { nu |= normal(0.0, 1.0), data(&Y) |= normal(nu, 1.0) };
    assert_eq!(other.loo(&draws).unwrap_err(), Error::MissingValue { name: "nu".into() });
    let settings = BridgeSettings::default();
    assert!(matches!(
        other.compile()?.log_marginal_likelihood(&draws, settings),
        Err(Error::UnknownName { .. })
    ));
    // A draw under which an observation cannot be.
    params! { top: positive() }
    let bounded = model! { top |= exponential(1.0), data(0.5) |= uniform(0.0, top) };
    let values = (0..50).map(|draw| if draw == 7 { 0.4 } else { 2.0 }).collect();
    let draws = Draws::new(bounded.compile()?.variables(), 1, 50, values)?;
    assert!(message(bounded.loo(&draws)).contains("is -inf at draw 7"), "{}", message(bounded.loo(&draws)));
    Ok(())
}

/// What an increment says of data is in no observation, and the tables say so.
#[test]
fn increments_of_data_are_told() -> Result<(), Error> {
    let (y, entry) = ([2.0, 3.0, 1.5], [0.5, 0.2, 1.0]);
    params! { rate: positive() }
    let law = exponential(rate);
    let whole = model! { rate |= gamma(2.0, 2.0), data(&y) |= law.truncated_below(data(&entry)) };
    let parts = model! {
        rate |= gamma(2.0, 2.0), data(&y) |= law, increment(-law.log_ccdf(data(&entry)).sum()),
    };
    let fit = whole.compile()?.nuts().chains(2).draws(500).seed(1).progress(false).run()?;
    let draws = fit.draws();
    let (seen, unseen) = (whole.loo(draws)?, parts.loo(draws)?);
    assert!((seen.elpd().value - unseen.elpd().value).abs() > 0.3, "{seen}{unseen}");
    assert_eq!((seen.remark(), whole.waic(draws)?.remark()), ("", ""));
    let tables = [
        unseen.to_string(),
        parts.waic(draws)?.to_string(),
        parts.loo_by_group(draws, &["a", "b", "a"])?.to_string(),
    ];
    for table in tables {
        let words =
            "`increment(-law.log_ccdf(data(&entry)).sum())` is in the fit and in no observation's density";
        assert!(table.contains(words), "{table}");
    }
    let table = compare([("whole", &seen), ("parts", &unseen)])?.to_string();
    assert!(table.contains("- `parts`: `increment(") && !table.contains("`whole`: "), "{table}");
    Ok(())
}
