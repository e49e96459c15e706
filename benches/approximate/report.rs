//! The table of the report.

use std::fmt::{Display, Formatter, Write};
use std::path::{Path, PathBuf};

/// One method on one posterior.
pub struct Row {
    pub name: String,
    pub dimension: usize,
    pub method: &'static str,
    pub ours: Measured,
    pub theirs: Measured,
    pub gradients: f64,
    pub densities: f64,
}

/// Medians over seeds.
#[derive(Clone, Copy)]
pub struct Measured {
    pub milliseconds: f64,
    pub distance: f64,
    pub weighted: f64,
    pub khat: f64,
}

pub const TITLES: &str = "| posterior | dimension | method | ms | stanli | ratio | gradients | log densities | distance | stanli | \
     after PSIS | stanli | k̂ | stanli |\n|-|-|-|-|-|-|-|-|-|-|-|-|-|-|";

impl Row {
    fn ratio(&self) -> f64 {
        self.ours.milliseconds / self.theirs.milliseconds
    }
}

impl Display for Row {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { name, dimension, method, ours, theirs, gradients, densities } = self;
        write!(
            f,
            "| {name} | {dimension} | {method} | {:.3} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            ours.milliseconds,
            number(theirs.milliseconds),
            number(self.ratio()),
            count(*gradients),
            count(*densities),
            number(ours.distance),
            number(theirs.distance),
            number(ours.weighted),
            number(theirs.weighted),
            number(ours.khat),
            number(theirs.khat),
        )
    }
}

fn number(value: f64) -> String {
    if value.is_nan() { "–".to_owned() } else { format!("{value:.3}") }
}

fn count(value: f64) -> String {
    if value.is_nan() { "–".to_owned() } else { format!("{value:.0}") }
}

/// How many rows reach what is wanted.
pub fn summary(rows: &[Row]) -> String {
    let mut text = String::new();
    for method in ["Pathfinder", "mode", "Laplace"] {
        let of: Vec<&Row> = rows.iter().filter(|row| row.method == method).collect();
        let mut ratios: Vec<f64> = of.iter().map(|row| row.ratio()).filter(|ratio| !ratio.is_nan()).collect();
        ratios.sort_by(f64::total_cmp);
        let (Some(median), Some(worst)) = (ratios.get(ratios.len() / 2), ratios.last()) else { continue };
        let quick = ratios.iter().filter(|ratio| **ratio <= 0.25).count();
        let near = of.iter().filter(|row| row.ours.distance <= row.theirs.distance * 1.02 + 1e-3).count();
        let _ = write!(
            text,
            "{method}: median ratio of times {median:.2}, worst {worst:.2}; a quarter or less in {quick} of {}; distance not \
             larger in {near}",
            of.len()
        );
        // A mode has no weights.
        if method != "mode" {
            let is_near = |row: &&&Row| row.ours.weighted <= row.theirs.weighted * 1.02 + 1e-3;
            let _ = write!(text, ", after PSIS in {}", of.iter().filter(is_near).count());
        }
        text.push('\n');
    }
    text
}

/// Writes the table.
pub fn write(rows: &[Row]) -> std::io::Result<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("report/approximate.md");
    let mut text = String::from(
        "# Modes, Laplace's approximation and Pathfinder\n\n`cargo bench --bench approximate` writes this table; \
         `benches/approximate/main.rs` says what the columns are.\n\n",
    );
    let _ = writeln!(text, "{}\n{TITLES}", summary(rows));
    rows.iter().for_each(|row| {
        let _ = writeln!(text, "{row}");
    });
    std::fs::write(&path, text)?;
    Ok(path)
}
