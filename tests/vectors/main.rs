//! Laws of vectors and matrices, their covariances and their probabilities.

#[path = "../common/mod.rs"]
mod common;

mod covariance_checks;
mod covariances;
mod gaussian_processes;
<<<<<<< HEAD
mod kronecker_with_noise;
=======
mod hilbert_bases;
>>>>>>> d1b2f67b (A basis of sines for Gaussian processes of thousands of points, with the roots of spectral densities)
mod oracle_multivariate;
mod oracle_symmetric;
mod oracle_vectors;
mod spectral_scales;
mod zero_sum;
