//! Distributions of whole matrices.

mod law;
mod lkj;
pub(crate) mod sample;
mod scaled;
mod wishart;
mod wishart_cholesky;

#[doc(hidden)]
pub use law::{DensityOf, Of, OfMatrix, OnScale, WholeLaw};
#[doc(hidden)]
pub use lkj::{LkjCorr, LkjCorrCholesky};
pub use lkj::{lkj_corr, lkj_corr_cholesky};
#[doc(hidden)]
pub use wishart::Wishart;
pub use wishart::{inv_wishart, wishart};
#[doc(hidden)]
pub use wishart_cholesky::WishartCholesky;
pub use wishart_cholesky::{inv_wishart_cholesky, wishart_cholesky};
