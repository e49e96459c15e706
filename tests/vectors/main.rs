//! Tests of laws of vectors and matrices, their covariances and their probabilities.

#[path = "../common/mod.rs"]
mod common;

mod covariance_checks;
mod covariances;
mod gaussian_processes;
mod hilbert_bases;
mod kronecker_with_noise;
mod markov_fields;
mod mesh;
mod oracle_multivariate;
mod oracle_symmetric;
mod oracle_vectors;
mod smooths;
mod sparse_precision;
mod spde;
mod spectral_scales;
mod zero_sum;
