//! [`FitSummary`]: the default result of a fit.

use super::record::Recorded;
use crate::draws::table::wrap;
use crate::draws::{Summary, SummaryRow};
use crate::sampling::Fit;
use core::fmt;

/// The default result of a fit: the summary of its draws, and the warnings of the sampler.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FitSummary {
    summary: Summary,
    divergences: usize,
    warnings: Vec<String>,
}

impl FitSummary {
    /// The summary of a fit.
    pub fn of(fit: &Fit) -> Self {
        let whole = fit.summary();
        let warnings = whole.warnings().iter().map(ToString::to_string).collect();
        let lengths = (whole.chains(), whole.draws_per_chain());
        let rows = (whole.rows().to_vec(), whole.left_out().to_vec());
        let summary = Summary::of_rows(rows, lengths, Vec::new());
        Self { summary, divergences: fit.divergences(), warnings }
    }

    /// Mean, standard deviation, quantiles and diagnostics of each element, with the warnings that they
    /// cause.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The number of divergent transitions after warmup, over all chains.
    pub fn divergences(&self) -> usize {
        self.divergences
    }

    /// The texts of all warnings, with those of the sampler first.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

/// Prints the summary, and below it the sampler's warnings.
impl fmt::Display for FitSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.summary, f)?;
        let printed: Vec<String> = self.summary.warnings().iter().map(ToString::to_string).collect();
        let own = self.warnings.iter().filter(|warning| !printed.contains(warning));
        own.into_iter().try_for_each(|warning| writeln!(f, "\n{}", wrap(&format!("Warning: {warning}"))))
    }
}

/// The row of a table: chains, draws, divergences, the number of rows, the number of elements that are left
/// out; for each of both its name, nine numbers and the histogram; warnings.
impl Recorded for FitSummary {
    fn to_cells(&self) -> Vec<String> {
        let Self { summary, divergences, warnings } = self;
        let (rows, left_out) = (summary.rows(), summary.left_out());
        let counts = [summary.chains(), summary.draws_per_chain(), *divergences, rows.len(), left_out.len()];
        let mut cells: Vec<String> = counts.iter().map(ToString::to_string).collect();
        for row in rows.iter().chain(left_out) {
            cells.push(row.name.clone());
            cells.extend(row.numbers().iter().map(ToString::to_string));
            cells.push(row.density.iter().map(ToString::to_string).collect());
        }
        cells.extend(warnings.iter().cloned());
        cells
    }

    fn from_cells(cells: &[String]) -> Option<Self> {
        let mut cells = cells.iter();
        let mut count = || cells.next()?.parse::<usize>().ok();
        let [chains, draws, divergences] = [count()?, count()?, count()?];
        let [elements, left_out] = [count()?, count()?];
        let mut read = |count| (0..count).map(|_| row(&mut cells)).collect::<Option<Vec<_>>>();
        let rows = (read(elements)?, read(left_out)?);
        let summary = Summary::of_rows(rows, (chains, draws), Vec::new());
        Some(Self { summary, divergences, warnings: cells.cloned().collect() })
    }
}

/// Reads the summary of one element from the next cells; `None` if a cell is missing or damaged.
fn row<'c>(cells: &mut impl Iterator<Item = &'c String>) -> Option<SummaryRow> {
    let name = cells.next()?.clone();
    let mut numbers = [f64::NAN; 9];
    for number in &mut numbers {
        *number = cells.next()?.parse().ok()?;
    }
    let heights: Option<Vec<u8>> =
        cells.next()?.bytes().map(|digit| digit.is_ascii_digit().then(|| digit - b'0')).collect();
    let density = heights?.try_into().ok()?;
    Some(SummaryRow::of_numbers(name, numbers, density))
}
