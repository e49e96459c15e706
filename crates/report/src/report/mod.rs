//! A report: one HTML file that shows first whether a fit is reliable, then its results.
//!
//! The file needs nothing else, no network and no library. It follows the light or dark theme of the
//! reader, can be printed, and its tables can be sorted and searched. With any number of parameters it
//! stays below a megabyte: traces show the extremes of every few draws, and contents that do not fit are
//! counted.
//!
//! ```
//! use monomorph_report::data::{Dataset, Tree, Variable, groups};
//! use monomorph_report::report::{ReportedFit, Report, Row, Tile, Warning};
//!
//! let draws = Variable::new("mu", ["chain", "draw"], vec![0.1, 0.5, 0.3, 0.2, 0.4, 0.6]);
//! let posterior = Dataset::draws(2, 3).with(draws)?;
//! let row = Row { name: "mu".into(), mean: 0.35, sd: 0.187, mcse: 0.08, rhat: 1.02, ..Row::default() };
//! let report = Report {
//!     title: "A mean".into(),
//!     model: Some("mu |= normal(0.0, 1.0)".into()),
//!     fits: vec![ReportedFit {
//!         words: "2 chains of 3 draws".into(),
//!         tiles: vec![Tile::rhat(1.02, "mu"), Tile::divergences(0, 6)],
//!         warnings: vec![Warning::new("Too few draws", "Take more of them.")],
//!         rows: vec![row],
//!         tree: Tree::new().with(groups::POSTERIOR, posterior),
//!         ..ReportedFit::default()
//!     }],
//!     ..Report::default()
//! };
//! let page = report.to_html();
//! assert!(page.contains("Too few draws") && page.contains("</html>"));
//! # Ok::<(), monomorph_report::Error>(())
//! ```

mod chains;
mod choice;
mod data;
mod fit;
mod html;
mod intervals;
mod page;
mod predictive;
mod row;
mod table;
mod tile;
mod two;
mod verdict;

pub use crate::number::{estimate, significant};
pub use fit::{Measure, ReportedFit, Warning};
pub use row::Row;
pub use tile::{Tile, Verdict};

use crate::Error;
use std::fs;
use std::path::Path;

/// The contents of a report; all fields may be left empty.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The title.
    pub title: String,
    /// A line below the title.
    pub subtitle: String,
    /// One fit, or two that are shown side by side; more are left out.
    pub fits: Vec<ReportedFit>,
    /// The text of the model.
    pub model: Option<String>,
    /// A picture of the model as SVG, which is copied into the page unchanged.
    pub graph: Option<String>,
    /// An explanation of what was done with each statement of the model, or another text in a fixed font.
    pub explanation: Option<String>,
    /// Library, version and time, at the end of the page.
    pub footer: String,
}

impl Report {
    /// Returns the page as text.
    pub fn to_html(&self) -> String {
        page::page(self)
    }

    /// Writes the page into a file.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        fs::write(path, self.to_html()).map_err(|error| Error::io(path, "cannot write the report", error))
    }
}
