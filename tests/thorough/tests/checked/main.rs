//! Predictions, single observations and evidence of posteriors, and improper posteriors.

#[path = "../../../common/mod.rs"]
mod common;
#[path = "../../../common/gibbs.rs"]
mod gibbs;
#[path = "../../../common/rows_alone.rs"]
mod rows_alone;

mod evidence;
mod improper;
mod pointwise;
mod prediction;
mod rows_with_gaps;
mod softmax_regression;
mod units;
