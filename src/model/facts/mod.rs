//! The facts of variables, laws and models that are known while a program is compiled.

mod edges;
mod kinds;
mod law;
mod level;
mod model;
mod variable;

pub use edges::Edges;
pub use kinds::{Kind, Kinds};
pub use law::LawFacts;
pub use level::Level;
pub use model::ModelFacts;
pub use variable::{VariableFacts, VariableKind};
