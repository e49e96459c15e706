//! The table of medians in the documents that show it: each has it between two marks, `<!-- peers -->` and
//! `<!-- /peers -->`, as the report has. `cargo test --test house` finds those that differ.

use crate::report::{BUILDS, KINDS, Row, ratios_of};
use std::path::Path;

/// The documents beside the report, from the root of the repository.
const PAGES: [&str; 3] = ["README.md", "COMPARE.md", "docs/guide/speed.md"];

const BEGIN: &str = "<!-- peers -->\n";
const END: &str = "<!-- /peers -->";

/// The medians and the least ratios of each build.
pub fn table(rows: &[Row]) -> String {
    let builds = rows.first().map_or(0, |row| row.ours.len());
    let mut table = String::from("\n| stanli's time for a gradient, divided by monomorph's |");
    for (_, kernels, _) in &BUILDS[..builds] {
        table += &format!(" {kernels} |");
    }
    table += &format!("\n|-|{}\n", "-|".repeat(builds));
    for (kind, is_of_kind) in KINDS {
        let count = rows.iter().filter(|row| is_of_kind(row)).count();
        let ratios = (0..builds).map(|place| ratios_of(rows, is_of_kind, place));
        table += &line(&format!("median of {count} {kind}"), ratios, |ratios| ratios.get(ratios.len() / 2));
    }
    let ratios = (0..builds).map(|place| ratios_of(rows, |_| true, place));
    table + &line("the least of all", ratios, |ratios| ratios.first()) + "\n"
}

/// A line of the table: one of the ratios of each build. There is no line of a kind that no model is of.
fn line(
    title: &str,
    ratios: impl Iterator<Item = Vec<f64>>,
    choose: impl Fn(&[f64]) -> Option<&f64>,
) -> String {
    let cells: Option<String> =
        ratios.map(|ratios| choose(&ratios).map(|ratio| format!(" {ratio:.1} |"))).collect();
    let cells = cells.filter(|cells| !cells.is_empty());
    cells.map_or_else(String::new, |cells| format!("| {title} |{cells}\n"))
}

/// The table between its marks.
pub fn marked(rows: &[Row]) -> String {
    format!("{BEGIN}{}{END}", table(rows))
}

/// Writes the table into the documents, and says which one has no marks.
pub fn write(rows: &[Row]) -> Result<(), String> {
    for page in PAGES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
        let describe = |error: std::io::Error| format!("{page}: {error}");
        let text = std::fs::read_to_string(&path).map_err(describe)?;
        let parts = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
        let (before, behind) = parts.ok_or_else(|| format!("{page} has no marks for the table"))?;
        std::fs::write(&path, format!("{before}{}{behind}", marked(rows))).map_err(describe)?;
    }
    Ok(())
}
