//! Zarr stores, version 3, as xarray and ArviZ open them.
//!
//! A store is a folder: a `zarr.json` for each group and each array, and raw chunks of little-endian numbers.
//! [`Tree::to_zarr`](crate::data::Tree::to_zarr) writes all groups at once,
//! [`Appender`] adds draws while chains run, [`Tree::from_zarr`](crate::data::Tree::from_zarr) reads a store
//! back. Python opens them with `arviz.from_zarr(path)`, from ArviZ 1.0 on, which needs Python 3.12, or
//! `xarray.open_datatree(path)`. ArviZ 0.23, which Python 3.11 gets, refuses Zarr 3 and takes what xarray has
//! opened: `arviz.InferenceData.from_datatree`.
//!
//! # How are names written?
//!
//! The name of a variable or dimension is also the name of a folder. Letters, digits, spaces, apostrophes,
//! dots and brackets are written as they are. Characters that are not allowed in a folder's name on some
//! system, `/ \ : * ? " < > | %`, control characters, a dot or a space at the end, and `__` at the
//! beginning, become `%` and two hexadecimal digits for each byte: the variable `a/b` is `a%2Fb` in xarray.
//! So does the first letter of a variable that has the name of a dimension, since xarray allows no such
//! variable: a parameter `chain` is `%63hain`. The array then has the attributes `written_name`, from which
//! [`Tree::from_zarr`](crate::data::Tree::from_zarr) restores the true name, and `long_name`, which
//! xarray's figures show. Labels are data and are not escaped.
//!
//! # Which stores are read?
//!
//! The stores of this module, and stores of other libraries in which each array has only the codec `bytes`,
//! or `vlen-utf8` for texts: `xarray` writes them with `encoding={"theta": {"compressors": None}}` for each
//! variable. Any other codec is an error that names it and the array.

mod append;
mod chunks;
mod encode;
mod files;
mod metadata;
mod names;
mod read;
mod store;
mod write;

pub use append::{Appender, Entry, LOST_CHAINS};
