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
//! A name of a variable or dimension is the name of a folder too. Letters, digits, spaces, apostrophes, dots
//! and brackets stand as they are. What a folder's name cannot hold on some system, `/ \ : * ? " < > | %`,
//! control characters, a dot or a space at the end, and `__` at the beginning, becomes `%` and two
//! hexadecimal digits for each byte: the variable `a/b` is `a%2Fb` for xarray. So does the first letter of a
//! variable that is called like a dimension, since xarray allows no such variable: a parameter `chain` is
//! `%63hain`. The array then has the attributes `written_name`, by which
//! [`Tree::from_zarr`](crate::data::Tree::from_zarr) gives the true name back, and `long_name`, which
//! xarray's figures show. Labels are data and need none of this.
//!
//! # Which stores are read?
//!
//! Those of this module, and those of others where each array has the codec `bytes` alone, or `vlen-utf8` for
//! texts: `xarray` writes them with `encoding={"theta": {"compressors": None}}` for each variable. Any other
//! codec is an error that names it and the array.

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
