//! Tests of models: the forms of statements, their rewrites, and their descriptions.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/sound_models.rs"]
mod sound_models;

#[cfg(feature = "random")]
mod custom;
mod data_anew;
mod degenerate_designs;
mod errors;
mod few_coefficients;
mod for_each;
mod graphs;
#[cfg(feature = "random")]
mod joined_gathers;
mod labels;
mod left_sides;
mod lints;
mod merged_answers;
mod predictor_lints;
mod random_models;
mod rewrites;
mod schedules;
mod sound;
#[cfg(feature = "random")]
mod sparse;
mod submodels;
