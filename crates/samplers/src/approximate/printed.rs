//! Tables of numbers, aligned at their decimal points.

use super::ApproximationRow;
use crate::draws::fixed::{note_on_fixed, split};
use crate::draws::table::{before_point, decimals, number, wrap};
use core::fmt;

/// Prints the means and standard deviations of draws before and after weighting, of all elements or of the
/// first ones, without those that are fixed.
pub(crate) fn weighted_table(
    f: &mut fmt::Formatter<'_>,
    headings: [&str; 2],
    all: Vec<ApproximationRow>,
    is_fixed: &[bool],
) -> fmt::Result {
    let (all, fixed) = split(all, is_fixed);
    let shown = if f.alternate() { all.len() } else { all.len().min(SHOWN) };
    let rows = all[..shown].iter().map(|row| {
        let digits = decimals(row.sd);
        let numbers = [row.mean, row.sd, row.unweighted_mean, row.unweighted_sd];
        let numbers = numbers.map(|value| number(value, digits));
        [row.name.clone()].into_iter().chain(numbers).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    table(f, &["", "mean", "sd", headings[0], headings[1]], &rows)?;
    note_on_others(f, all.len(), shown, fixed.iter().map(|row| row.name.as_str()))
}

/// Prints rows below headings. The first column is text, the other columns are numbers.
pub(super) fn table(f: &mut fmt::Formatter<'_>, headings: &[&str], rows: &[Vec<String>]) -> fmt::Result {
    let names = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
    let widths: Vec<(usize, usize)> = (0..headings.len())
        .map(|column| {
            let cells = || rows.iter().map(move |row| row[column].as_str());
            let before = cells().map(before_point).max().unwrap_or(0);
            let after = cells().map(|cell| cell.len() - before_point(cell)).max().unwrap_or(0);
            (before.max(headings[column].chars().count().saturating_sub(after)), after)
        })
        .collect();
    write!(f, "{:names$}", headings[0])?;
    for (heading, (before, after)) in headings.iter().zip(&widths).skip(1) {
        write!(f, "  {heading:>width$}", width = before + after)?;
    }
    writeln!(f)?;
    for row in rows {
        write!(f, "{:names$}", row[0])?;
        for (cell, (before, after)) in row.iter().zip(&widths).skip(1) {
            let (whole, fraction) = cell.split_at(before_point(cell));
            write!(f, "  {whole:>before$}{fraction:after$}")?;
        }
        writeln!(f)?;
    }
    Ok(())
}

/// The most rows that are printed, unless all are requested.
pub(super) const SHOWN: usize = 50;

/// Prints the number of rows that are not shown, and the number of elements that are fixed.
pub(super) fn note_on_others<'n>(
    f: &mut fmt::Formatter<'_>,
    all: usize,
    shown: usize,
    fixed: impl ExactSizeIterator<Item = &'n str>,
) -> fmt::Result {
    match all - shown {
        0 => {}
        others => writeln!(f, "\n{others} more elements, which `{{:#}}` prints")?,
    }
    note_on_fixed(fixed).map_or(Ok(()), |note| writeln!(f, "\n{}", wrap(&note)))
}
