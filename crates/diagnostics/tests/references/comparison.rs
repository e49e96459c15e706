//! Comparison and weights of models against R and ArviZ.

use crate::matrices::{ARVIZ, R, close, log_likelihood, numbers};
use monomorph_diagnostics::comparison::{
    Caution, compare, pseudo_bma_plus_weights, pseudo_bma_weights, stacking_weights,
};
use monomorph_diagnostics::loo::{Efficiency, LogLikelihood, Loo, LooError, LooSettings, Pointwise, Waic};
use monomorph_diagnostics::psis::Tail;

const MODELS: [&str; 2] = ["poisson_outlier", "poisson_outlier_no_slope"];

fn loos() -> [Loo; 2] {
    MODELS.map(|name| Loo::of(&log_likelihood(name)).unwrap())
}

/// Computes the score that stacking maximises.
fn score(models: &[&Loo], weights: &[f64]) -> f64 {
    let of = |observation: usize| {
        let mixed =
            models.iter().zip(weights).map(|(model, w)| w * model.pointwise_elpd()[observation].exp());
        mixed.sum::<f64>().ln()
    };
    (0..models[0].names().len()).map(of).sum()
}

#[test]
fn differences_of_r() {
    let [slope, none] = loos();
    let comparison = compare([("none", &none), ("slope", &slope)]).unwrap();
    assert_eq!(
        comparison.models().iter().map(|model| model.name.as_str()).collect::<Vec<_>>(),
        ["slope", "none"]
    );
    let (expected, model) = (&R["compare"], comparison.get("none").unwrap());
    let there = ["elpd_diff", "se_diff"].map(|key| expected[key].as_f64().unwrap());
    close(&[model.diff, model.se_diff], &there, 1e-10, "difference");
    let weights = numbers(&expected["pseudobma"]);
    let here = [comparison.models()[0].pseudo_bma, model.pseudo_bma];
    close(&here, &weights, 1e-10, "pseudo-BMA");
    let text = comparison.to_string();
    for part in [
        "none       -0.3      5.8     0.52",
        "0.77",
        "`none`: the difference from the best is below 4, too small to tell",
        "24 observations are few",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert!(
        comparison.cautions().contains(&Caution::Unreliable {
            model: "slope".to_owned(),
            observations: vec!["y[4]".to_owned()]
        })
    );
}

#[test]
fn stacking_of_r_and_arviz() {
    let [slope, none] = loos();
    let weights = stacking_weights(&[&slope, &none]).unwrap();
    let of_r = numbers(&R["compare"]["stacking"]);
    // R's optimiser stops at this distance from the maximum.
    close(&weights, &of_r, 1e-5, "stacking");
    assert!(score(&[&slope, &none], &weights) >= score(&[&slope, &none], &of_r));
    close(&[weights.iter().sum()], &[1.0], 1e-15, "sum");
    // The score is flat to the first order at the maximum.
    let slope_of_score: f64 = (slope.pointwise_elpd().iter().zip(none.pointwise_elpd()))
        .map(|(a, b)| (a.exp() - b.exp()) / (weights[0] * a.exp() + weights[1] * b.exp()))
        .sum();
    assert!(slope_of_score.abs() < 1e-10, "{slope_of_score}");
}

#[test]
fn weights_of_arviz() {
    let loos = MODELS.map(|name| {
        let r_eff = arviz_efficiency(name);
        let settings = LooSettings::default().efficiency(Efficiency::Given(r_eff)).tail(Tail::Floor);
        Loo::with(&log_likelihood(name), settings).unwrap()
    });
    let models = [&loos[0], &loos[1]];
    let there = |method: &str| {
        MODELS.map(|name| ARVIZ["compare"][method]["weight"][name].as_f64().unwrap()) //
    };
    // ArviZ's numbers have ten decimals.
    close(&pseudo_bma_weights(&models).unwrap(), &there("pseudo-bma"), 1e-9, "pseudo-BMA");
    let stacking = stacking_weights(&models).unwrap();
    close(&stacking, &there("stacking"), 1e-5, "stacking");
    assert!(score(&models, &stacking) >= score(&models, &there("stacking")));
    let plus = pseudo_bma_plus_weights(&models, 20_000, 1).unwrap();
    close(&plus, &there("bb-pseudo-bma"), 0.03, "pseudo-BMA+");
    let diff = compare([("a", models[0]), ("b", models[1])]).unwrap().models()[1].diff;
    close(&[diff], &[ARVIZ["compare"]["stacking"]["elpd_diff"][MODELS[1]].as_f64().unwrap()], 1e-9, "diff");
}

fn arviz_efficiency(name: &str) -> f64 {
    let matrix = log_likelihood(name);
    let sums: Vec<f64> =
        (0..matrix.draws()).map(|draw| matrix.columns().map(|column| column[draw]).sum()).collect();
    let chains: Vec<&[f64]> = sums.chunks_exact(matrix.draws_per_chain()).collect();
    monomorph_diagnostics::chains::ess_mean(&chains) / matrix.draws() as f64
}

#[test]
fn weights_of_many_models() {
    let [slope, none] = loos();
    // Equal models share their weight, and a model that is worse for every observation has the weight 0.
    let weights = stacking_weights(&[&slope, &none, &none]).unwrap();
    let two = stacking_weights(&[&slope, &none]).unwrap();
    close(&weights, &[two[0], two[1] / 2.0, two[1] / 2.0], 2e-3, "twice the same");
    assert_eq!(stacking_weights(&[&slope]).unwrap(), [1.0]);
    let mut worse = none.clone();
    for observation in 0..24 {
        let elpd = slope.pointwise_elpd()[observation].min(none.pointwise_elpd()[observation]) - 1.0;
        worse.replace(observation, &[elpd]).unwrap();
    }
    let weights = stacking_weights(&[&worse, &slope, &none]).unwrap();
    assert!(weights[0] >= 0.0);
    close(&weights, &[0.0, two[0], two[1]], 1e-10, "worse everywhere");
    assert!(stacking_weights::<Loo>(&[]).is_err());
}

#[test]
fn what_cannot_be_compared() {
    let [slope, none] = loos();
    let schools = Loo::of(&log_likelihood("eight_schools")).unwrap();
    assert_eq!(compare::<Loo>([]), Err(LooError::Empty { what: "models" }));
    assert_eq!(compare([("a", &slope), ("a", &none)]), Err(LooError::SameName { name: "a".to_owned() }));
    assert!(matches!(
        compare([("a", &slope), ("b", &schools)]),
        Err(LooError::Length { expected: 24, found: 8, .. })
    ));
    let renamed = log_likelihood(MODELS[1]).named((0..24).map(|i| format!("z[{i}]"))).unwrap();
    let error = compare([("a", &slope), ("b", &Loo::of(&renamed).unwrap())]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "models are compared on the same observations: `b` has z[0] where `a` has y[0]"
    );
    // Estimates of different kinds can be compared.
    let waic = Waic::of(&log_likelihood(MODELS[1])).unwrap();
    let models: [(&str, &dyn Pointwise); 2] = [("loo", &slope), ("waic", &waic)];
    assert_eq!(compare(models).unwrap().models().len(), 2);
}

/// Chains that stay where they began, at likelihoods of their own, have good weights although their
/// estimates are not reliable.
#[test]
fn chains_that_have_not_mixed() {
    let values = |apart: f64| -> Vec<f64> {
        let noise = |draw: u32, by: f64| (f64::from(draw) * 0.7).sin() + (f64::from(draw) * by).cos();
        let density = |observation: u32, draw: u32| {
            -1.0 - 0.1 * noise(draw, 2.3) - apart * f64::from(observation * (draw / 250))
        };
        (0..2).flat_map(|observation| (0..1000).map(move |draw| density(observation, draw))).collect()
    };
    let of = |apart: f64| LogLikelihood::new(values(apart), 4, 250).unwrap();
    let (stuck, mixed) = (Loo::of(&of(0.5)).unwrap(), Loo::of(&of(0.0)).unwrap());
    assert!(stuck.unreliable().is_empty() && mixed.few_effective_draws().is_none());
    let (observation, draws) = stuck.few_effective_draws().unwrap();
    assert!(observation == "y[1]" && draws < 10.0, "{observation} {draws}");
    let text = stuck.to_string();
    assert!(text.contains("Warning: the chains have not mixed"), "{text}");
    assert!(text.contains("effective draws at y[1]") && !text.contains("All k̂ are good"), "{text}");
    assert!(!mixed.to_string().contains("Warning") && mixed.to_string().contains("All k̂ are good"));
    let waic = Waic::of(&of(0.5)).unwrap();
    assert_eq!(waic.few_effective_draws(), stuck.few_effective_draws());
    assert!(waic.to_string().contains("the chains have not mixed"), "{waic}");
    assert!(!Waic::of(&of(0.0)).unwrap().to_string().contains("Warning"));

    let comparison = compare([("stuck", &stuck), ("mixed", &mixed)]).unwrap();
    let caution = Caution::FewDraws { model: "stuck".to_owned(), observation: "y[1]".to_owned(), draws };
    assert!(comparison.cautions().contains(&caution), "{:?}", comparison.cautions());
    let text = comparison.to_string();
    for part in ["\nstuck * ", "\nmixed   ", "- * `stuck` and its differences are not to be trusted"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    // The estimate from a fit without the observation does not depend on the draws of this fit.
    let mut again = stuck.clone();
    again.replace(1, &[-1.0]).unwrap();
    assert!(again.few_effective_draws().is_none());
}

/// Log densities of a chain that never left its start are printed in scientific notation, below their
/// headings; a text that two models share is printed once.
#[test]
fn tables_of_huge_numbers() {
    let loo_of = |size: f64, shift: f64| {
        let density = |i: u32| -size * (1.0 + f64::from(i % 7)) - shift - 0.1 * (f64::from(i) * 0.7).sin();
        let matrix = LogLikelihood::new((0..500).map(density).collect::<Vec<_>>(), 2, 50).unwrap();
        Loo::of(&matrix).unwrap()
    };
    let (near, almost, also, lost) =
        (loo_of(0.1, 0.0), loo_of(0.1, 0.1), loo_of(0.1, 0.2), loo_of(1e75, 0.0));
    let text = lost.to_string();
    let table: Vec<&str> = text.lines().skip(2).take(4).collect();
    assert!(table[1].starts_with("elpd_loo    -3.") && table[1].contains("e76"), "{text}");
    assert!(table.iter().all(|line| line.chars().count() == table[0].chars().count()), "{text}");
    assert!(text.lines().all(|line| line.chars().count() < 120), "{text}");
    assert!(lost.elpd().to_string().contains("e76 (standard error "), "{}", lost.elpd());
    let models = [("near", &near), ("almost", &almost), ("also", &also), ("lost", &lost)];
    let text = compare(models).unwrap().to_string();
    let table: Vec<&str> = text.lines().take(5).collect();
    assert!(table[4].starts_with("lost      -3.50e76  "), "{text}");
    assert!(table.iter().all(|line| line.chars().count() == table[0].chars().count()), "{text}");
    assert!(text.contains("- `almost`, `also`: the difference from the best is below 4"), "{text}");
    assert_eq!(text.matches("below 4").count(), 1, "{text}");
}
