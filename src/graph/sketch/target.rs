//! The left side of a statement.

use super::SupportSketch;
use crate::shape::Extent;
use crate::written::Expression;

/// What stands on the left of `|=`: a parameter with its support, or data.
///
/// ```
/// use monomorph::graph::{Graph, LawSketch, Sketch, SupportSketch, Target};
/// use monomorph::shape::Extent;
///
/// let mut sketch = Sketch::default();
/// let effects = Target::parameter("effects", Extent::Vector(8), SupportSketch::real());
/// sketch.follows(effects, LawSketch::new("normal"), "effects |= normal(…)");
/// sketch.follows(Target::data(Extent::Vector(8)), LawSketch::new("normal"), "data(&y) |= normal(…)");
/// assert_eq!(Graph::new(sketch).data(), ["y"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The parameter's name.
    pub(in crate::graph) name: Option<String>,
    pub(in crate::graph) extent: Extent,
    pub(in crate::graph) support: Option<SupportSketch>,
}

impl Target {
    /// A parameter.
    pub fn parameter(name: impl Into<String>, extent: Extent, support: SupportSketch) -> Self {
        Self { name: Some(name.into()), extent, support: Some(support) }
    }

    /// Data.
    pub fn data(extent: Extent) -> Self {
        Self { name: None, extent, support: None }
    }

    /// Data that a statement observes.
    pub(crate) fn observed(data: &impl Expression) -> Self {
        Self::data(data.extent())
    }
}
