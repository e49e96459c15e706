//! Many fits of one model: a small posterior for each of thousands of data sets.
//!
//! ```
//! use monomorph::fits::fits;
//! use monomorph::prelude::*;
//!
//! fn visits(counts: &[i64]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
//!     params! { rate: positive() }
//!     let model = model! { rate |= gamma(2.0, 1.0), data(counts) |= poisson(rate) };
//!     model.compile()
//! }
//!
//! let shops = [("north", vec![3, 1, 4]), ("south", vec![2, -1]), ("west", vec![9, 12, 8])];
//! let found = fits(shops, |counts| visits(counts)).chains(2).warmup(200).draws(200).run()?;
//! assert!(found.get("west")?.summary().row("rate")?.mean > 6.0);
//! // A data set with a number that is no count is an error of its own fit.
//! assert_eq!(found.failed().map(|(key, _)| key).collect::<Vec<_>>(), ["south"]);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! Each data set has a key, a text or a number. Threads take one data set after the other; each fit is run
//! by one thread, chain by chain, which is the fastest way to run all fits.
//!
//! # What is promised
//!
//! - Random numbers are derived from the seed and the key only. So a fit has the same result with any other
//!   fits, in any order, with any number of threads, in one process or in several.
//! - A fit that fails or panics is one error, with its key, and the other fits continue.
//! - With [`record`](Fits::record) each result is written to a file as soon as it is computed. The same
//!   program, started again, reads the results in the file and runs the remaining fits, so a kill loses
//!   unfinished fits only. A row that a kill has truncated is removed. A file with other settings, or with a
//!   changed row, is refused and left unchanged.
//!
//! If the result of a data set is in the file, its numbers are not read again: if they may have changed,
//! [`version`](Fits::version) distinguishes the files of different versions of the data.
//!
//! The chapter [Many fits](crate::guide::many_fits) begins with a whole program.

mod builder;
mod found;
mod record;
mod run;
mod summary;

pub use crate::chains::FitsProgress;
pub use builder::{Fits, fits};
pub use found::FoundFits;
pub use record::{Recorded, read_fits};
pub use summary::FitSummary;
