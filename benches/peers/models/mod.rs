//! The benchmarked models, one file for each family, with their data.
//!
//! Each model is written as its Stan programs are, with the parameters in the same order.

mod eight_schools;
mod equations;
mod gaussian_process;
mod irt;
mod itp;
mod lkj;
mod mixture;
mod multi_normal;
mod radon;
mod regressions;
mod sequences;
mod translated;
mod volatility;

use crate::compare::Bench;

/// A family's name, and what compares its models.
type Family = (&'static str, fn(&mut Bench));

/// All families.
pub const FAMILIES: [Family; 13] = [
    ("eight_schools", eight_schools::compare),
    ("regressions", regressions::compare),
    ("radon", radon::compare),
    ("irt", irt::compare),
    ("volatility", volatility::compare),
    ("equations", equations::compare),
    ("sequences", sequences::compare),
    ("mixture", mixture::compare),
    ("multi_normal", multi_normal::compare),
    ("gaussian_process", gaussian_process::compare),
    ("lkj", lkj::compare),
    ("itp", itp::compare),
    ("translated", translated::compare),
];
