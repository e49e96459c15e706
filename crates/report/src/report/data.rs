//! The table of the data.

use super::ReportedFit;
use super::html::{Html, escape};
use crate::data::{Dataset, Values, Variable, groups};
use crate::number::{count, significant};
use crate::statistics::{mean, sorted};
use std::fmt::Write as _;

/// The most variables that are listed.
const LISTED: usize = 60;

/// The groups of data, with the words for them.
const ROLES: [(&str, &str); 2] = [(groups::OBSERVED_DATA, "observed"), (groups::CONSTANT_DATA, "given")];

/// Returns true if a fit has data.
pub(super) fn has_data(fit: &ReportedFit) -> bool {
    ROLES.iter().any(|(name, _)| fit.group(name).is_some_and(|group| !group.variables().is_empty()))
}

/// Returns true if two fits have the same data.
pub(super) fn are_equal(first: &ReportedFit, second: &ReportedFit) -> bool {
    ROLES.iter().all(|(name, _)| first.group(name) == second.group(name))
}

/// Adds a table of the observed and the given data.
pub(super) fn overview(html: &mut Html, fit: &ReportedFit) {
    let of_role = |(name, role): (&str, &'static str)| {
        let group = fit.group(name);
        group.into_iter().flat_map(move |group| group.variables().iter().map(move |own| (role, (group, own))))
    };
    let all: Vec<(&str, (&Dataset, &Variable))> = ROLES.into_iter().flat_map(of_role).collect();
    html.push(
        "<div class=\"scroll\"><table class=\"plain\"><caption>Observed and given data</caption><thead><tr>",
    );
    for head in ["name", "", "size", "least", "mean", "largest", "missing"] {
        let _ = write!(html.text, "<th scope=\"col\">{head}</th>");
    }
    html.push("</tr></thead><tbody>");
    for (role, (group, variable)) in all.iter().take(LISTED) {
        let _ = write!(html.text, "<tr><th scope=\"row\">{}</th><td>{role}</td>", escape(&variable.name));
        let size: Vec<String> = variable
            .dimensions
            .iter()
            .zip(group.shape(variable))
            .map(|(name, length)| format!("{} {}", count(length), escape(name)))
            .collect();
        let size = if size.is_empty() { "one number".into() } else { size.join(" × ") };
        let _ = write!(html.text, "<td>{size}</td>");
        let texts = matches!(variable.values, Values::Text(_));
        let values: Vec<f64> =
            (0..variable.values.len()).map(|place| variable.values.number(place)).collect();
        let sorted = sorted(&values);
        let shown = [sorted.first().copied(), Some(mean(&sorted)), sorted.last().copied()];
        for number in shown {
            let _ = write!(html.text, "<td>{}</td>", significant(number.unwrap_or(f64::NAN), 4));
        }
        let missing = if texts { 0 } else { values.iter().filter(|value| value.is_nan()).count() };
        let _ = write!(html.text, "<td>{}</td></tr>", count(missing));
    }
    html.push("</tbody></table></div>");
    if all.len() > LISTED {
        html.words(&format!("{} more are not listed.", count(all.len() - LISTED)));
    }
}
