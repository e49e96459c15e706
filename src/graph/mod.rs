//! A model's dependency graph as a value: the variables on which each variable depends, conditional
//! independence, pictures, and a check of the model's prior.
//!
//! ```
//! use monomorph::prelude::*;
//!
//! let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
//! params! { mu: real(), tau: positive(), eta: vector(8) }
//! let model = model! {
//!     mu  |= normal(0.0, 5.0),
//!     tau |= half_cauchy(5.0),
//!     eta |= normal(0.0, 1.0),
//!     theta = mu + tau * eta,
//!     data(&y) |= normal(theta, 10.0),
//! };
//! let graph = model.graph();
//!
//! assert_eq!(graph.parents("theta")?, ["mu", "tau", "eta"]);
//! assert_eq!(graph.blanket("mu")?, ["tau", "eta", "y"]); // what its full conditional mentions
//! assert!(graph.is_independent(&["mu"], &["tau"], &[])?);                 // before anything is observed
//! assert!(!graph.is_independent(&["mu"], &["tau"], &graph.data())?);      // the data tie them together
//! println!("{}", graph.to_dot()); // for Graphviz; `to_mermaid` for Markdown
//! assert!(model.check().is_empty());
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! # Vertices and arrows
//!
//! | kind | statement | parents |
//! |-|-|-|
//! | [`Kind::Parameter`] | `mu \|= …` | the variables in its law's arguments and its support's bounds |
//! | [`Kind::Definition`] | `theta = …` | the variables in its expression, which determine it |
//! | [`Kind::Data`] | `data(&y) \|= …` | the variables in its law's arguments |
//! | [`Kind::Factor`] | `increment(…)`, or `theta \|= …` of a definition | the variables in its term or its law, and theta |
//!
//! Statements about parts of a parameter make one vertex, with all variables that they mention except the
//! parameter itself. A statement about a definition makes a second vertex `theta#2`, a factor: an arrow to
//! theta would mean that the law's arguments determine it.
//!
//! Data are named by the text between the brackets, `y`; a second statement about the same name is `y#2`,
//! since it is a second factor of the density. Terms are `increment`, `increment#2` and so on. Data in
//! arguments are constants and have no vertices.
//!
//! # Terms of the log density
//!
//! `increment(e)` multiplies the density by e^e, which makes all variables in it depend on each other, in
//! no direction. It is drawn as a child of the variables that it mentions, and the child is always
//! observed: two parents of an observed child are dependent, which is exactly what a factor means. Several
//! statements about the same data are several such children.
//!
//! A statement that is not a normalised density of its variable has a factor as well.
//! `x |= normal(mu, 1.0)` for a positive x is a normalised density times the probability of x > 0, which
//! depends on mu. [`Graph::is_independent`] includes that factor; parents, children and blankets do not.
//!
//! The chapter [Speed](crate::guide::speed) begins with a whole program.

mod check;
mod construction;
mod cycles;
mod dot;
mod inspect;
mod mermaid;
mod plates;
mod query;
#[cfg(feature = "random")]
mod run;
mod separation;
mod svg;

pub use crate::contract::sketch::{
    ArgumentSketch, ExpressionSketch, Kind, LawSketch, Limit, Range, Sketch, SupportSketch, Target, Vertex,
};
pub use crate::contract::transform::BoundRole;
pub use check::{Lint, LintRule, Lints, Severity};
pub use inspect::Inspect;
pub use plates::Plate;
#[cfg(feature = "random")]
pub use run::InspectRun;

/// The dependency graph of a model: see the [module](self).
#[derive(Clone, Debug)]
pub struct Graph {
    /// Parameters, definitions, data and factors.
    vertices: Vec<Vertex>,
    /// For each vertex, the places of its parents, in their order.
    parents: Vec<Vec<usize>>,
    children: Vec<Vec<usize>>,
}
