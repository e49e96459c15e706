//! Summaries and settings are written as JSON and read back.

use monomorph::approximate::ApproximationRow;
use monomorph::draws::{Summary, SummaryRow, Warning};
use monomorph::gibbs::GibbsSettings;
use monomorph::hidden_states;
use monomorph::prelude::*;
use monomorph::sampling::{Adaptation, Metric, NutsSettings};
use monomorph::state_space::{OnlineFilter, StateSpace};
use serde_json::{from_str, to_string};
use std::error::Error;

#[test]
fn summaries_come_back_with_numbers_that_are_not_finite() -> Result<(), Box<dyn Error>> {
    params! { a: real(), b: vector(2) }
    let variables = model! { a |= normal(0.0, 1.0), b |= normal(a, 1.0) }.compile()?.variables();
    // The second element never changes, so it has neither R-hat nor an effective sample size.
    let values = [0.1, -1.0 / 3.0, 1e300, 2.0, 5.0, 5.0, 5.0, 5.0, f64::INFINITY, 0.0, 1.0, 2.0];
    let summary = Draws::new(variables, 2, 2, values.to_vec())?.summary();
    assert!(summary.row("b[0]")?.rhat.is_nan() && summary.row("b[1]")?.mean == f64::INFINITY);
    let text = to_string(&summary)?;
    assert!(text.contains("\"rhat\":\"NaN\"") && text.contains("\"mean\":\"inf\""), "{text}");
    let back: Summary = from_str(&text)?;
    let bits = |summary: &Summary| -> Vec<u64> {
        let numbers = |row: &SummaryRow| [row.mean, row.sd, row.q5, row.q50, row.q95, row.mcse_mean];
        let all = summary
            .rows()
            .iter()
            .flat_map(|row| numbers(row).into_iter().chain([row.ess_bulk, row.ess_tail, row.rhat]));
        // All NaN are one in a text.
        all.map(|number| if number.is_nan() { f64::NAN } else { number }.to_bits()).collect()
    };
    assert_eq!(bits(&back), bits(&summary));
    assert_eq!((back.chains(), back.draws_per_chain()), (2, 2));
    assert_eq!(back.warnings(), summary.warnings());
    assert_eq!(back.to_string(), summary.to_string());

    let row = to_string(summary.row("b[0]")?)?.replace("NaN", "much");
    let wrong = from_str::<SummaryRow>(&row).unwrap_err().to_string();
    assert!(wrong.contains("expected a number, \"NaN\""), "{wrong}");
    Ok(())
}

#[test]
fn rows_of_an_approximation_come_back() -> Result<(), Box<dyn Error>> {
    params! { a: real() }
    let approximation = model! { a |= normal(1.0, 2.0) }.compile()?.laplace().draws(50).seed(1).run()?;
    let rows = approximation.rows();
    let back: Vec<ApproximationRow> = from_str(&to_string(&rows)?)?;
    assert_eq!(back, rows);
    assert_eq!(back[0].name, "a");
    Ok(())
}

/// An adaptation that was written and read begins the same run. A changed adaptation is refused, or begins
/// a run: none panics, or allocates memory for draws that do not exist.
#[test]
fn adaptations_come_back() -> Result<(), Box<dyn Error>> {
    let level = Labels::from(&["St \"Louis\"", "a,b"]);
    params! { mu: real(), theta: vector(&level) }
    let posterior = model! { mu |= normal(0.0, 1.0), theta |= normal(mu, 1.0) }.compile()?;
    let learned = posterior.nuts().chains(2).warmup(100).draws(40).seed(1).run()?.adaptation();
    let text = to_string(&learned)?;
    let back: Adaptation = from_str(&text)?;
    assert_eq!(back, learned);
    let run = |learned: &Adaptation| posterior.nuts().warm_start(learned).chains(2).draws(20).seed(2).run();
    assert_eq!(run(&back)?.draws(), run(&learned)?.draws());
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        text.replace(from, to)
    };
    let whole = |step: &str, draws: &str, parameters: &str| {
        format!(r#"{{"step_size":{step},"leapfrogs":3.0,"draws":{draws},"parameters":[{parameters}]}}"#)
    };
    let empty = r#"{"name":"mu","elements":[],"is_labelled":true,"values":[]}"#;
    for text in [
        changed("\"draws\":80", "\"draws\":81"),
        whole("0.5", "18446744073709551615", ""),
        whole("0.5", "18446744073709551615", empty),
        whole("0.5", "0", empty),
        whole("0.0", "80", ""),
        whole("-0.5", "80", ""),
    ] {
        let wrong = run(&from_str(&text)?).unwrap_err().to_string();
        assert!(wrong.contains("warm_start"), "{wrong}");
    }
    let leapfrogs = text.split("leapfrogs\":").nth(1).and_then(|rest| rest.split(',').next()).unwrap_or("?");
    let leapfrogs = format!("leapfrogs\":{leapfrogs},");
    for text in [
        changed(&leapfrogs, "leapfrogs\":-1e300,"),
        changed(&leapfrogs, "leapfrogs\":1e300,"),
        changed("\"name\":\"theta\"", "\"name\":\"mu\""),
        whole("1e-300", "80", ""),
        whole("1e300", "80", ""),
    ] {
        assert_eq!(run(&from_str(&text)?)?.draws().draws_per_chain(), 20);
    }
    Ok(())
}

#[test]
fn warnings_come_back() -> Result<(), Box<dyn Error>> {
    let warning =
        Warning::Rhat { count: 2, elements: 9, worst: "b[St \"Louis\"]".to_owned(), value: 1.5, apart: None };
    assert_eq!(from_str::<Warning>(&to_string(&warning)?)?, warning);
    let lost = Warning::ChainFailed { reason: "it fell".to_owned() };
    assert_eq!(from_str::<Warning>(&to_string(&lost)?)?, lost);
    let odd = Warning::LowEnergyExchange { chain: 1, e_bfmi: f64::NEG_INFINITY };
    assert_eq!(from_str::<Warning>(&to_string(&odd)?)?, odd);
    Ok(())
}

#[test]
fn settings_come_back_and_what_is_left_out_keeps_its_default() -> Result<(), Box<dyn Error>> {
    params! { mu: real() }
    let posterior = model! { mu |= normal(0.0, 1.0) }.compile()?;
    let nuts = posterior.nuts().chains(3).warmup(50).draws(20).seed(u64::MAX).metric(Metric::Dense);
    let nuts = nuts.walnuts(0.5).until(100.0, 1.05).save_warmup(true).threads(2).step_jitter(0.1);
    let settings = nuts.settings();
    let back: NutsSettings = from_str(&to_string(&settings)?)?;
    assert_eq!(back, settings);
    assert_eq!(posterior.nuts().with_settings(&back).settings(), settings);

    let part: NutsSettings = from_str(r#"{ "run": { "chains": 2, "draws": 30 }, "target_accept": 0.9 }"#)?;
    let own = posterior.nuts().chains(2).draws(30).target_accept(0.9);
    assert_eq!(part, own.settings());
    assert_eq!(posterior.nuts().with_settings(&part).run()?.draws(), own.run()?.draws());
    let unknown = from_str::<NutsSettings>(r#"{ "target_acept": 0.9 }"#).unwrap_err().to_string();
    assert!(unknown.contains("unknown field `target_acept`"), "{unknown}");

    let gibbs = posterior.gibbs().thin(3).transitions(2).chains(2).settings();
    assert_eq!(from_str::<GibbsSettings>(&to_string(&gibbs)?)?, gibbs);
    assert_eq!(from_str::<GibbsSettings>("{}")?, posterior.gibbs().settings());
    Ok(())
}

/// Filters continue bit for bit after they were written and read, also before all states are known.
#[test]
fn filters_of_states_go_on() -> Result<(), Box<dyn Error>> {
    let turn = [0.9, 0.3, -0.2, 0.8];
    let model = StateSpace::new(2, &[1.0, 0.1, 0.3, 1.0], &[0.1, 0.7], &turn, &[0.01, 0.3]).series(2);
    let model = model.intercept(&[0.1, -1.0 / 3.0]).offset(&[0.3]);
    let rows = [[0.1, f64::NAN], [f64::NAN; 2], [1.0 / 3.0, -2.0], [1e9, 0.1], [f64::NAN, 3.0], [0.0, -0.1]];
    let bits = |filter: &OnlineFilter| -> Vec<u64> {
        let (mean, covariance) = filter.smoothed().unwrap_or_default();
        let predicted = [filter.predicted_means(), filter.predicted_variances()].concat();
        let numbers = [filter.mean(), filter.covariance(), mean, covariance, &predicted].concat();
        let own = [filter.log_density(), filter.log_likelihood(), filter.len() as f64];
        numbers.into_iter().chain(own).map(f64::to_bits).collect()
    };
    for lag in [0, 2] {
        let mut all = model.online_filter(lag)?;
        for row in rows {
            let text = to_string(&all)?;
            let mut read: OnlineFilter = from_str(&text)?;
            all.push(&row)?;
            read.push(&row)?;
            assert_eq!(bits(&read), bits(&all));
            assert_eq!(format!("{read:?}"), format!("{all:?}"));
        }
        let text = to_string(&all)?;
        let wrong = |from: &str, to: &str| {
            assert!(text.contains(from), "{text}");
            from_str::<OnlineFilter>(&text.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert!(wrong("\"numbers\":[", "\"numbers\":[1.0,").contains("there are too many numbers"));
        let lost = wrong(&format!("\"lag\":{lag}"), "\"lag\":7");
        assert!(lost.contains("numbers are lost"), "{lost}");
        assert!(wrong(&format!("\"lag\":{lag}"), "\"lag\":70000000000").contains("fewer than the lag"));
        assert!(wrong("\"diffuse\":2", "\"diffuse\":0").contains("diffuse states are others"));
        assert!(wrong("\"noise\":[0.1", "\"noise\":[-0.1").contains("the noise: element 0 is -0.1"));
    }
    let whole: StateSpace = from_str(&to_string(&model)?)?;
    assert_eq!(whole.log_likelihood(&rows.concat())?, model.log_likelihood(&rows.concat())?);
    Ok(())
}

#[test]
fn filters_of_hidden_states_go_on() -> Result<(), Box<dyn Error>> {
    let never = f64::NEG_INFINITY;
    let rows = [[0.0, -1.0 / 3.0], [-1.0, never], [0.0, 0.0], [-800.0, -1.0], [-0.3, -0.1]];
    for lag in [0, 2] {
        let mut all = hidden_states::OnlineFilter::new(&[0.3, 0.7], &[0.9, 0.1, 0.3, 0.7], lag)?;
        for row in rows {
            let mut read: hidden_states::OnlineFilter = from_str(&to_string(&all)?)?;
            all.push(&row)?;
            read.push(&row)?;
            let own = |filter: &hidden_states::OnlineFilter| (filter.log_density(), filter.log_likelihood());
            assert_eq!(own(&read), own(&all));
            assert_eq!((read.filtered(), read.predicted()), (all.filtered(), all.predicted()));
            assert_eq!((read.smoothed(), read.len()), (all.smoothed(), all.len()));
        }
        let text = to_string(&all)?;
        let wrong = |from: &str, to: &str| {
            assert!(text.contains(from), "{text}");
            from_str::<hidden_states::OnlineFilter>(&text.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert!(wrong("\"numbers\":[", "\"numbers\":[1.0,").contains("the transitions"));
        assert!(wrong("]}", ",0.0]}").contains("there are too many numbers"));
        assert!(wrong("\"states\":2", "\"states\":0").contains("fewer than states or times"));
    }
    Ok(())
}
