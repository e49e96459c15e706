//! The printed table of a comparison.

use super::Comparison;
use std::fmt;

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marked = |name: &str| format!("{name}{}", if self.has_few_draws(name) { " *" } else { "" });
        let widths = self.models().iter().map(|model| marked(&model.name).chars().count());
        let width = widths.max().unwrap_or(0);
        let headings = ["diff", "se", "p_worse", "elpd", "se", "p", "stacking", "pseudo-BMA"];
        let widths = [8, 7, 7, 9, 6, 6, 8, 10];
        write!(f, "{:width$}", "")?;
        for (heading, width) in headings.iter().zip(widths) {
            write!(f, "  {heading:>width$}")?;
        }
        for model in self.models() {
            let p_worse =
                if model.p_worse.is_nan() { "–".to_owned() } else { format!("{:.2}", model.p_worse) };
            let cells = [
                format!("{:.1}", model.diff),
                format!("{:.1}", model.se_diff),
                p_worse,
                format!("{:.1}", model.elpd.value),
                format!("{:.1}", model.elpd.se),
                model.p.map_or("–".to_owned(), |p| format!("{:.1}", p.value)),
                format!("{:.2}", model.stacking),
                format!("{:.2}", model.pseudo_bma),
            ];
            write!(f, "\n{:width$}", marked(&model.name))?;
            for (cell, width) in cells.iter().zip(widths) {
                write!(f, "  {cell:>width$}")?;
            }
        }
        writeln!(f)?;
        for (place, caution) in self.cautions().iter().enumerate() {
            writeln!(f, "{}- {caution}", if place == 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}
