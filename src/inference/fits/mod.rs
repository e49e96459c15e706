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
//! Each data set has a key, a text or a number. Threads take one data set after the other; each fit is run by
//! one thread, chain after chain, which is the fastest way to come to the end of all of them.
//!
//! # What is promised
//!
//! - Random numbers follow from the seed and the key alone. So a fit has the same result whatever its
//!   neighbours are, in whatever order and by however many threads they are run, in one process or in
//!   several.
//! - A fit that fails or panics is one error, by its key, and the others go on.
//! - With [`record`](Fits::record) each result is written to a file as soon as it is there. The same program
//!   started again reads what the file has and runs the rest, so a kill costs the fits that were on their
//!   way. A row that a kill has cut short is cut off. A file of other settings, or with a row that was
//!   changed, is refused and left as it is.
//!
//! The numbers of a data set whose result is in the file are not looked at again: where they may have
//! changed, [`version`](Fits::version) tells the file of one state of the data from that of another.
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
