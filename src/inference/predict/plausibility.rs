//! A comparison of the data with draws of the prior, before anything is sampled.
//!
//! Let a and b be the smallest and the largest number of the data, and aₛ and bₛ those of the same data in
//! each draw of the prior. The prior nearly excludes the data if nearly all aₛ lie above a, or nearly all bₛ
//! below b. It is far wider than the data if the range bₛ − aₛ is more than a hundred times b − a in nearly
//! all draws.

use super::names::name_of;
use crate::contract::sketch::{Kind, Vertex};
use crate::draws::{Draws, VariableDraws};
use crate::error::Error;
use crate::graph::{Graph, Lint, LintRule, Severity};

/// The share of draws that counts as nearly all.
const NEARLY_ALL: f64 = 0.99;

/// The largest ratio of the prior's range to the data's that is not reported.
const WIDE: f64 = 100.0;

/// Returns the suspicious facts about a model's data, given draws of its prior. `anew` draws a partly
/// observed parameter from its law, given a draw of the other parameters.
pub(super) fn check(
    graph: &Graph,
    prior: &Draws,
    anew: impl Fn(&str) -> Result<Draws, Error>,
) -> Result<Vec<Lint>, Error> {
    let mut taken: Vec<&'static str> = Vec::new();
    let mut lints = Vec::new();
    for vertex in graph.vertices() {
        let Some(observed) = vertex.values() else { continue };
        if vertex.kind() == Kind::Parameter {
            // In draws of the prior, observed elements have their observed values.
            let drawn = anew(vertex.name())?;
            lints.extend(compare(vertex, observed, &ranges(&drawn.get(vertex.name())?)));
            continue;
        }
        // A second `y` has the name `y#2`.
        let name = name_of(vertex.statement(), |name| taken.contains(&name));
        taken.push(name);
        if let Ok(drawn) = prior.get(name) {
            lints.extend(compare(vertex, observed, &ranges(&drawn)));
        }
    }
    Ok(lints)
}

/// Returns the smallest and the largest number of the data at each draw, in any order.
fn ranges(drawn: &VariableDraws<'_>) -> Vec<(f64, f64)> {
    let draws = drawn.chains() * drawn.draws_per_chain();
    let mut ranges = vec![(f64::INFINITY, f64::NEG_INFINITY); draws];
    for (_, column) in drawn.columns() {
        for (range, value) in ranges.iter_mut().zip(column.as_slice()) {
            *range = (range.0.min(*value), range.1.max(*value));
        }
    }
    ranges
}

fn compare(vertex: &Vertex, (least, greatest): (f64, f64), ranges: &[(f64, f64)]) -> Option<Lint> {
    let share = |is_so: &dyn Fn(&(f64, f64)) -> bool| {
        ranges.iter().filter(|range| is_so(range)).count() as f64 / ranges.len().max(1) as f64
    };
    let name = vertex.name();
    let below = share(&|range| range.1 < greatest);
    let above = share(&|range| range.0 > least);
    let wide = share(&|range| range.1 - range.0 > WIDE * (greatest - least));
    let (severity, message) = if below > NEARLY_ALL || above > NEARLY_ALL {
        let (share, edge) = if below > above { (below, greatest) } else { (above, least) };
        let side = if below > above { "below" } else { "above" };
        let percent = 100.0 * share;
        (
            Severity::Warning,
            format!(
                "the prior nearly excludes the data: in {percent:.1} % of its draws all of `{name}` lies \
                 {side} {edge}, which was observed. Widen the prior, or check the units"
            ),
        )
    } else if wide > NEARLY_ALL && greatest > least {
        let mut widths: Vec<f64> = ranges.iter().map(|range| range.1 - range.0).collect();
        widths.sort_by(f64::total_cmp);
        let (usual, own) = (widths[widths.len() / 2], greatest - least);
        (
            Severity::Note,
            format!(
                "the prior expects data with a far wider range: `{name}` ranges over {own:.3}, and over \
                 {usual:.3} in the median draw. Tighten the priors of the parameters on which it depends"
            ),
        )
    } else {
        return None;
    };
    Some(Lint {
        rule: LintRule::PriorPredictive,
        severity,
        variable: name.to_owned(),
        statement: vertex.statement().to_owned(),
        message,
    })
}
