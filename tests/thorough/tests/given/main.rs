//! Tests of models with variables that are given, set from outside or marginalised.

#[path = "../../../common/mod.rs"]
mod common;
#[path = "../../../common/enumerated.rs"]
mod enumerated;

mod interventions;
mod latent_classes;
mod marginal_chains;
mod marginal_roles;
mod missing_cells;
mod specialisation;
