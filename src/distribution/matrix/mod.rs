//! Distributions of whole matrices.

mod law;
mod lkj;
pub(crate) mod sample;
mod scaled;
mod wishart;
mod wishart_cholesky;

pub use law::{DensityOf, Of, OfMatrix, OnScale, WholeLaw};
pub use lkj::{LkjCorr, LkjCorrCholesky, lkj_corr, lkj_corr_cholesky};
pub use wishart::{Wishart, inv_wishart, wishart};
pub use wishart_cholesky::{WishartCholesky, inv_wishart_cholesky, wishart_cholesky};
