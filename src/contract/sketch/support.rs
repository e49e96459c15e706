//! The description of a parameter's support for the graph.

use crate::contract::sketch::{ExpressionSketch, Limit, Range};
use crate::contract::transform::BoundRole;
use core::fmt;

/// The declared support of a parameter: its name, its bounds, and the range of its elements.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { floor: real(), x: vector(3).lower(floor) }
/// let graph = model! { floor |= normal(0.0, 1.0), x |= flat() }.graph();
/// let support = graph.vertex("x")?.support().unwrap();
/// assert_eq!(support.to_string(), "lower(floor)");
/// assert!(!support.is_bounded());
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SupportSketch {
    name: String,
    bounds: Vec<(BoundRole, ExpressionSketch)>,
    range: Range,
    is_elementwise: bool,
    is_bounded: bool,
    is_discrete: bool,
    /// True if the elements are in ascending order.
    is_ordered: bool,
    /// The names of the laws for values on the support, if it has fewer dimensions than elements.
    own_laws: Option<&'static str>,
    /// The number of independent sums of elements that the support sets to 0.
    zero_sums: usize,
}

impl SupportSketch {
    /// A support of whole vectors or matrices whose elements lie in this range.
    pub fn of_whole(name: impl Into<String>, range: Range, is_bounded: bool) -> Self {
        Self {
            name: name.into(),
            bounds: Vec::new(),
            range,
            is_elementwise: false,
            is_bounded,
            is_discrete: false,
            is_ordered: false,
            own_laws: None,
            zero_sums: 0,
        }
    }

    /// Marks the elements as ascending.
    pub(crate) fn ordered(self) -> Self {
        Self { is_ordered: true, ..self }
    }

    /// Adds the names of the laws for values on the support, if it has fewer dimensions than elements.
    pub(crate) fn with_own_laws(self, own_laws: Option<&'static str>) -> Self {
        Self { own_laws, ..self }
    }

    /// Adds the number of independent sums of elements that the support sets to 0.
    pub(crate) fn with_zero_sums(self, zero_sums: usize) -> Self {
        Self { zero_sums, ..self }
    }

    /// The names of the laws for values on the support, if it has fewer dimensions than elements.
    pub(crate) fn own_laws(&self) -> Option<&'static str> {
        self.own_laws
    }

    /// The number of independent sums of elements that the support sets to 0.
    pub(crate) fn zero_sums(&self) -> usize {
        self.zero_sums
    }

    /// The real line, the support of a parameter without bounds.
    pub fn real() -> Self {
        Self::elementwise(&[], Vec::new())
    }

    /// A support of single elements, with bounds of these roles.
    pub(crate) fn elementwise(roles: &[BoundRole], bounds: Vec<ExpressionSketch>) -> Self {
        use BoundRole::{Lower, Upper};
        let mut range = Range::REAL;
        for (role, bound) in roles.iter().zip(&bounds) {
            match role {
                Lower => range.lower = Limit::of(bound),
                Upper => range.upper = Limit::of(bound),
                BoundRole::Offset | BoundRole::Multiplier => {}
            }
        }
        let name = match roles {
            [] => "real",
            [Lower] if range.lower == Limit::at(0.0) => "positive",
            [Lower] => "lower",
            [Upper] => "upper",
            [Lower, Upper] => "interval",
            _ => "offset_multiplier",
        };
        let is_bounded = range.is_bounded();
        let bounds = roles.iter().copied().zip(bounds).collect();
        Self { bounds, is_elementwise: true, ..Self::of_whole(name, range, is_bounded) }
    }

    /// The support of the whole numbers from `lowest` to `highest`.
    pub fn integers(lowest: f64, highest: f64) -> Self {
        let range = Range::between(lowest, highest);
        Self { is_elementwise: true, is_discrete: true, ..Self::of_whole("integer", range, true) }
    }

    /// True if the elements are in ascending order.
    pub(crate) fn is_ordered(&self) -> bool {
        self.is_ordered
    }

    /// True if each element has an offset or a multiplier, so that the coordinate has other units than the
    /// element.
    pub(crate) fn is_scaled(&self) -> bool {
        self.bounds.iter().any(|(role, _)| matches!(role, BoundRole::Offset | BoundRole::Multiplier))
    }

    /// True for a support of whole numbers.
    pub fn is_discrete(&self) -> bool {
        self.is_discrete
    }

    /// The name of the support as in `params!`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bounds, the offset and the multiplier, each with its role.
    pub fn bounds(&self) -> &[(BoundRole, ExpressionSketch)] {
        &self.bounds
    }

    /// True if each element is its own coordinate: any number, without bounds, offset or multiplier.
    pub fn is_unconstrained(&self) -> bool {
        self.is_elementwise && !self.is_discrete && self.bounds.is_empty() && self.range == Range::REAL
    }

    /// The range in which each element lies.
    pub fn range(&self) -> &Range {
        &self.range
    }

    /// True if every element may be anywhere in the range, independently of the others.
    pub fn is_elementwise(&self) -> bool {
        self.is_elementwise
    }

    /// True if the support has a finite volume, so that a flat density on it is proper.
    pub fn is_bounded(&self) -> bool {
        self.is_bounded
    }
}

impl fmt::Display for SupportSketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.name != "positive" && !self.bounds.is_empty() {
            let texts: Vec<&str> = self.bounds.iter().map(|bound| bound.1.text()).collect();
            write!(f, "({})", texts.join(", "))?;
        }
        Ok(())
    }
}
