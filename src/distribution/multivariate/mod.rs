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

pub use bound_elliptical::BoundElliptical;
pub use elliptical::Elliptical;
pub use law::{Multivariate, Observations, Total};
pub use matrix_normal::{
    BoundMatrixDensity, MatrixDensity, MatrixMean, MatrixNormal, RowsAndColumns, matrix_normal,
    matrix_normal_prec,
};
pub use multi_gp::{MultiGp, WeightedGaussian, multi_gp, multi_gp_cholesky};
pub use multi_normal::{Gaussian, MultiNormal, multi_normal, multi_normal_cholesky, multi_normal_prec};
pub use multi_student_t::{
    MultiStudentT, MultiStudentTCholesky, StudentTail, multi_student_t, multi_student_t_cholesky,
};
pub use radial::{BoundGroupedBy, BoundGrouping, GroupedBy, Grouping, Radial, Ungrouped};
pub use sample::{Known, KnownArguments, Mixed, MultivariateSampler, OneMean};
