//! Numbers of R's package loo and of ArviZ for three matrices of log likelihoods.
//!
//! `data/reference.py` and `data/reference.R` made the matrices and the numbers. Of the two Poisson models
//! the parameters are kept, from which [`matrices`] makes the matrices again.

mod comparison;
mod loo;
mod matrices;
mod psis;
