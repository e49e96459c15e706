//! The summary as a table that can be sorted and searched.

use super::html::{Html, escape};
use super::{ReportedFit, Row};
use crate::number::{count, estimate, significant};
use crate::statistics::ascending;
use std::fmt::Write as _;

/// The most rows that are listed.
const ROWS: usize = 1000;

/// A table with a search field. Each cell has a number by which it is sorted.
pub(super) struct Table {
    text: String,
}

impl Table {
    pub fn new(caption: &str, heads: &[String]) -> Self {
        let mut text = format!(
            "<div class=\"table\"><label>Search <input type=\"search\" placeholder=\"part of a name\"></label>\
             <div class=\"scroll\"><table><caption>{}</caption><thead><tr>",
            escape(caption)
        );
        for head in heads {
            let head = escape(head);
            let _ = write!(text, "<th scope=\"col\"><button type=\"button\">{head}</button></th>");
        }
        text.push_str("</tr></thead><tbody>");
        Self { text }
    }

    /// Begins a row; the column of names is sorted by the place in the model. Units follow the name.
    pub fn row(&mut self, name: &str, units: Option<&str>, place: usize) {
        let units = units.map_or_else(String::new, |units| format!(" <small>{}</small>", escape(units)));
        let _ = write!(self.text, "<tr><th scope=\"row\" data-v=\"{place}\">{}{units}</th>", escape(name));
    }

    /// Adds a cell with the text `shown`, which is sorted by `value`; it is marked if `is_bad`.
    pub fn cell(&mut self, value: f64, shown: &str, is_bad: bool) {
        let class = if is_bad { " class=\"bad\"" } else { "" };
        // Five digits suffice for sorting.
        let key = if value.is_finite() { format!("{value:.4e}") } else { String::new() };
        let _ = write!(self.text, "<td{class} data-v=\"{key}\">{shown}</td>");
    }

    pub fn end_row(&mut self) {
        self.text.push_str("</tr>");
    }

    pub fn end(self) -> String {
        self.text + "</tbody></table></div><p class=\"muted\" role=\"status\" hidden></p></div>"
    }
}

/// Returns the places of the rows that are listed: bad rows first, the worst at the top, then all others in
/// the order of the model. Constants are left out.
pub(super) fn order(rows: &[Row], wanted: f64) -> Vec<usize> {
    let keys: Vec<f64> = rows.iter().map(|row| -row.badness(wanted)).collect();
    ascending(&keys).into_iter().filter(|place| !rows[*place].is_constant()).collect()
}

/// Adds a note about the elements of a fit that have no row.
pub(super) fn without_row(html: &mut Html, fit: &ReportedFit) {
    if let Some(first) = fit.left_out.first() {
        let (number, name) = (count(fit.left_out.len()), escape(first));
        html.words(&format!(
            "Without a row, since they are constant or mirror another element: {number}, such as \
             <code>{name}</code>."
        ));
    }
}

/// Adds a note about the rows that the table leaves out.
pub(super) fn left_out(html: &mut Html, rows: &[Row], listed: usize) {
    let constant: Vec<&Row> = rows.iter().filter(|row| row.is_constant()).collect();
    if let Some(first) = constant.first() {
        let number = count(constant.len());
        let name = escape(&first.name);
        html.words(&format!("Left out, since all draws are equal: {number}, such as <code>{name}</code>."));
    }
    let more = rows.len() - constant.len() - listed;
    if more > 0 {
        html.words(&format!(
            "{} more quantities are not listed; none of them is worse than these.",
            count(more)
        ));
    }
}

/// Adds the summary of one fit.
pub(super) fn summary(html: &mut Html, fit: &ReportedFit) {
    if fit.rows.is_empty() {
        return;
    }
    html.section("estimates", "Estimates");
    let heads = [
        "quantity",
        "mean",
        "sd",
        "5\u{a0}%",
        "median",
        "95\u{a0}%",
        "MCSE",
        "bulk\u{a0}ESS",
        "tail\u{a0}ESS",
        "R̂",
    ];
    let caption =
        "Numbers have the digits that their Monte Carlo error (MCSE) allows. Click a heading to sort.";
    let mut table = Table::new(caption, &heads.map(String::from));
    let wanted = fit.wanted();
    let mut order = order(&fit.rows, wanted);
    order.truncate(ROWS);
    for place in &order {
        let row = &fit.rows[*place];
        table.row(&row.name, fit.units(&row.name), *place);
        for value in [row.mean, row.sd, row.q5, row.median, row.q95] {
            table.cell(value, &estimate(value, row.mcse), false);
        }
        table.cell(row.mcse, &significant(row.mcse, 2), false);
        for value in [row.ess_bulk, row.ess_tail] {
            table.cell(value, &ess(value), value < wanted);
        }
        table.cell(row.rhat, &rhat(row.rhat), row.rhat > 1.01);
        table.end_row();
    }
    html.push(&table.end());
    left_out(html, &fit.rows, order.len());
    without_row(html, fit);
}

pub(super) fn ess(value: f64) -> String {
    if value.is_finite() { format!("{value:.0}") } else { significant(value, 3) }
}

pub(super) fn rhat(value: f64) -> String {
    if value.is_finite() { format!("{value:.3}") } else { significant(value, 3) }
}
