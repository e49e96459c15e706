//! The rewrites of a statement that `compile()` makes when it knows the data: the same log density in fewer
//! operations.
//!
//! A rewrite is a rule about expressions and families, never about a single distribution. Expressions state
//! that they are [`affine`](RowFacts::affine) in coefficients, or which rows are equal by their
//! [`key`](RowFacts::key); terms of densities state how they depend on data (`linear`, `square`). A
//! statement for which both hold is rewritten:
//!
//! | rewrite | where | cost of a gradient |
//! |-|-|-|
//! | squares of affine forms | −½ ((y − η)/σ)² with η affine in coefficients, one σ or σ of data | the cost of triangles, for any number of rows |
//! | rows merged | rows with equal arguments, where y enters linearly (counts: below 500) or is equal too | the cost of the different rows |
//! | rows sorted | values gathered by index | the cost of the same rows, but gathers become loads |
//! | gathers joined | sums of gathers whose indices have few combinations in the rows | one gather, and a sum for each combination |
//!
//! The choice is made by counting multiplications for the known sizes. The choice and its reason are
//! recorded for [`Posterior::explain`](crate::posterior::Posterior::explain).
//!
//! The chapter [Speed](crate::guide::speed) begins with a whole program.

mod affine;
mod combinations;
mod cursor;
mod indices;
mod predictors;
mod quadratic;
mod row_facts;
mod summands;
mod survey;
#[cfg(test)]
mod test_rows;

#[doc(hidden)]
pub use crate::compiler::Key;
pub use crate::compiler::{Explained, Explanation};
#[doc(hidden)]
pub use affine::AffineRow;
#[doc(hidden)]
pub use cursor::Cursor;
pub(crate) use cursor::TermPlace;
pub(crate) use indices::Indices;
pub(crate) use predictors::{Predictor, predictors};
#[doc(hidden)]
pub use quadratic::TermSlots;
pub(crate) use quadratic::{Few, ProvenSquares, Quadratic, Slots, Squares};
#[doc(hidden)]
pub use row_facts::RowFacts;
#[doc(hidden)]
pub use summands::Summand;
pub(crate) use survey::{NoSurvey, Survey};
