//! Distributions of whole matrices.

mod law;
mod lkj;

pub use law::{Of, OfMatrix, WholeLaw};
pub use lkj::{LkjCorr, LkjCorrCholesky, lkj_corr, lkj_corr_cholesky};
