//! The table of all models, on the screen and as a page.

use crate::compare::Bench;
use crate::{machine, pages, picture, pile};
use monomorph::prelude::Instructions;
use std::fmt::{Display, Formatter, Write};
use std::path::{Path, PathBuf};

/// The kernels that are measured, by a short name and a title, with their instructions: what a user gets by
/// default, and what the feature `avx512` adds, where the machine has the instructions.
pub const BUILDS: [(&str, &str, Instructions); 2] = [
    ("AVX2", "kernels for AVX2, the default", Instructions::Avx2),
    ("AVX-512", "kernels for AVX-512", Instructions::Avx512),
];

/// The nanoseconds of stanli's gradient from which on a model is a large one.
const LARGE: f64 = 1000.0;

/// A measured model; times in nanoseconds per gradient.
pub struct Row {
    pub name: String,
    pub dimension: usize,
    /// The time of each of [`BUILDS`], at least of the first.
    pub ours: Vec<f64>,
    pub stanli: f64,
    /// The variant of the program, and the arithmetic, that were fastest for stanli.
    pub variant: String,
    pub by_hand: Option<f64>,
}

impl Row {
    /// How many of our gradients one of stanli's takes, by the default build.
    pub fn ratio(&self) -> f64 {
        self.stanli / self.ours[0]
    }

    /// How many of our gradients one of stanli's takes, by each build.
    pub fn ratios(&self) -> impl Iterator<Item = f64> + '_ {
        self.ours.iter().map(|ours| self.stanli / ours)
    }

    /// Takes the faster time of each contender.
    pub fn improve(&mut self, again: Self) {
        self.ours.iter_mut().zip(again.ours).for_each(|(time, again)| *time = time.min(again));
        self.by_hand = self.by_hand.into_iter().chain(again.by_hand).reduce(f64::min);
        if again.stanli < self.stanli {
            (self.stanli, self.variant) = (again.stanli, again.variant);
        }
    }
}

/// The titles of the columns.
pub fn titles() -> String {
    let mut titles = format!("{:<54} {:>9} {:>10}", "model", "dimension", "stanli_ns");
    for (build, ..) in BUILDS {
        let _ = write!(titles, " {build:>10} {:>7}", "ratio");
    }
    titles + "    hand_ns"
}

impl Display for Row {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { name, dimension, ours, stanli, by_hand, .. } = self;
        write!(formatter, "{name:<54} {dimension:>9} {stanli:>10.1}")?;
        for (ours, ratio) in ours.iter().zip(self.ratios()) {
            write!(formatter, " {ours:>10.1} {ratio:>7.2}")?;
        }
        write!(formatter, " {:>10}", by_hand.map_or(String::new(), |time| format!("{time:.1}")))
    }
}

/// The ratios of one build, of models of a kind, in ascending order.
pub fn ratios_of(rows: &[Row], is_of_kind: impl Fn(&Row) -> bool, build: usize) -> Vec<f64> {
    let of_kind = rows.iter().filter(|row| is_of_kind(row));
    let mut ratios: Vec<f64> = of_kind.filter_map(|row| row.ratios().nth(build)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios
}

/// The name of a kind of models, and what is true of such a model.
type Kind = (&'static str, fn(&Row) -> bool);

/// Kinds of models.
pub const KINDS: [Kind; 3] = [
    ("models", |_| true),
    ("that take stanli over 1 µs", |row| row.stanli > LARGE),
    ("that take it less", |row| row.stanli <= LARGE),
];

/// Writes `peers.md`, `peers.svg` and `ratios.svg`, and says where.
///
/// A full run is kept beside the benchmark, whose figures `sh benches/figures.sh` then writes into documents.
/// A run of some models goes below Cargo's target directory.
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
A ratio above 1 says that monomorph is faster. Kernels for AVX2 are what a program gets by default. Those for
AVX-512 come with the feature `avx512`, with which gradients that read and write fewer than 400 numbers take
AVX2's all the same. stanli runs the variant of its program and the arithmetic (exact or fast) that are fastest
for it, which the last column names.
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
    line(&pages::marked(&bench.rows));
    line("\n![the ratios](peers.svg)\n");
    let builds = bench.rows.first().map_or(0, |row| row.ours.len());
    let titles: Vec<String> =
        BUILDS[..builds].iter().map(|(build, ..)| format!("{build} | ratio | ")).collect();
    line(&format!("| model | dimension | stanli | {}by hand | stanli's program |", titles.concat()));
    line(&format!("|-|-:|-:|{}-:|-|", "-:|-:|".repeat(builds)));
    for row in &bench.rows {
        let ours = row.ours.iter().zip(row.ratios());
        let ours: Vec<String> = ours.map(|(time, ratio)| format!("{time:.1} | {ratio:.2} | ")).collect();
        line(&format!(
            "| {} | {} | {:.1} | {}{} | {} |",
            row.name,
            row.dimension,
            row.stanli,
            ours.concat(),
            row.by_hand.map_or(String::new(), |time| format!("{time:.1}")),
            row.variant,
        ));
    }
    page.push_str(&pages::by_hand(&bench.rows));
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
