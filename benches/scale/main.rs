//! `cargo bench --bench scale`: the cost of a gradient as models grow.
//!
//! | part | what grows | chart |
//! |-|-|-|
//! | [`rows`] | observations, 10² to 10⁶, ten columns | `benches/report/rows.svg` |
//! | [`columns`] | columns, 1 to 300, 2 000 observations | `benches/report/columns.svg` |
//! | [`statements`] | statements, 1 to 32, 100 observations each | `benches/report/statements.svg` |
//! | [`points`] | points in one pass, 1 to 8, 1 000 000 observations of 50 columns | `benches/report/points.svg` |
//! | `parts` | observations, 10⁴ to 10⁶, whole and in two parts; with `--features rayon` | `benches/report/parts.svg` |
//! | `kinds` | nothing: a model of each kind of statement, whole and in two parts; with `--features rayon` | |
//! | [`ranks`] | observations, 10³ to 10⁶, on one, two and four ranks of MPI, as there are cores | `benches/report/ranks.svg` |
//! | [`lockstep`] | chains, alone and in lockstep, 1 000 000 observations of 20 columns | |
//! | [`chains`] | chains a core, alone and in lockstep, of 10⁴ to 10⁷ numbers: effective draws per second | |
//! | [`fits`] | observations, 10 to 10⁵, of fits beside compiling; and data sets of one small model | `benches/report/fits.svg`, `fits.md` |
//! | [`sparse`] | the part of a matrix's cells that are entries: sparse, dense, and in Stan | `benches/report/sparse.md` |
//! | [`singles`] | observations, of predictors of 64 and of 32 bits | |
//! | `files` | observations, of data in main memory and in a file; with `--features mapped` | |
//! | [`bandwidth`] | nothing: 400 MB of data beside a plain sum and a plain copy of them | |
//!
//! Charts have logarithmic axes, so a cost of nᵏ is a line of slope k. The stated slope is fitted to the
//! larger half of the sizes, where fixed costs are small. If the larger data do not fit the caches, the
//! slope is above the slope of the operations: a row of ten columns and an outcome has 88 bytes, and its
//! arithmetic ends before memory delivers the next row. `cargo bench --bench scale -- rows` runs the parts
//! whose name contains `rows`.

mod bandwidth;
mod chains;
mod chart;
mod clock;
mod columns;
#[cfg(feature = "mapped")]
mod files;
mod fits;
#[cfg(feature = "rayon")]
mod kinds;
mod lockstep;
mod logistic;
#[cfg(feature = "rayon")]
mod parts;
mod points;
#[path = "../peers/random.rs"]
#[allow(dead_code)]
mod random;
mod ranks;
mod regression;
mod rows;
mod singles;
mod sparse;
#[path = "../peers/stanli.rs"]
#[allow(dead_code)]
mod stanli;
mod statements;

use std::error::Error;

/// One chart, or the table beside memory.
type Part = fn() -> Result<(), Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test --benches` runs this too, without the flag; there is nothing to time then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let parts: &[(&str, Part)] = &[
        ("rows", rows::run),
        ("columns", columns::run),
        ("statements", statements::run),
        ("points", points::run),
        ("ranks", ranks::run),
        ("lockstep", lockstep::run),
        ("chains", chains::run),
        #[cfg(feature = "rayon")]
        ("parts", parts::run),
        #[cfg(feature = "rayon")]
        ("kinds", kinds::run),
        ("fits", fits::run),
        ("sparse", sparse::run),
        ("singles", singles::run),
        #[cfg(feature = "mapped")]
        ("files", files::run),
        ("bandwidth", bandwidth::run),
    ];
    for (_, run) in parts.iter().filter(|(name, _)| is_wanted(name)) {
        run()?;
    }
    Ok(())
}

/// True if no names are given, or a part of this one is.
fn is_wanted(name: &str) -> bool {
    let mut parts = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).peekable();
    parts.peek().is_none() || parts.any(|part| name.contains(&part))
}
