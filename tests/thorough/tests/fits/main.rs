//! Reports of fits: the acceptance after a warmup, and warnings.

#[path = "../../../common/sound_models.rs"]
mod sound_models;

mod acceptance;
mod warnings;
