//! Models: what a statement may say, what becomes of it, and what is told of it.

#[path = "../common/mod.rs"]
mod common;
mod constants;
#[path = "../common/sound_models.rs"]
mod sound_models;

#[cfg(feature = "random")]
mod custom;
mod data_anew;
mod degenerate_designs;
mod empty;
mod errors;
mod for_each;
mod graphs;
#[cfg(feature = "random")]
mod labels;
mod left_sides;
mod lints;
mod ownership;
mod predictor_lints;
mod random_models;
mod rewrites;
mod schedules;
#[cfg(feature = "random")]
mod shards;
mod sound;
#[cfg(feature = "random")]
mod sparse;
mod submodels;
