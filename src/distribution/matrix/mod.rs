//! Distributions of whole matrices.

mod law;
mod lkj;
pub(crate) mod sample;
mod scaled;
mod wishart;
mod wishart_cholesky;

#[cfg_attr(doc, doc(hidden))]
pub use law::{DensityOf, Of, OfMatrix, OnScale, WholeLaw};
#[cfg_attr(doc, doc(hidden))]
pub use lkj::{LkjCorr, LkjCorrCholesky};
pub use lkj::{lkj_corr, lkj_corr_cholesky};
#[cfg_attr(doc, doc(hidden))]
pub use wishart::Wishart;
pub use wishart::{inv_wishart, wishart};
#[cfg_attr(doc, doc(hidden))]
pub use wishart_cholesky::WishartCholesky;
pub use wishart_cholesky::{inv_wishart_cholesky, wishart_cholesky};
