//! Numbers of R's package loo and of ArviZ for three matrices of log likelihoods.
//!
//! `data/reference.py` and `data/reference.R` made the matrices and the numbers. For the two Poisson models
//! the draws of the parameters are stored, from which [`matrices`] computes the matrices.

mod comparison;
mod loo;
mod matrices;
mod psis;
