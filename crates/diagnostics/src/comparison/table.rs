//! The printed table of a comparison.

use super::{Caution, ComparedModel, Comparison};
use crate::printed::log_density;
use std::fmt;

const HEADINGS: [&str; 8] = ["diff", "se", "p_worse", "elpd", "se", "p", "stacking", "pseudo-BMA"];

/// The least width of each column.
const WIDTHS: [usize; 8] = [8, 7, 7, 9, 6, 6, 8, 10];

fn cells(model: &ComparedModel) -> [String; 8] {
    [
        log_density(model.diff),
        log_density(model.se_diff),
        if model.p_worse.is_nan() { "–".to_owned() } else { format!("{:.2}", model.p_worse) },
        log_density(model.elpd.value),
        log_density(model.elpd.se),
        model.p.map_or("–".to_owned(), |p| log_density(p.value)),
        format!("{:.2}", model.stacking),
        format!("{:.2}", model.pseudo_bma),
    ]
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marked = |name: &str| format!("{name}{}", if self.has_few_draws(name) { " *" } else { "" });
        let row = |model: &ComparedModel| (marked(&model.name), cells(model));
        let rows: Vec<(String, [String; 8])> = self.models().iter().map(row).collect();
        let names = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let mut widths = WIDTHS;
        for (_, cells) in &rows {
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = cell.chars().count().max(*width);
            }
        }
        write!(f, "{:names$}", "")?;
        for (heading, width) in HEADINGS.iter().zip(widths) {
            write!(f, "  {heading:>width$}")?;
        }
        for (name, cells) in &rows {
            write!(f, "\n{name:names$}")?;
            for (cell, width) in cells.iter().zip(widths) {
                write!(f, "  {cell:>width$}")?;
            }
        }
        writeln!(f)?;
        for (place, caution) in Caution::texts(self.cautions()).iter().enumerate() {
            writeln!(f, "{}- {caution}", if place == 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}
