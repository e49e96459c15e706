//! The rows of a summary that are printed, and notes on the other rows.

use super::SummaryRow;

/// The number of elements above which a vector is cut.
const LONG: usize = 50;

/// The number of elements that are printed of a vector that is cut.
const FIRST: usize = 10;

/// The largest number of constant elements, or of variables, that a note names.
pub(super) const NAMED: usize = 5;

/// The rows that are printed, and notes on the other rows.
pub(super) struct Shown<'a> {
    pub rows: Vec<&'a SummaryRow>,
    pub notes: Vec<String>,
}

impl<'a> Shown<'a> {
    /// Omits elements that never change, and all but the first elements of long vectors.
    pub fn of(rows: &'a [SummaryRow]) -> Self {
        let (constant, changing): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.is_constant());
        let mut shown = Self { rows: Vec::new(), notes: Vec::new() };
        for vector in changing.chunk_by(|a, b| variable(&a.name) == variable(&b.name)) {
            let count = if vector.len() > LONG { FIRST } else { vector.len() };
            let (first, others) = vector.split_at(count);
            shown.rows.extend(first);
            shown.notes.extend(note_on(others));
        }
        // If no element changes, all of them are printed.
        if shown.rows.is_empty() {
            return Self { rows: constant, notes: Vec::new() };
        }
        if !constant.is_empty() {
            let named: Vec<String> = constant.iter().take(NAMED).map(|row| named_value(row)).collect();
            let dots = if constant.len() > NAMED { ", …; `{:#}` prints all rows" } else { "" };
            let elements =
                if constant.len() == 1 { "element never changes" } else { "elements never change" };
            shown.notes.push(format!("{} {elements}: {}{dots}", constant.len(), named.join(", ")));
        }
        shown
    }
}

/// Returns the name of an element that never changes, with its value: `p[0] = 1`. Six digits hide rounding
/// errors.
fn named_value(row: &SummaryRow) -> String {
    let value = format!("{:.5e}", row.mean).parse().unwrap_or(row.mean);
    match value.abs() {
        0.0 => format!("{} = 0", row.name),
        1e-4..1e9 => format!("{} = {value}", row.name),
        _ => format!("{} = {value:e}", row.name),
    }
}

/// Returns the name of the variable to which an element belongs.
pub(super) fn variable(element: &str) -> &str {
    element.split_once('[').map_or(element, |(variable, _)| variable)
}

/// Returns the note on the elements of one vector that are not printed, given their rows; `None` if all are
/// printed.
fn note_on(rows: &[&SummaryRow]) -> Option<String> {
    let first = rows.first()?;
    let known = |of: fn(&SummaryRow) -> f64| rows.iter().filter(move |row| !of(row).is_nan());
    let mut note = format!("{} more elements of `{}`", rows.len(), variable(&first.name));
    if let Some(row) = known(|row| row.rhat).max_by(|a, b| a.rhat.total_cmp(&b.rhat)) {
        note += &format!(": worst R-hat {:.3} at {}", row.rhat, row.name);
    }
    if let Some(row) = known(|row| row.ess_bulk).min_by(|a, b| a.ess_bulk.total_cmp(&b.ess_bulk)) {
        note += &format!(", least ESS bulk {:.0} at {}", row.ess_bulk, row.name);
    }
    Some(note)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: String, sd: f64, rhat: f64, ess_bulk: f64) -> SummaryRow {
        let (mean, mcse_mean, ess_tail) = (0.0, 0.1, 100.0);
        let (q5, q50, q95, density) = (-1.0, 0.0, 1.0, [0; 12]);
        SummaryRow { name, mean, sd, q5, q50, q95, mcse_mean, ess_bulk, ess_tail, rhat, density }
    }

    #[test]
    fn long_vectors_are_cut_and_constants_left_out() {
        let mut rows = vec![row("mu".into(), 1.0, 1.0, 400.0)];
        rows.extend((0..60_u32).map(|k| {
            let rhat = if k == 33 { 1.5 } else { 1.0 };
            row(format!("theta[{k}]"), 1.0, rhat, f64::from(1000 - k))
        }));
        rows.extend((0..7).map(|k| row(format!("l[0,{k}]"), 0.0, f64::NAN, f64::NAN)));
        let Shown { rows: shown, notes } = Shown::of(&rows);
        assert_eq!((shown.len(), shown[0].name.as_str(), shown[10].name.as_str()), (11, "mu", "theta[9]"));
        let cut =
            "50 more elements of `theta`: worst R-hat 1.500 at theta[33], least ESS bulk 941 at theta[59]";
        assert_eq!(notes[0], cut);
        assert_eq!(
            notes[1],
            "7 elements never change: l[0,0] = 0, l[0,1] = 0, l[0,2] = 0, l[0,3] = 0, l[0,4] = 0, …; \
                    `{:#}` prints all rows"
        );
    }

    #[test]
    fn elements_that_change_by_rounding_errors_are_constant() {
        let unit = SummaryRow { mean: 1.0, ..row("omega[1,1]".into(), 1.27e-16, 1.4, 3.0) };
        let small = row("small".into(), 1.27e-16, 1.0, 400.0);
        let rows = [unit, small];
        let shown = Shown::of(&rows);
        assert_eq!((shown.rows.len(), shown.rows[0].name.as_str()), (1, "small"));
        assert_eq!(shown.notes, ["1 element never changes: omega[1,1] = 1"]);
    }

    #[test]
    fn values_that_never_change_are_printed() {
        let of = |mean| named_value(&SummaryRow { mean, ..row("p".into(), 0.0, f64::NAN, f64::NAN) });
        let values = [0.0, -0.0, 1.0 + 2e-16, -0.1 - 0.2, 12345.678, 3e-12, 2.5e20, f64::INFINITY];
        let texts = ["0", "0", "1", "-0.3", "12345.7", "3e-12", "2.5e20", "inf"];
        assert_eq!(values.map(of), texts.map(|text| format!("p = {text}")));
    }

    #[test]
    fn where_nothing_changes_all_is_shown() {
        let rows = vec![row("a".into(), 0.0, f64::NAN, f64::NAN)];
        let shown = Shown::of(&rows);
        assert_eq!((shown.rows.len(), shown.notes.len()), (1, 0));
        assert!(Shown::of(&[]).rows.is_empty());
    }
}
