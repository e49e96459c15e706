//! Checks against the data, and comparisons of prior and posterior.

use super::ReportedFit;
use super::html::{HALF, Html, escape};
use crate::data::{Dataset, Quantity, Variable, groups};
use crate::plot;

/// The most observations that are shown one by one.
const ONE_BY_ONE: usize = 40;

/// The approximate largest number of values of replicated data that are used.
const VALUES: usize = 400_000;

/// Returns some replications of a variable, spread over chains and draws.
fn replications(dataset: &Dataset, variable: &Variable, most: usize) -> Vec<Vec<f64>> {
    let elements = dataset.element_count(variable).unwrap_or(0);
    let draws = dataset.chains() * dataset.draws_per_chain();
    let most = most.min(VALUES / elements.max(1)).clamp(1, draws.max(1));
    let every = draws.div_ceil(most).max(1);
    let at = |draw: usize| (0..elements).map(|k| variable.values.number(draw * elements + k)).collect();
    (0..draws).step_by(every).map(at).collect()
}

/// Adds figures of the variables that are both observed and replicated.
pub(super) fn predictive(html: &mut Html, fit: &ReportedFit) {
    let (Some(observed), Some(replicated)) =
        (fit.group(groups::OBSERVED_DATA), fit.group(groups::POSTERIOR_PREDICTIVE))
    else {
        return;
    };
    for variable in observed.variables() {
        let Some(again) = replicated.variable(&variable.name) else { continue };
        let count = variable.values.len();
        if replicated.element_count(again) != Some(count) || count == 0 {
            continue;
        }
        let values: Vec<f64> = (0..count).map(|place| variable.values.number(place)).collect();
        let sets = replications(replicated, again, 400);
        let name = escape(&variable.name);
        let units = again.get_attribute("units").or(variable.get_attribute("units"));
        let units = units.and_then(|units| units.as_str()).map(|units| format!(" ({units})"));
        let label = format!("{}{}", variable.name, units.unwrap_or_default());
        let is_count = |value: &f64| *value >= 0.0 && value.fract() == 0.0;
        let are_counts = values.iter().chain(sets.iter().flatten()).all(is_count);
        html.push("<div class=\"two\">");
        let drawn = if are_counts {
            let caption = format!(
                "The frequency of each count of <code>{name}</code>, in the data and in replicated data."
            );
            html.figure(&plot::counts(&values, &sets).x_label(&label).width(HALF), &caption)
        } else {
            let figure = plot::predictive(&values, &sets).x_label(&label).width(HALF).detail(0.8);
            let bound = |name: &str| again.get_attribute(name).and_then(crate::json::Json::as_f64);
            let figure = figure.bounds(bound("lower"), bound("upper"));
            html.figure(
                &figure,
                &format!("<code>{name}</code>: the data over data replicated from the fitted model."),
            )
        };
        if !drawn {
            html.left_out(&format!("The figure of <code>{name}</code>"));
        }
        if count <= ONE_BY_ONE {
            let of_place = |place| match &observed.shown_labels(variable, place)[..] {
                [] => variable.name.clone(),
                labels => labels.join(","),
            };
            let labels: Vec<String> = (0..count).map(of_place).collect();
            let figure = plot::observations(&labels, &values, &sets).x_label(&label).width(HALF);
            html.figure(&figure, "Each observation in the 50 % and 90 % intervals of its replications.");
        }
        html.push("</div>");
    }
}

/// Returns true if a variable is both observed and replicated.
pub(super) fn has_predictive(fit: &ReportedFit) -> bool {
    let observed = fit.group(groups::OBSERVED_DATA);
    let replicated = fit.group(groups::POSTERIOR_PREDICTIVE);
    observed.zip(replicated).is_some_and(|(observed, replicated)| {
        observed.variables().iter().any(|own| replicated.variable(&own.name).is_some())
    })
}

/// Returns quantities before and after the data: the first ones that both the prior and the posterior have.
fn before_and_after(fit: &ReportedFit) -> (Vec<Quantity>, Vec<Quantity>) {
    let (Some(prior), Some(posterior)) = (fit.group(groups::PRIOR), fit.posterior()) else {
        return Default::default();
    };
    let mut before: Vec<Quantity> = vec![];
    for variable in posterior.variables() {
        let Some(own) = prior.variable(&variable.name) else { continue };
        // A few elements of a vector suffice to show the effect of the data.
        let count = prior.element_count(own).unwrap_or(0).min(3);
        before.extend((0..count).map(|element| prior.element(own, element)));
        if before.len() >= 12 {
            break;
        }
    }
    let after = before.iter().filter_map(|own| posterior.quantity(&own.name)).collect();
    (before, after)
}

/// Returns true if the prior and the posterior share a quantity.
pub(super) fn has_prior(fit: &ReportedFit) -> bool {
    !before_and_after(fit).1.is_empty()
}

/// Adds a comparison of prior and posterior.
pub(super) fn prior(html: &mut Html, fit: &ReportedFit) {
    let (before, after) = before_and_after(fit);
    let figure = plot::prior_posterior(&before, &after).detail(0.6);
    if !html.figure(&figure, "What the data have changed: densities before (dashed) and after.") {
        html.left_out("The figure of priors");
    }
}
