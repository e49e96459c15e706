//! Tests of the repository itself: its modules, tables, documents and compiler errors.

mod comparison_table;
mod compile_fail;
mod distribution_table;
mod documents;
mod figures;
mod files;
mod floors;
mod interface;
mod links;
mod message_picture;
mod warnings;
