//! Chapters on data: how the columns of a file become what a model is made of.
//!
//! The library reads no files, since others read them well. What a model takes are slices of numbers, whole
//! numbers and `bool`, matrices of [`faer`], and columns of [`Labels`](crate::labels::Labels).
//!
//! * [`from_csv`]: a table of rows with the crate `csv`; text becomes labels, empty cells are missing.
//! * [`from_stan_json`]: a file of data of Stan's with the crate `serde_json`; indices count from 0 here and
//!   from 1 there.
//! * [`many_fits`]: one model for thousands of data sets, on one machine and on many.

pub mod from_csv;
pub mod from_stan_json;
pub mod many_fits;
