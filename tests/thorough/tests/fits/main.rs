//! What fits say of themselves: the acceptance that a warmup reaches, and the warnings that a fit has.

#[path = "../../../common/sound_models.rs"]
mod sound_models;

mod acceptance;
mod warnings;
