//! Functions, matrices and their gradients.

#[path = "../common/mod.rs"]
mod common;

mod dear_definitions;
mod diagnostics;
mod eigenvectors;
mod extreme_functions;
mod factorisations;
mod functions_of_matrices;
mod functions_of_rows;
mod gradients;
mod larger_and_smaller;
mod matrices;
mod oracle;
mod oracle_factors;
mod oracle_matrices;
mod scalar_functions;
mod sum_over;
