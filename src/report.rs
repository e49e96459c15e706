//! Results for other programs and for readers: stores, figures, and a report of one page.
//!
//! [`Draws::dataset`](crate::draws::Draws::dataset) and [`Fit::tree`](crate::sampling::Fit::tree) make draws
//! what this module knows: variables with named dimensions in groups, as xarray and ArviZ have them. What it
//! does with them needs no model.

pub use monomorph_report::data::{self, Dataset, Dimension, Tree, Variable, groups};
pub use monomorph_report::{Error, zarr};
