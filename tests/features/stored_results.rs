//! Results are written as JSON: those that are read back are equal, and the others have their names and
//! numbers, also where names contain quotation marks, commas and line ends and numbers are not finite.

use core::fmt::Debug;
use monomorph::approximate::{ModeRow, PathSummary};
use monomorph::calibration::{Ranks, Truths, sbc};
use monomorph::comparison::{
    Comparison, CrossValidated, Estimate, LeftOut, LogLikelihood, Loo, LooPit, MarginalLikelihood, Pointwise,
    Waic, compare,
};
use monomorph::diagnostics::predictive::{self, Accuracy, Check, Residual, Rootogram};
use monomorph::diagnostics::psis::Quality;
use monomorph::fits::{FitSummary, fits};
use monomorph::graph::Lints;
use monomorph::prelude::*;
use monomorph::rewrite::Explanation;
use monomorph::sampling::{DivergenceTable, Route};
use monomorph::state_space::{Forecast, StateSpace, States};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, to_string, to_value};

type Tested = Result<(), Box<dyn std::error::Error>>;

/// Names that a format with quotation marks, separators and lines could break.
const HARD: [&str; 3] = ["St \"Louis\", 'MO'", "a,b;c\t\\", "two\nlines"];

/// Writes a result, reads it and compares both. NaN is equal to NaN here.
fn comes_back<T: Serialize + DeserializeOwned + Debug>(value: &T) -> Tested {
    let text = to_string(value)?;
    assert_eq!(format!("{:?}", from_str::<T>(&text)?), format!("{value:?}"), "{text}");
    Ok(())
}

/// A type comes back from its JSON, whose numbers are NaN and infinite.
fn is_read<T: Serialize + DeserializeOwned>(json: &str) -> Tested {
    assert_eq!(to_string(&from_str::<T>(json)?)?, json);
    Ok(())
}

/// The log likelihoods of three observations with hard names.
fn log_likelihood(shift: f64) -> Result<LogLikelihood<'static>, Box<dyn std::error::Error>> {
    let value = |place: u32| -1.0 - shift - (f64::from(place) * 0.7).sin().powi(2);
    Ok(LogLikelihood::new((0..600).map(value).collect::<Vec<_>>(), 2, 100)?.named(HARD)?)
}

#[test]
fn results_of_cross_validation() -> Tested {
    let (near, far) = (Loo::of(&log_likelihood(0.0)?)?, Loo::of(&log_likelihood(1.0)?)?);
    let found = compare([(HARD[0], &near), (HARD[2], &far)])?;
    assert!(!found.cautions().is_empty());
    comes_back(&found)?;
    let again: Comparison = from_str(&to_string(&found)?)?;
    assert_eq!((again.to_string(), again.models()[0].name.as_str()), (found.to_string(), HARD[0]));
    comes_back(&near.elpd())?;
    comes_back(&near.quality().to_vec())?;
    is_read::<Estimate>(r#"{"value":"-inf","se":"NaN"}"#)?;
    is_read::<MarginalLikelihood>(r#"{"log":"NaN","se":0.25}"#)?;
    is_read::<Quality>(r#"{"pareto_k":"inf","tail_length":7,"ess":"NaN","draws":9}"#)?;
    is_read::<LooPit>(r#"{"below":[0.25,"NaN"],"at_most":[0.5,"NaN"]}"#)?;

    let waic = Waic::of(&log_likelihood(0.0)?)?.with_remark(HARD[1]);
    let exact = CrossValidated::by_row(&LeftOut::Rows.folds(3)?, |_| log_likelihood(0.0))?.named(HARD)?;
    let all: [(Value, &[f64]); 3] = [
        (to_value(&near)?, near.pointwise_elpd()),
        (to_value(&waic)?, waic.pointwise_elpd()),
        (to_value(&exact)?, exact.pointwise_elpd()),
    ];
    for (value, elpd) in all {
        assert_eq!(from_str::<Vec<String>>(&value["names"].to_string())?, HARD);
        assert_eq!(from_str::<Vec<f64>>(&value["elpd"].to_string())?, elpd);
    }
    assert_eq!(to_value(&waic)?["remark"], HARD[1]);
    Ok(())
}

#[test]
fn checks_of_predictions() -> Tested {
    let (observed, replicated) = ([0.0, 2.0, 1.0], [[1.0, 2.0, 0.0], [0.0, 3.0, 1.0], [2.0, 2.0, 2.0]]);
    let [none, total] = [|_: &[f64]| f64::NAN, |values: &[f64]| values.iter().sum()];
    let check = predictive::check(&observed, &replicated, &[(HARD[0], &none), (HARD[2], &total)])?;
    comes_back::<Check>(&check)?;
    comes_back::<Vec<Residual>>(&predictive::residuals(&observed, &replicated)?)?;
    comes_back::<Accuracy>(&predictive::accuracy(&observed, replicated.as_slice())?)?;
    let rootogram = predictive::rootogram(&observed, &replicated)?;
    comes_back::<Rootogram>(&rootogram)?;
    let words: Vec<String> = rootogram.to_string().split_whitespace().map(str::to_owned).collect();
    assert_eq!(words[..11].join(" "), "count observed expected 5% 95% 0 1 0.7 0.1 1.0 1");
    Ok(())
}

/// A hierarchy with a narrow funnel, in which transitions diverge, of groups with hard names.
fn funnel(y: &[f64; 3]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    let group = Labels::from(&HARD);
    params! { tau: positive(), theta: vector(&group) }
    let model = model! { tau |= half_cauchy(5.0), theta |= normal(0.0, tau), data(y) |= normal(theta, 20.0) };
    model.compile()
}

#[test]
fn results_of_samplers() -> Tested {
    let posterior = funnel(&[28.0, 8.0, -3.0])?;
    let fit = posterior.nuts().chains(2).warmup(200).draws(200).seed(1).progress(false).run()?;
    let table = fit.divergence_table();
    let mut names: Vec<&str> = table.rows().iter().map(|row| row.name.as_str()).collect();
    names.sort_unstable_by_key(|name| fit.draws().names().iter().position(|own| own == name));
    assert_eq!(names, fit.draws().names(), "{} divergences", table.count());
    comes_back::<DivergenceTable>(&table)?;
    let summary = FitSummary::of(&fit);
    comes_back(&summary)?;
    let text = summary.to_string();
    assert!(text.starts_with(&summary.summary().to_string()), "{text}");
    assert!(!summary.warnings().is_empty());
    assert_eq!(text.matches("Warning: ").count(), summary.warnings().len(), "{text}");
    comes_back::<Route>(&Route::Moved)?;
    assert_eq!(Route::Moved.to_string(), "draws were taken by their weights and moved");

    let group = Labels::from(&HARD);
    params! { theta: vector(&group) }
    let posterior = model! { theta |= normal(0.0, 1.0) }.compile()?;
    let paths = posterior.pathfinder().draws(50).seed(1).run()?.paths().to_vec();
    assert!(!paths.is_empty());
    comes_back::<Vec<PathSummary>>(&paths)?;
    let rows = posterior.optimise().seed(1).run()?.rows();
    assert_eq!(
        rows.iter().map(|row| &row.name).collect::<Vec<_>>(),
        posterior.parameter_names().iter().collect::<Vec<_>>()
    );
    comes_back::<Vec<ModeRow>>(&rows)?;
    comes_back::<Explanation>(posterior.explain())?;
    Ok(())
}

#[test]
fn many_fits_and_their_errors() -> Tested {
    let data = [(HARD[0], [1.0, 2.0, 3.0]), (HARD[1], [f64::NAN; 3])];
    let found = fits(data, funnel).chains(1).warmup(50).draws(20).run()?;
    let value = to_value(&found)?;
    let results = &value["results"];
    assert_eq!(results[0][0], HARD[0]);
    let own: FitSummary = from_str(&results[0][1]["Ok"].to_string())?;
    assert_eq!(format!("{own:?}"), format!("{:?}", found.get(HARD[0])?));
    assert_eq!(results[1][1]["Err"], found.get(HARD[1]).unwrap_err().to_string());
    Ok(())
}

#[test]
fn checks_of_models() -> Tested {
    params! { a: real(), b: vector(&Labels::from(&HARD)) }
    let y = [0.1, 0.4, 0.2];
    let model = model! { a |= flat(), b |= normal(a, 1.0), data(&y) |= normal(b, 1.0) };
    let lints = model.check();
    assert!(!lints.is_empty());
    comes_back::<Lints>(&lints)?;

    let proper = model! { a |= normal(0.0, 1.0), b |= normal(a, 1.0), data(&y) |= normal(b, 1.0) };
    let draws = proper.sample_prior(100, 1)?;
    let value = to_value(proper.sensitivity(&draws)?)?;
    let names: Vec<_> =
        value["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, draws.names());

    let truths = Truths::of(proper.sample_prior(20, 1)?);
    let own = |truth: &monomorph::calibration::Truth| {
        let y = truth.data("y")?.to_vec();
        model! { a |= normal(0.0, 1.0), b |= normal(a, 1.0), data(&y) |= normal(b, 1.0) }.compile()
    };
    let found = sbc(&truths, own).warmup(50).draws(30).run()?;
    comes_back::<Vec<Ranks>>(&found.replications().to_vec())?;
    let value = to_value(&found)?;
    assert_eq!(from_str::<Vec<String>>(&value["quantities"].to_string())?, found.quantities());
    Ok(())
}

#[test]
fn forecasts() -> Tested {
    let level = StateSpace::new(1, &[1.0], &[0.1], &[1.0], &[0.01]);
    let y = [0.1, f64::NAN, 1.0 / 3.0];
    comes_back::<States>(&level.filter(&y)?)?;
    comes_back::<Forecast>(&level.forecast(&y, 2)?)?;
    is_read::<Forecast>(r#"{"means":[1.0,"NaN"],"variances":["inf",2.5]}"#)
}
