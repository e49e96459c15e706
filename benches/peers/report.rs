//! The table of all models, on the screen and as a page.

use crate::compare::Bench;
use crate::{machine, picture, pile};
use std::fmt::{Display, Formatter, Write};
use std::path::{Path, PathBuf};

/// A measured model; times in nanoseconds per gradient.
pub struct Row {
    pub name: String,
    pub dimension: usize,
    pub ours: f64,
    pub stanli: f64,
    /// The variant of the program, and the arithmetic, that were fastest for stanli.
    pub variant: String,
    pub by_hand: Option<f64>,
}

impl Row {
    /// How many of our gradients one of stanli's takes.
    pub fn ratio(&self) -> f64 {
        self.stanli / self.ours
    }

    /// Takes the faster time of each contender.
    pub fn improve(&mut self, again: Self) {
        self.ours = self.ours.min(again.ours);
        self.by_hand = self.by_hand.into_iter().chain(again.by_hand).reduce(f64::min);
        if again.stanli < self.stanli {
            (self.stanli, self.variant) = (again.stanli, again.variant);
        }
    }
}

/// The titles of the columns.
pub fn titles() -> String {
    format!(
        "{:<54} {:>9} {:>10} {:>10} {:>7} {:>10}",
        "model", "dimension", "ours_ns", "stanli_ns", "ratio", "hand_ns"
    )
}

impl Display for Row {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { name, dimension, ours, stanli, by_hand, .. } = self;
        let (ratio, by_hand) = (self.ratio(), by_hand.map_or(String::new(), |time| format!("{time:.1}")));
        write!(formatter, "{name:<54} {dimension:>9} {ours:>10.1} {stanli:>10.1} {ratio:>7.2} {by_hand:>10}")
    }
}

/// The median and the worst ratio.
pub fn summary(rows: &[Row]) -> Option<(f64, f64)> {
    let mut ratios: Vec<f64> = rows.iter().map(Row::ratio).collect();
    ratios.sort_by(f64::total_cmp);
    Some((*ratios.get(ratios.len() / 2)?, *ratios.first()?))
}

/// Writes `peers.md`, `peers.svg` and `ratios.svg`, and says where.
///
/// A full run is kept beside the benchmark; a run of some models goes below Cargo's target directory.
pub fn write(bench: &Bench, version: &str) -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join(if bench.is_full() { "report" } else { "../target/peers/report" });
    let describe = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(&folder).map_err(describe)?;
    std::fs::write(folder.join("peers.md"), page(bench, version)).map_err(describe)?;
    picture::draw(&bench.rows, &folder.join("peers.svg"))?;
    let ratios: Vec<f64> = bench.rows.iter().map(Row::ratio).collect();
    pile::draw(&ratios, &folder.join("ratios.svg"))?;
    Ok(folder)
}

const HEADER: &str = "\
# Gradients beside stanli's

Nanoseconds per log density with its gradient, one thread; `cargo bench --bench peers` writes this page.
A ratio above 1 says that monomorph is faster. stanli runs the variant of its program and the arithmetic
(exact or fast) that are fastest for it, which the last column names.
";

fn page(bench: &Bench, version: &str) -> String {
    let mut page = String::new();
    let mut line = |text: &str| {
        page.push_str(text);
        page.push('\n');
    };
    line(HEADER);
    line(&format!("- processor: {}, {}", machine::processor(), machine::instructions()));
    line(&format!("- date: {}", machine::date()));
    line(&format!("- compiler: {}", machine::compiler()));
    line(&format!("- monomorph {}, stanli {version}\n", machine::version()));
    line("![the ratios](peers.svg)\n");
    line("| model | dimension | monomorph | stanli | ratio | by hand | stanli's program |");
    line("|-|-:|-:|-:|-:|-:|-|");
    for row in &bench.rows {
        line(&format!(
            "| {} | {} | {:.1} | {:.1} | {:.2} | {} | {} |",
            row.name,
            row.dimension,
            row.ours,
            row.stanli,
            row.ratio(),
            row.by_hand.map_or(String::new(), |time| format!("{time:.1}")),
            row.variant,
        ));
    }
    if let Some((median, worst)) = summary(&bench.rows) {
        line(&format!("\n{} models: median ratio {median:.2}, worst {worst:.2}", bench.rows.len()));
    }
    let mut list = |title: &str, lines: &[String]| {
        if !lines.is_empty() {
            let items: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
            let _ = write!(page, "\n## {title}\n\n{}\n", items.join("\n"));
        }
    };
    list("Left out", &bench.skipped);
    list("Failed", &bench.failures);
    page
}
