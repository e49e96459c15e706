//! The traits that meet everywhere, one screen each, with what their verbs are given.
//!
//! | | written | bound |
//! |-|-|-|
//! | expressions | [`Expression`](expression::Expression) | [`Node`](node::Node) and what its readers ask: [`conjugacy`], [`drawing`] |
//! | operations on wholes | [`Operation`](operation::Operation) | [`BoundOperation`](operation::BoundOperation) |
//! | supports | | [`BoundSupport`](transform::BoundSupport) |
//! | distributions | [`Law`](law::Law) | [`Family`](family::Family) |
//! | shapes | [`Shape`](shape::Shape) | |
//!
//! [`scope`] says what a kernel is made for; [`sketch`] is what graphs and checks see of a model.

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
