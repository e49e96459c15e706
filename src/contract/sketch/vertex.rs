//! One variable, or one factor, of a graph.

use crate::contract::family::Property;
use crate::contract::sketch::{ExpressionSketch, LawSketch, Range, SupportSketch};
use crate::shape::Extent;

/// The kind of a vertex, by its statement.
///
/// ```
/// use monomorph::graph::Kind;
/// use monomorph::prelude::*;
///
/// params! { mu: real() }
/// let graph = model! {
///     mu |= flat(), double = 2.0 * mu, data(1.5) |= normal(mu, 1.0), increment(-mu),
/// }.graph();
/// let kinds: Vec<Kind> = graph.vertices().iter().map(|vertex| vertex.kind()).collect();
/// assert_eq!(kinds, [Kind::Parameter, Kind::Definition, Kind::Data, Kind::Factor]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A parameter: `mu |= …`.
    Parameter,
    /// A definition, which its parents determine: `theta = …`.
    Definition,
    /// Data: `data(&y) |= …`.
    Data,
    /// A term of the log density: `increment(…)`.
    Factor,
}

/// A vertex of a [`Graph`](crate::graph::Graph): the variable or the factor that one statement describes.
///
/// ```
/// use monomorph::graph::Kind;
/// use monomorph::prelude::*;
///
/// let y = [1.2, 0.4];
/// params! { mu: real() }
/// let graph = model! { mu |= normal(0.0, 1.0), data(&y) |= normal(mu, 1.0) }.graph();
/// let y = graph.vertex("y")?;
/// assert_eq!((y.kind(), y.extent().length()), (Kind::Data, Some(2)));
/// assert_eq!(y.statement(), "data(&y) |= normal(mu, 1.0)");
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) extent: Extent,
    pub(crate) statement: String,
    pub(crate) support: Option<SupportSketch>,
    pub(crate) law: Option<LawSketch>,
    /// The laws of the parts of a parameter whose parts stand on the left, each with the extent of its
    /// part.
    pub(crate) laws_of_parts: Vec<(LawSketch, Extent)>,
    pub(crate) value: Option<ExpressionSketch>,
    pub(crate) values: Option<(f64, f64)>,
    /// True for a variable with a given value: data that statements mention by name.
    pub(crate) is_held: bool,
}

impl Vertex {
    /// A variable that is mentioned but has no statement in this part of a model.
    pub(crate) fn elsewhere(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Parameter,
            extent: Extent::Scalar,
            statement: String::new(),
            support: None,
            law: None,
            laws_of_parts: Vec::new(),
            value: None,
            values: None,
            is_held: false,
        }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The kind: a parameter, a definition, data or a factor.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of the vertex's elements, and their arrangement.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The statement's text, or the texts of the statements about parts of a parameter, separated by
    /// commas; empty for a variable that the model mentions without a statement for it.
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// The support, if the vertex is a parameter.
    pub fn support(&self) -> Option<&SupportSketch> {
        self.support.as_ref()
    }

    /// The law of a parameter or of data, or the law that a factor gives to a definition. A parameter whose
    /// parts stand on the left has several [laws](Self::laws).
    pub fn law(&self) -> Option<&LawSketch> {
        self.law.as_ref()
    }

    /// The law of the vertex, or the laws of the parts of a parameter.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { x: vector(5), scale: positive() }
    /// let walk = model! {
    ///     scale |= exponential(1.0),
    ///     x.at(0) |= cauchy(0.0, 1.0),
    ///     x.slice(1..5) |= normal(x.slice(0..4), scale),
    /// };
    /// let graph = walk.graph();
    /// let x = graph.vertex("x")?;
    /// assert_eq!(x.laws().map(|law| law.name()).collect::<Vec<_>>(), ["cauchy", "normal"]);
    /// assert_eq!(graph.parents("x")?, ["scale"]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn laws(&self) -> impl Iterator<Item = &LawSketch> {
        self.law.iter().chain(self.laws_of_parts.iter().map(|(law, _)| law))
    }

    /// The laws that are priors. `flat()` for a whole parameter whose parts all have other laws is not a
    /// prior.
    pub(crate) fn priors(&self) -> impl Iterator<Item = &LawSketch> {
        let whole = self.extent.size();
        let elements: usize = self.laws_of_parts.iter().map(|(_, part)| part.size()).sum();
        // The laws cover the parameter twice: as a whole, and by its parts.
        let is_filler = move |law: &LawSketch, part: &Extent| {
            elements == 2 * whole && *part == self.extent && law.is(Property::Improper)
        };
        let of_parts = self.laws_of_parts.iter().filter(move |(law, part)| !is_filler(law, part));
        self.law.iter().chain(of_parts.map(|(law, _)| law))
    }

    /// The expression of a definition or of a term; `None` for parameters and data.
    pub fn value(&self) -> Option<&ExpressionSketch> {
        self.value.as_ref()
    }

    /// The smallest and the largest number of the data on the left of a statement, or of the observed
    /// elements of a parameter.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4, 0.9];
    /// params! { mu: real() }
    /// let graph = model! { mu |= normal(0.0, 1.0), data(&y) |= normal(mu, 1.0) }.graph();
    /// assert_eq!(graph.vertex("y")?.values(), Some((0.4, 1.2)));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn values(&self) -> Option<(f64, f64)> {
        self.values
    }

    /// All expressions that the statement mentions: the arguments of its laws, the bounds of its support,
    /// and its value.
    pub fn parts(&self) -> impl Iterator<Item = &ExpressionSketch> {
        let arguments = self.laws().flat_map(|law| law.arguments().iter().map(|argument| &argument.value));
        let bounds = self.support.iter().flat_map(|support| support.bounds().iter().map(|bound| &bound.1));
        arguments.chain(bounds).chain(&self.value)
    }

    /// True if the statement describes a variable whose law is not known here.
    pub(crate) fn has_no_law(&self) -> bool {
        self.law.is_none() && self.laws_of_parts.is_empty()
    }

    /// True for data and for terms of the log density.
    pub fn is_observed(&self) -> bool {
        matches!(self.kind, Kind::Data | Kind::Factor)
    }

    /// True for data, terms of the log density, and a parameter with observed elements.
    pub(crate) fn has_observations(&self) -> bool {
        self.is_observed() || self.values.is_some()
    }

    /// True if the statement is a density of its variable, given other variables, that integrates to one.
    /// If it is not, its integral depends on other parameters, and it ties them together even if its
    /// variable is not observed.
    pub(crate) fn is_conditional(&self) -> bool {
        if self.parts().all(|part| part.variables().is_empty()) {
            return true;
        }
        let Some(law) = &self.law else { return self.kind == Kind::Definition };
        let Some(support) = &self.support else { return law.is_normalised() };
        let fits = match law.range() {
            _ if support.is_discrete() => true,
            Some(range) if support.is_elementwise() || law.is_of_whole() => {
                range.reaches_beyond(support.range()) == Some(false)
            }
            Some(_) => false,
            None => law.is_of_whole() || (support.is_elementwise() && *support.range() == Range::REAL),
        };
        law.is_normalised() && fits
    }
}
