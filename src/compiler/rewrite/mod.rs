//! The rewrites that `compile()` makes of a statement when it knows the data: the same log density in fewer
//! operations.
//!
//! A rewrite is a rule about expressions and families, never about one distribution. Expressions say what
//! they are ([`affine`](RowFacts::affine) in coefficients, or the same for rows with the same
//! [`key`](RowFacts::key)), terms of densities say how they depend on data (`linear`, `square`), and a
//! statement that finds both takes the rewrite:
//!
//! | rewrite | where | cost of a gradient |
//! |-|-|-|
//! | squares of affine forms | −½ ((y − η)/σ)² with η affine in coefficients, one σ or σ of data | that of triangles, whatever the number of rows |
//! | rows merged | rows with equal arguments, where y enters linearly (counts: below 500) or is equal too | that of the different rows |
//! | rows sorted | values gathered by index | the same rows, but gathers become loads |
//! | gathers joined | sums of gathers of whose indices rows have few combinations | one gather, and a sum for each combination |
//!
//! The choice is made by counting multiplications, with all sizes known. What was chosen, and why, is kept
//! for [`Posterior::explain`](crate::posterior::Posterior::explain).
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
