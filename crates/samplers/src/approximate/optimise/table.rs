//! The printed form of a mode.

use super::mode::Mode;
use crate::approximate::printed::{SHOWN, note_on_others, table};
use crate::draws::fixed::{fixed_elements, split};
use crate::draws::table::{decimals, number, wrap};
use core::convert::Infallible;
use core::fmt;

/// The assumed standard error of a value without one, as a share of the value: it determines the number of
/// printed digits.
const DIGITS: f64 = 1e-2;

/// A mode is printed with its first fifty elements; `{mode:#}` prints all.
impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One point does not tell what is symmetric, so numbers that differ leave it to the forms.
        let Ok(fixed) = fixed_elements(&self.variables, |element| Ok::<_, Infallible>([element as f64]));
        let (all, fixed) = split(self.rows(), &fixed);
        let shown = if f.alternate() { all.len() } else { all.len().min(SHOWN) };
        let rows = all[..shown].iter().map(|row| {
            let digits = decimals(row.standard_error.unwrap_or(DIGITS * row.value.abs()));
            let error = row.standard_error.map(|error| number(error, digits));
            [row.name.clone(), number(row.value, digits)].into_iter().chain(error).collect()
        });
        let rows: Vec<Vec<String>> = rows.collect();
        let headings: &[&str] =
            if self.errors.is_some() { &["", "mode", "std. error"] } else { &["", "mode"] };
        table(f, headings, &rows)?;
        note_on_others(f, all.len(), shown, fixed.iter().map(|row| row.name.as_str()))?;
        let line = format!(
            "log density{} {:.6}, gradient {:.1e}, after {} iterations and {} gradients: {}",
            if self.has_jacobian { "" } else { " without Jacobian" },
            self.log_density,
            self.gradient_norm,
            self.iterations,
            self.gradients,
            self.stopped
        );
        write!(f, "\n{}", wrap(&line))?;
        for warning in &self.warnings {
            write!(f, "\n\n{}", wrap(&format!("Warning: {warning}")))?;
        }
        writeln!(f)
    }
}
