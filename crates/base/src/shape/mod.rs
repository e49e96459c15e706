//! Shapes as types, [`Scalar`], [`Vector<N>`] and [`Matrix<R, C>`], their dimensions, and their sizes at
//! run time.

mod dimension;
mod extent;
mod form;
mod tag;

pub use dimension::{Dimension, Dyn, IntoDimension, Predecessor, SameDimension, Triangular};
pub use extent::{Extent, Sides, Size};
pub use form::MatrixForm;
pub use tag::{Matrix, Scalar, Tag, Vector};
