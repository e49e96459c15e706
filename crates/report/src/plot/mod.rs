//! Figures as SVG.
//!
//! Each function makes a [`Figure`], a value with a few settings that is converted to an SVG:
//!
//! ```
//! use monomorph_report::data::Quantity;
//! use monomorph_report::plot;
//!
//! let theta = [
//!     Quantity::new("theta[Choate]", vec![vec![6.1, 2.3, 9.9, 4.2], vec![5.0, 8.1, 0.3, 6.6]]),
//!     Quantity::new("theta[Deerfield]", vec![vec![4.1, 3.3, 5.9, 4.0], vec![5.2, 4.4, 3.3, 6.0]]),
//! ];
//! let figure = plot::forest(&theta).title("Effects of coaching").x_label("points").reference(0.0);
//! let path = std::env::temp_dir().join("monomorph_report_forest.svg");
//! figure.save(&path)?;
//! # std::fs::remove_file(&path).ok();
//! # Ok::<(), monomorph_report::Error>(())
//! ```
//!
//! A function shows anything that implements [`Quantities`](crate::data::Quantities): a
//! [`Dataset`](crate::data::Dataset), the posterior of a [`Tree`](crate::data::Tree), or a list of
//! quantities. Draws that are not finite are left out.
//!
//! The colours are close to those of Okabe and Ito, which colour-blind readers can distinguish. They are
//! written into the file, since many programs do not support CSS variables.

mod autocorrelation;
mod compare;
mod counts;
mod curve;
mod density;
mod ecdf;
mod energy;
mod ess;
mod figure;
mod forest;
mod grid;
mod observations;
mod pairs;
mod palette;
mod panel;
mod predictive;
mod prior;
mod rank;
mod residuals;
mod scale;
mod statistics;
mod svg;
mod ticks;
mod trace;

pub use autocorrelation::{Autocorrelation, autocorrelation};
pub use compare::{Compare, compare};
pub use counts::{Counts, counts};
pub use curve::{Curve, curve};
pub use density::{Densities, density};
pub use ecdf::{Ecdf, ecdf};
pub use energy::{Energy, energy};
pub use ess::{Ess, ess};
pub use figure::{Draw, Figure, Theme};
pub use forest::{Forest, forest};
pub use observations::{Observations, observations};
pub use pairs::{Pairs, pairs};
pub use predictive::{Predictive, predictive};
pub use prior::{PriorPosterior, prior_posterior};
pub use rank::{RankPlot, rank};
pub use residuals::{Residuals, residuals};
pub use statistics::{Statistics, statistics};
pub use trace::{Trace, trace};

pub(crate) use palette::{DARK, LIGHT, STYLE};
pub(crate) use svg::escape;
