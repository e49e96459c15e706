//! Distributions: their densities, their cumulative probabilities, and what is made of them.

#[path = "../common/mod.rs"]
mod common;

mod bounds_of_counts;
mod components;
mod covariance_checks;
mod covariances;
mod cumulative;
mod cumulative_discrete;
mod gaussian_processes;
mod large_counts;
mod large_shapes;
mod laws;
mod narrow_intervals;
mod oracle_densities;
mod oracle_multivariate;
mod oracle_symmetric;
mod oracle_vectors;
mod probabilities;
