//! The crate itself: its floors, its tables and what its compiler errors say.

mod compile_fail;
mod distribution_table;
mod floors;
