//! Results for other programs and for readers: stores, figures, and a report of one page.
//!
//! [`Draws::dataset`](crate::draws::Draws::dataset) and [`Fit::tree`](crate::sampling::Fit::tree) convert
//! draws to the data that figures and stores use: variables with named dimensions in groups, as in xarray
//! and ArviZ. [`Page`] puts a fit, or two side by side, on one page of HTML.
//!
//! ```
//! use monomorph::prelude::*;
//! use monomorph::report::{Page, groups, plot};
//!
//! let y = [2.1, 1.4, 0.3, 1.9];
//! params! { mu: real(), sigma: positive() }
//! let model = model! {
//!     mu       |= normal(0.0, 2.0),
//!     sigma    |= half_normal(1.0),
//!     data(&y) |= normal(mu, sigma),
//! };
//! let posterior = model.compile()?;
//! let fit = posterior.nuts().chains(2).draws(200).seed(1).progress(false).run()?;
//!
//! let folder = std::env::temp_dir();
//! Page::of(&fit)
//!     .title("A mean")
//!     .model(&model.graph())
//!     .explanation(posterior.explain())
//!     .observed("y", &y)
//!     .group(groups::POSTERIOR_PREDICTIVE, model.predict(fit.draws(), 1)?.dataset())
//!     .group(groups::PRIOR, model.sample_prior(400, 1)?.dataset())
//!     .save(folder.join("report.html"))?;
//!
//! // A figure by itself.
//! plot::forest(&fit.draws().dataset()).title("Estimates").save(folder.join("forest.svg"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The chapter [Results, pages and figures](crate::guide::results) begins with a whole program.

mod checks;
mod pictured;

pub use checks::{statistics, uniformity};
pub use monomorph_report::data::{self, Dataset, Dimension, Tree, Variable, groups};
pub use monomorph_report::{Error, plot, zarr};
#[doc(inline)]
pub use monomorph_samplers::report::{Page, Pictured, Reported};
