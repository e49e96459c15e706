//! The functions of nodes that simulation and prediction call: draws, and log densities of single
//! observations.

mod chosen;
mod drawn;
mod known;
mod row;

pub use chosen::Chosen;
pub use drawn::Drawn;
pub use known::Known;
pub use row::{Drawing, DrawnRow, Manner};
