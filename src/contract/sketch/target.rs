//! The left side of a statement.

use crate::contract::expression::Expression;
use crate::contract::sketch::{ExpressionSketch, SupportSketch};
use crate::shape::Extent;

/// The left side of `|=`: a parameter with its support, a part of a parameter, a definition, or data.
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
    /// The name of the parameter or the definition.
    pub(crate) name: Option<String>,
    pub(crate) extent: Extent,
    pub(crate) support: Option<SupportSketch>,
    /// The part of the parameter, if it is not all of it.
    pub(crate) part: Option<Extent>,
    /// The value of the definition, if the left side is a definition.
    pub(crate) definition: Option<ExpressionSketch>,
    /// The smallest and the largest number of the data, or of the observed elements of a parameter.
    pub(crate) values: Option<(f64, f64)>,
}

impl Target {
    /// A left side that is a parameter.
    pub fn parameter(name: impl Into<String>, extent: Extent, support: SupportSketch) -> Self {
        Self {
            name: Some(name.into()),
            extent,
            support: Some(support),
            part: None,
            definition: None,
            values: None,
        }
    }

    /// A left side that is a part, with the extent `part`, of a parameter with the extent `extent`.
    pub fn part(name: impl Into<String>, extent: Extent, support: SupportSketch, part: Extent) -> Self {
        Self { part: Some(part), ..Self::parameter(name, extent, support) }
    }

    /// A left side that is a definition, or elements of one.
    pub(crate) fn definition(name: &str, value: &impl Expression) -> Self {
        let definition = Some(ExpressionSketch::of(value));
        Self {
            name: Some(name.to_owned()),
            extent: value.extent(),
            support: None,
            part: None,
            definition,
            values: None,
        }
    }

    /// A left side that is data.
    pub fn data(extent: Extent) -> Self {
        Self { name: None, extent, support: None, part: None, definition: None, values: None }
    }

    /// A left side that is data which a statement observes.
    pub(crate) fn observed(data: &impl Expression) -> Self {
        Self { values: ExpressionSketch::of(data).values(), ..Self::data(data.extent()) }
    }
}
