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
    for (build, what, _) in &BUILDS[..builds] {
        table += &format!(" {build}, {what} |");
    }
    table += &format!("\n|-|{}\n", "-|".repeat(builds));
    for (kind, is_of_kind) in KINDS {
        let count = rows.iter().filter(|row| is_of_kind(row)).count();
        table += &format!("| median of {count} {kind} |");
        for place in 0..builds {
            let ratios = ratios_of(rows, is_of_kind, place);
            table += &format!(" {:.1} |", ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN));
        }
        table.push('\n');
    }
    table += "| the least of all |";
    for place in 0..builds {
        table += &format!(" {:.1} |", ratios_of(rows, |_| true, place).first().copied().unwrap_or(f64::NAN));
    }
    table + "\n\n"
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
