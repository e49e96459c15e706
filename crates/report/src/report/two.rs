//! Two fits side by side.

use super::choice::places;
use super::html::Html;
use super::table::{Table, ess, order, rhat, without_row};
use super::{ReportedFit, Row};
use crate::data::{Dataset, Quantity};
use crate::number::{estimate, significant};
use crate::plot;

/// The most rows that are listed.
const ROWS: usize = 600;

/// Adds the summaries of two fits in one table, with the differences of the means in units of their errors.
pub(super) fn summary(html: &mut Html, first: &ReportedFit, second: &ReportedFit) {
    let others = places(&second.rows);
    html.section("estimates", "Estimates");
    let of = |what: &str, fit: &ReportedFit| format!("{what}, {}", fit.name);
    let mut heads = vec!["quantity".to_string()];
    for what in ["mean", "sd"] {
        heads.extend([of(what, first), of(what, second)]);
    }
    heads.push("difference in errors".into());
    for what in ["bulk ESS", "R̂"] {
        heads.extend([of(what, first), of(what, second)]);
    }
    let caption = "The difference of the means is in units of its Monte Carlo error: beyond about 3 it is not due to chance.";
    let mut table = Table::new(caption, &heads);
    let missing = Row::default();
    for place in order(&first.rows, first.wanted()).into_iter().take(ROWS) {
        let row = &first.rows[place];
        let other = others.get(row.name.as_str()).map_or(&missing, |place| &second.rows[*place]);
        let both = [(row, first.wanted()), (other, second.wanted())];
        table.row(&row.name, first.units(&row.name), place);
        both.iter().for_each(|(own, _)| table.cell(own.mean, &estimate(own.mean, own.mcse), false));
        both.iter().for_each(|(own, _)| table.cell(own.sd, &estimate(own.sd, own.mcse), false));
        let apart = (row.mean - other.mean).abs() / row.mcse.hypot(other.mcse);
        table.cell(apart, &significant(apart, 2), apart > 3.5);
        both.iter()
            .for_each(|(own, least)| table.cell(own.ess_bulk, &ess(own.ess_bulk), own.ess_bulk < *least));
        both.iter().for_each(|(own, _)| table.cell(own.rhat, &rhat(own.rhat), own.rhat > 1.01));
        table.end_row();
    }
    html.push(&table.end());
    without_row(html, first);
    let known = places(&first.rows);
    let alone = |fit: &ReportedFit, other: &dyn Fn(&str) -> bool| {
        fit.rows.iter().filter(|row| !other(&row.name)).count()
    };
    let only_first = alone(first, &|name| others.contains_key(name));
    let only_second = alone(second, &|name| known.contains_key(name));
    if only_first + only_second > 0 {
        html.words(&format!(
            "Quantities of one fit alone: {only_first} of the first, {only_second} of the second (not listed)."
        ));
    }
}

/// Adds the medians and intervals of one fit against those of the other.
pub(super) fn scatter(html: &mut Html, first: &ReportedFit, second: &ReportedFit) {
    let (Some(a), Some(b)) = (first.posterior(), second.posterior()) else { return };
    let elements = |fit: &ReportedFit, posterior: &Dataset| -> Vec<Quantity> {
        let left_out = fit.names_left_out();
        posterior.elements().filter(|own| !left_out.contains(own.name.as_str())).take(400).collect()
    };
    let (own, other) = (elements(first, a), elements(second, b));
    let figure = plot::compare(&own, &other).x_label(&first.name).y_label(&second.name);
    html.figure(
        &figure,
        "Medians with 90 % intervals of both fits: quantities on which they agree lie on the diagonal.",
    );
}
