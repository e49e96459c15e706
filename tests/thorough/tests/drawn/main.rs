//! Draws of laws, priors, posteriors and programs have the moments of formulas. The tests need too many
//! draws for every `cargo test`.

#[path = "../../../common/mod.rs"]
mod common;
#[path = "../../../common/gibbs.rs"]
mod gibbs;
#[path = "../../../common/runs.rs"]
mod runs;

mod comparison;
mod draws_multivariate;
mod gibbs_interventions;
mod held_out;
mod integrals;
mod joint_integrals;
mod left_predictions;
mod loo_of_series;
mod markov_fields;
mod moment_matching;
mod processes;
mod programs;
mod simulated_laws;
mod tied_supports;
