//! The printed form of a calibration.

use super::found::{Calibration, Uneven, shape};
use core::fmt;

/// The maximum number of printed rows.
const ROWS: usize = 20;

/// The limit of a p-value, times the number of quantities, below which it is reported.
const SUSPICIOUS: f64 = 0.01;

impl fmt::Display for Uneven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLow => "draws are too low",
            Self::TooHigh => "draws are too high",
            Self::TooNarrow => "draws are too narrow",
            Self::TooWide => "draws are too wide",
        })
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.quantities().len();
        let mut rows: Vec<(f64, usize)> = self.p_values().iter().copied().zip(0..count).collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let names = || rows.iter().map(|(_, place)| self.quantities()[*place].as_str());
        let width = names().take(ROWS).map(str::len).max().unwrap_or(0).max(8);
        writeln!(f, "{:width$}  p-value  mean rank", "quantity")?;
        for ((p, place), name) in rows.iter().zip(names()).take(ROWS) {
            let ranks = self.ranks_at(*place);
            let mean = ranks.iter().sum::<f64>() / ranks.len().max(1) as f64;
            write!(f, "{name:width$}  {p:>7.3}  {mean:>9.3}")?;
            match p * (count as f64) < SUSPICIOUS {
                true => writeln!(f, "  {}", shape(&ranks))?,
                false => writeln!(f)?,
            }
        }
        if count > ROWS {
            writeln!(f, "… and {} quantities that are more even", count - ROWS)?;
        }
        let replications = self.replications().len();
        match self.p_value() {
            p if p < SUSPICIOUS => writeln!(
                f,
                "{replications} replications: not calibrated, ranks so uneven have a probability of {p:.2e}"
            )?,
            _ => writeln!(f, "{replications} replications: nothing wrong found")?,
        }
        let unknown = rows.iter().filter(|(p, _)| p.is_nan()).map(|(_, place)| &self.quantities()[*place]);
        for name in unknown.take(ROWS) {
            writeln!(f, "No result for {name}, which is NaN in its truth or in a draw.")?;
        }
        if self.divergences() > 0 {
            writeln!(f, "{} transitions diverged", self.divergences())?;
        }
        if let Some((replication, error)) = self.failed().first() {
            writeln!(f, "{} replications failed, the first is {replication}: {error}", self.failed().len())?;
        }
        Ok(())
    }
}
