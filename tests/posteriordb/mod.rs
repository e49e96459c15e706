//! The models of posteriordb, one file for each data set or family of data sets.
//!
//! A test file that includes this module provides a macro `posteriors!`, which receives the models of a
//! file, each with the names of its posteriors, and a [`Task`](case::Task), which receives the models.

pub mod accel_gp;
pub mod ark;
pub mod butterfly;
pub mod capture_recapture;
pub mod case;
pub mod dogs;
pub mod earnings;
pub mod eight_schools;
pub mod election88;
pub mod equations;
pub mod glm_poisson;
pub mod gp_regr;
pub mod irt;
pub mod kidiq;
pub mod lda;
pub mod loss_curves;
pub mod mesquite;
pub mod mixtures;
pub mod mnist;
pub mod nes;
pub mod ovarian;
pub mod prophet;
pub mod radon;
pub mod rate;
pub mod rats;
pub mod sat;
pub mod sblrc;
pub mod seeds;
pub mod sequences;
pub mod sesame;
pub mod surgical;
pub mod survey;
pub mod timss;
pub mod wells;
