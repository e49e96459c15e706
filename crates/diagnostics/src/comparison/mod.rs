//! The comparison of models: differences of predictive densities with standard errors, and weights of
//! models.
//!
//! | question | answer |
//! |---|---|
//! | which model predicts best, and by how much? | [`compare`], and [`ComparedModel::diff`] |
//! | how should predictions be mixed? | [`stacking_weights`], which [`compare`] also reports |
//! | which weights follow from information criteria? | [`pseudo_bma_weights`], [`pseudo_bma_plus_weights`] |
//!
//! Yao, Vehtari, Simpson and Gelman (2018), *Using stacking to average Bayesian predictive distributions*,
//! Bayesian Analysis 13(3), 917–1007; Sivula, Magnusson, Matamoros and Vehtari (2025), *Uncertainty in
//! Bayesian leave-one-out cross-validation based model comparison*, Bayesian Analysis.

mod caution;
mod compare;
mod pseudo_bma;
mod stacking;
mod table;

pub use caution::Caution;
pub use compare::{ComparedModel, Comparison, compare};
pub use pseudo_bma::{pseudo_bma_plus_weights, pseudo_bma_weights};
pub use stacking::stacking_weights;
