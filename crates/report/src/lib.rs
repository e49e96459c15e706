//! The results of a sampler as files: draws with names as Zarr stores that ArviZ opens, figures as SVG, and
//! a report of one HTML file.
//!
//! The crate depends on draws and names only, on no model and no sampler, and uses the standard library
//! alone.
//!
//! * [`data`] has the data model of xarray and ArviZ: variables with named dimensions in groups.
//! * [`zarr`] writes it as a store, at once or while chains run, and reads it back.
//! * [`plot`] draws figures, each a value that is converted to an SVG.
//! * [`report`] combines all of it on one page.
//!
//! ```
//! use monomorph_report::data::{Dataset, Tree, Variable, groups};
//! use monomorph_report::plot;
//!
//! let mu = vec![0.1, -0.3, 0.2, 0.4, 0.0, -0.2];
//! let posterior = Dataset::draws(2, 3).with(Variable::new("mu", ["chain", "draw"], mu))?;
//! let svg = plot::forest(&posterior).title("A mean").to_svg();
//! assert!(svg.starts_with("<svg"));
//!
//! let folder = std::env::temp_dir().join("monomorph_report_first.zarr");
//! let tree = Tree::new().with(groups::POSTERIOR, posterior);
//! tree.to_zarr(&folder)?;
//! assert_eq!(Tree::from_zarr(&folder)?, tree);
//! # std::fs::remove_dir_all(&folder).ok();
//! # Ok::<(), monomorph_report::Error>(())
//! ```

#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod data;
mod error;
pub mod json;
mod number;
pub mod plot;
pub mod report;
mod statistics;
pub mod zarr;

pub use error::Error;
