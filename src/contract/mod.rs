//! The traits that several modules share, one screen each, with the types of their functions' arguments.
//!
//! | | written | bound |
//! |-|-|-|
//! | expressions | [`Expression`](expression::Expression) | [`Node`](node::Node) and the traits of its readers: [`conjugacy`], [`drawing`] |
//! | operations on wholes | [`Operation`](operation::Operation) | [`BoundOperation`](operation::BoundOperation) |
//! | supports | | [`BoundSupport`](transform::BoundSupport) |
//! | distributions | [`Law`](law::Law) | [`Family`](family::Family) |
//! | shapes | [`Shape`](shape::Shape) | |
//!
//! [`scope`] decides what a kernel computes; [`sketch`] is the description of a model for graphs and
//! checks.

pub mod conjugacy;
pub mod drawing;
pub mod expression;
pub mod family;
pub mod law;
pub mod node;
pub mod operation;
pub mod scope;
pub mod shape;
pub mod sketch;
pub mod transform;
