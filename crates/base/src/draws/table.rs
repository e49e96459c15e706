//! The printed form of a summary.

use super::fixed::note_on_fixed;
use super::shown::Shown;
use super::{Summary, SummaryRow, sparkline};
use core::fmt;

/// The largest number of characters in a line of a warning.
const WIDTH: usize = 100;

const HEADINGS: [&str; 10] = ["", "mean", "sd", "5%", "50%", "95%", "MCSE", "ESS bulk", "ESS tail", "R-hat"];

/// Formats a number with `decimals` digits after the point, or in scientific notation if it would be too
/// long.
pub fn number(value: f64, decimals: usize) -> String {
    monomorph_diagnostics::printed::number(value, decimals, 1e9)
}

/// Returns the number of digits after the point that shows three significant digits of `scale`, the
/// standard deviation.
pub fn decimals(scale: f64) -> usize {
    if !scale.is_finite() || scale <= 0.0 {
        return 2;
    }
    (2.0 - scale.log10().floor()).max(0.0) as usize
}

fn cells(row: &SummaryRow) -> [String; 10] {
    let digits = decimals(row.sd);
    [
        row.name.clone(),
        number(row.mean, digits),
        number(row.sd, digits),
        number(row.q5, digits),
        number(row.q50, digits),
        number(row.q95, digits),
        number(row.mcse_mean, digits + 1),
        number(row.ess_bulk, 0),
        number(row.ess_tail, 0),
        number(row.rhat, 3),
    ]
}

/// Returns the number of characters before the decimal point; all characters if there is no point.
pub fn before_point(cell: &str) -> usize {
    cell.find('.').unwrap_or(cell.len())
}

/// Returns the widths of a column before the decimal point, and from the point on.
fn widths(rows: &[[String; 10]], column: usize) -> (usize, usize) {
    let cells = || rows.iter().map(|row| row[column].as_str());
    let before = cells().map(before_point).max().unwrap_or(0);
    let after = cells().map(|cell| cell.len() - before_point(cell)).max().unwrap_or(0);
    (before.max(HEADINGS[column].len().saturating_sub(after)), after)
}

/// The columns of numbers. A table that is too wide is folded before the column `FOLD`, after the
/// quantiles.
const COLUMNS: core::ops::Range<usize> = 1..10;
const FOLD: usize = 6;

/// Prints a summary: a row for each element that changes; of a vector with more than fifty elements only
/// the first ten, with a note on the others. `{summary:#}` prints all rows. A note counts the elements
/// that are [left out](Summary::left_out). A width, as in
/// `{summary:80}`, or else the environment variable `COLUMNS`, folds the table if it is wider: first the
/// estimates, below them the diagnostics. `{summary:+}` adds a small density after the name of each
/// element.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown { rows, notes } = match f.alternate() {
            true => Shown { rows: self.rows().iter().collect(), notes: Vec::new() },
            false => Shown::of(self.rows()),
        };
        let mut rows: Vec<_> = rows.into_iter().map(|row| (cells(row), row)).collect();
        if f.sign_plus() {
            let longest = rows.iter().map(|(cells, _)| cells[0].chars().count()).max().unwrap_or(0);
            for (cells, row) in &mut rows {
                cells[0] = format!("{:longest$}  {}", cells[0], sparkline::text(&row.density));
            }
        }
        let rows: Vec<_> = rows.into_iter().map(|(cells, _)| cells).collect();
        let names = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
        let widths: Vec<_> = (0..HEADINGS.len()).map(|column| widths(&rows, column)).collect();
        let whole = names + COLUMNS.map(|column| 2 + widths[column].0 + widths[column].1).sum::<usize>();
        let wanted = f.width().or_else(|| std::env::var("COLUMNS").ok()?.parse().ok());
        let blocks = match wanted {
            Some(wanted) if whole > wanted => vec![COLUMNS.start..FOLD, FOLD..COLUMNS.end],
            _ => vec![COLUMNS],
        };
        for (number, columns) in blocks.into_iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            write!(f, "{:names$}", "")?;
            for column in columns.clone() {
                let (before, after) = widths[column];
                write!(f, "  {:>width$}", HEADINGS[column], width = before + after)?;
            }
            writeln!(f)?;
            for row in &rows {
                write!(f, "{:names$}", row[0])?;
                for column in columns.clone() {
                    let ((before, after), cell) = (widths[column], &row[column]);
                    let (whole, fraction) = cell.split_at(before_point(cell));
                    write!(f, "  {whole:>before$}{fraction:after$}")?;
                }
                writeln!(f)?;
            }
        }
        let left_out = note_on_fixed(self.left_out().iter().map(|row| row.name.as_str()));
        for note in notes.into_iter().chain(left_out) {
            write!(f, "\n{}", wrap(&note))?;
        }
        write!(f, "\n{} chains, {} draws each", self.chains(), self.draws_per_chain())?;
        for warning in self.warnings() {
            write!(f, "\n\n{}", wrap(&format!("Warning: {warning}")))?;
        }
        writeln!(f)
    }
}

/// Replaces the spaces at which a line would become too long by line breaks.
pub fn wrap(text: &str) -> String {
    let mut wrapped = String::with_capacity(text.len());
    let mut length = 0;
    for word in text.split(' ') {
        let word_length = word.chars().count();
        if length > 0 {
            let breaks = length + 1 + word_length > WIDTH;
            wrapped.push(if breaks { '\n' } else { ' ' });
            length = if breaks { 0 } else { length + 1 };
        }
        wrapped.push_str(word);
        length += word_length;
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_follow_the_standard_deviation() {
        assert_eq!(number(4.41234, decimals(3.3)), "4.41");
        assert_eq!(number(1234.4, decimals(210.0)), "1234");
        assert_eq!(number(0.012344, decimals(0.0021)), "0.01234");
        assert_eq!(number(1.0, decimals(0.0)), "1.00");
        assert_eq!(number(1.2e-12, decimals(3e-13)), "1.20e-12");
        assert_eq!(number(f64::NAN, 3), "-");
    }

    #[test]
    fn narrow_tables_are_folded() {
        use crate::draws::Draws;
        use crate::shape::Extent;
        use crate::trace::VariableInfo;
        let variables = vec![VariableInfo::behind(&[], "x", Extent::Vector(2), false)];
        let draws = Draws::new(variables, 1, 4, vec![1.0, 2.0, 3.0, 4.0, 2.0, 2.0, 2.0, 2.0]).unwrap();
        let summary = draws.summary();
        let (wide, narrow) = (format!("{summary:200}"), format!("{summary:60}"));
        assert!(wide.lines().next().unwrap().ends_with("R-hat"), "{wide}");
        let heads: Vec<&str> = narrow.lines().filter(|line| line.starts_with("     ")).collect();
        assert!(heads[0].ends_with("95%") && heads[1].ends_with("R-hat"), "{narrow}");
        assert!(
            narrow.contains("1 element never changes: x[1] = 2") && !narrow.contains("\nx[1]"),
            "{narrow}"
        );
        assert!(format!("{summary:#}").contains("\nx[1]"));
        let with_densities = format!("{summary:+200}");
        let row = with_densities.lines().find(|line| line.starts_with("x[0]")).unwrap();
        assert_eq!(row.matches('█').count(), 4, "{with_densities}");
        let columns = |line: &str| line.trim_end().chars().count();
        assert_eq!(row.chars().count(), columns(with_densities.lines().next().unwrap()), "{with_densities}");
    }

    #[test]
    fn lines_are_broken_at_spaces() {
        let wrapped = wrap(&"word ".repeat(50));
        assert!(wrapped.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(wrapped.replace('\n', " "), "word ".repeat(50));
    }
}
