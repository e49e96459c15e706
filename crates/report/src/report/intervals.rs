//! Densities with intervals, in figures of quantities that can share an axis.

use super::ReportedFit;
use super::html::{HALF, Html};
use super::row::ROUNDING;
use crate::data::{Dataset, Quantity};
use crate::number::count;
use crate::plot::{self, Figure, Forest};
use crate::statistics::quantile;

/// The most rows of a figure.
const ROWS: usize = 25;

/// The most elements of a variable that are shown.
const ELEMENTS: usize = 100;

/// The most figures.
const FIGURES: usize = 24;

/// The largest ratio between the ranges of two scalars on the same axis.
const RATIO: f64 = 25.0;

/// Groups quantities: the elements of each variable are a group, and scalars share a group while their
/// ranges are similar. Constants and elements without a row are left out; quantities for which there is no
/// room are counted.
fn groups(fit: &ReportedFit, posterior: &Dataset) -> (Vec<Vec<Quantity>>, usize) {
    let left_out = fit.names_left_out();
    let mut groups: Vec<Vec<Quantity>> = vec![];
    let mut scalars: Vec<(Vec<Quantity>, (f64, f64))> = vec![];
    let mut missing = 0;
    for variable in posterior.variables() {
        let elements = posterior.element_count(variable).unwrap_or(0);
        let shown = elements.min(ELEMENTS);
        missing += elements - shown;
        let own: Vec<Quantity> = (0..shown).map(|element| posterior.element(variable, element)).collect();
        if variable.dimensions.len() > 2 {
            let is_moving = |own: &Quantity| span(own).is_some() && !left_out.contains(own.name.as_str());
            groups.push(own.into_iter().filter(is_moving).collect());
            continue;
        }
        for own in own {
            let Some((low, high)) = span(&own) else { continue };
            let room = scalars.iter_mut().find(|(group, (from, to))| {
                let (all, least) = (to.max(high) - from.min(low), shortest(group).min(high - low));
                group.len() < ROWS && all <= RATIO * least
            });
            match room {
                Some((group, ends)) => {
                    group.push(own);
                    *ends = (ends.0.min(low), ends.1.max(high));
                }
                None => scalars.push((vec![own], (low, high))),
            }
        }
    }
    let mut all: Vec<Vec<Quantity>> = scalars.into_iter().map(|(group, _)| group).collect();
    all.extend(groups.into_iter().filter(|group| !group.is_empty()));
    (all, missing)
}

/// Returns the range of most draws; `None` if they are equal, except for rounding errors.
fn span(own: &Quantity) -> Option<(f64, f64)> {
    let sorted = own.sorted();
    let (low, high) = (quantile(&sorted, 0.02), quantile(&sorted, 0.98));
    (high - low > ROUNDING * low.abs().max(high.abs())).then_some((low, high))
}

/// Returns the range of nearly all draws of a group, which is shared by the axes of its figures.
fn ends(group: &[Quantity]) -> (f64, f64) {
    let of_one = |own: &Quantity| {
        let sorted = own.sorted();
        (quantile(&sorted, 0.005), quantile(&sorted, 0.995))
    };
    group
        .iter()
        .map(of_one)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), own| (low.min(own.0), high.max(own.1)))
}

fn shortest(group: &[Quantity]) -> f64 {
    group.iter().filter_map(span).map(|(low, high)| high - low).fold(f64::INFINITY, f64::min)
}

/// Adds figures of intervals, of one fit or of two fits for comparison.
pub(super) fn intervals(html: &mut Html, fit: &ReportedFit, other: Option<&ReportedFit>) {
    let Some(posterior) = fit.posterior().filter(|own| own.draws_per_chain() > 0) else { return };
    html.section("intervals", "Intervals");
    html.words(
        "Densities with medians (circles), 50 % (thick) and 90 % intervals (thin). Rest the pointer on a row for \
         its numbers.",
    );
    let (groups, missing) = groups(fit, posterior);
    let parts = groups.iter().flat_map(|group| group.chunks(ROWS).map(move |part| (ends(group), part)));
    let parts: Vec<((f64, f64), &[Quantity])> = parts.collect();
    let detail = if parts.len() > 6 { 0.35 } else { 0.7 };
    let mut left_out = missing;
    html.push("<div class=\"two\">");
    let second = other.and_then(|other| Some((other.name.as_str(), other.posterior()?)));
    for (place, (ends, part)) in parts.into_iter().enumerate() {
        let mut figure: Figure<Forest> = plot::forest(part).width(HALF).detail(detail);
        if let Some((name, dataset)) = second {
            let same: Vec<Quantity> = part.iter().filter_map(|own| dataset.quantity(&own.name)).collect();
            figure = figure.beside(&fit.name, name, &same);
        } else {
            figure = figure.ends(ends);
        }
        if place >= FIGURES || !html.figure(&figure, "") {
            left_out += part.len();
        }
    }
    html.push("</div>");
    if left_out > 0 {
        html.words(&format!("{} further quantities are not shown here.", count(left_out)));
    }
}
