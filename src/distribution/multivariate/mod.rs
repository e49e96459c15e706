//! Distributions of whole vectors with a covariance.

mod arrangement;
mod bound_elliptical;
mod elliptical;
mod law;
mod matrix_normal;
mod multi_gp;
mod multi_normal;
mod multi_student_t;
mod radial;
mod sample;

#[cfg_attr(doc, doc(hidden))]
pub use bound_elliptical::BoundElliptical;
#[cfg_attr(doc, doc(hidden))]
pub use elliptical::Elliptical;
pub use law::Multivariate;
#[cfg_attr(doc, doc(hidden))]
pub use law::{Observations, Total};
#[cfg_attr(doc, doc(hidden))]
pub use matrix_normal::{BoundMatrixDensity, MatrixDensity, MatrixMean, MatrixNormal, RowsAndColumns};
pub use matrix_normal::{matrix_normal, matrix_normal_prec};
#[cfg_attr(doc, doc(hidden))]
pub use multi_gp::{MultiGp, WeightedGaussian};
pub use multi_gp::{multi_gp, multi_gp_cholesky};
#[cfg_attr(doc, doc(hidden))]
pub use multi_normal::{Gaussian, MultiNormal};
pub use multi_normal::{multi_normal, multi_normal_cholesky, multi_normal_prec};
#[cfg_attr(doc, doc(hidden))]
pub use multi_student_t::{MultiStudentT, MultiStudentTCholesky, StudentTail};
pub use multi_student_t::{multi_student_t, multi_student_t_cholesky};
#[cfg_attr(doc, doc(hidden))]
pub use radial::{BoundGroupedBy, BoundGrouping, GroupedBy, Grouping, Radial, Ungrouped};
#[cfg_attr(doc, doc(hidden))]
pub use sample::{Known, KnownArguments, Mixed, MultivariateSampler, OneMean};
