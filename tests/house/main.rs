//! The crate itself: its floors, its tables, its documents and what its compiler errors say.

mod compile_fail;
mod distribution_table;
mod documents;
mod figures;
mod files;
mod floors;
mod links;
