//! What the data are.

use super::Fit;
use super::html::{Html, escape};
use crate::data::{Dataset, Values, Variable, groups};
use crate::number::{count, significant};
use crate::statistics::{mean, sorted};
use std::fmt::Write as _;

/// Variables that are listed at most.
const LISTED: usize = 60;

/// A table of the observed and the given data.
pub(super) fn overview(html: &mut Html, fit: &Fit) {
    let of_group =
        |name: &str| fit.group(name).map(|group| group.variables().iter().map(move |v| (group, v)));
    let observed = of_group(groups::OBSERVED_DATA).into_iter().flatten().map(|own| ("observed", own));
    let constant = of_group(groups::CONSTANT_DATA).into_iter().flatten().map(|own| ("given", own));
    let all: Vec<(&str, (&Dataset, &Variable))> = observed.chain(constant).collect();
    if all.is_empty() {
        return;
    }
    html.section("data", "Data");
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
