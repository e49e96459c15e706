//! The description of a law for the graph.

use crate::contract::family::{Argument, Domain, DrawsOf, Family, Property};
use crate::contract::sketch::{ExpressionSketch, Limit, Range};

/// An argument of a law.
///
/// ```
/// use monomorph::distribution::Domain;
/// use monomorph::prelude::*;
///
/// params! { mu: real() }
/// let graph = model! { mu |= normal(0.0, 5.0) }.graph();
/// let scale = &graph.vertex("mu")?.law().unwrap().arguments()[1];
/// assert_eq!((scale.name.as_str(), scale.domain), ("scale", Some(Domain::Positive)));
/// assert_eq!(scale.value.number(), Some(5.0));
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ArgumentSketch {
    /// The name in the law's formula, such as `scale`; empty if the argument has no name.
    pub name: String,
    /// The domain in which the argument must be, if it is known.
    pub domain: Option<Domain>,
    /// The expression that is the argument.
    pub value: ExpressionSketch,
    /// The role of the argument in the law, beyond its domain.
    pub(crate) role: ArgumentRole,
}

/// The role of an argument in a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArgumentRole {
    /// A number, which may have a unit.
    Number,
    /// A number without a unit.
    Pure,
    /// Probabilities, a vector or rows of a matrix, which add up to 1.
    Probabilities,
    /// One of several numbers that add up to 1.
    Weight,
    /// Cutpoints of ordered categories.
    Cutpoints,
}

/// The right side of `|=`: the law's name, its arguments, and the range in which its probability lies.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real() }
/// let graph = model! { mu |= normal(0.0, 5.0).truncated_below(-1.0) }.graph();
/// let law = graph.vertex("mu")?.law().unwrap();
/// assert_eq!(law.name(), "normal.truncated");
/// assert_eq!(law.argument("scale").unwrap().number(), Some(5.0));
/// assert_eq!(law.range().unwrap().to_string(), "(-1, ∞)");
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a sketch has no effect outside a graph"]
pub struct LawSketch {
    name: String,
    arguments: Vec<ArgumentSketch>,
    range: Option<Range>,
    is_normalised: bool,
    /// True for laws of simplexes and of matrices that are constrained as a whole.
    is_of_whole: bool,
    /// The facts about a family; empty for laws that are made of others.
    properties: &'static [Property],
}

impl LawSketch {
    /// A law of this name without arguments, which integrates to one.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            arguments: Vec::new(),
            range: None,
            is_normalised: true,
            is_of_whole: false,
            properties: &[],
        }
    }

    /// Adds an argument.
    pub fn with(self, name: impl Into<String>, value: ExpressionSketch) -> Self {
        self.with_role(name, value, ArgumentRole::Number)
    }

    /// Adds an argument with a role.
    pub(crate) fn with_role(
        mut self,
        name: impl Into<String>,
        value: ExpressionSketch,
        role: ArgumentRole,
    ) -> Self {
        self.arguments.push(ArgumentSketch { name: name.into(), domain: None, value, role });
        self
    }

    /// The law of a family, given its variable and its arguments.
    pub(crate) fn of<F: Family>(mut parts: Vec<ExpressionSketch>) -> Self {
        // The variable picks one of the probabilities, which do not depend on it.
        if let (DrawsOf::Picked(_), [variable, .., picked]) = (&F::DRAWING, &mut parts[..]) {
            variable.variables().iter().for_each(|name| picked.forget(name));
        }
        let mut law = Self::new(F::FACTS.name);
        law.properties = F::FACTS.properties;
        law.is_normalised = !law.is(Property::Improper);
        law.is_of_whole = law.is(Property::Probabilities(0));
        law.arguments = arguments_of(F::FACTS.arguments, parts);
        let mut range = Range::of(F::FACTS.arguments[0].domain);
        for property in law.properties {
            match *property {
                Property::Between(lower, upper) => {
                    range = Range { lower: law.limit(lower), upper: law.limit(upper) };
                }
                Property::From(least) => range.lower = law.limit(least),
                Property::Pure(place) => law.arguments[place - 1].role = ArgumentRole::Pure,
                Property::Cutpoints(place) => law.arguments[place - 1].role = ArgumentRole::Cutpoints,
                Property::Probabilities(place) if place > 0 => {
                    law.arguments[place - 1].role = ArgumentRole::Probabilities;
                }
                _ => {}
            }
        }
        law.range = Some(range);
        law
    }

    /// The law with this name whose variable and arguments have the names and domains of `arguments`. The
    /// first of the parts is the variable.
    pub(crate) fn of_arguments(name: &str, arguments: &[Argument], parts: Vec<ExpressionSketch>) -> Self {
        let range = Some(Range::of(arguments[0].domain));
        Self { arguments: arguments_of(arguments, parts), range, ..Self::new(name) }
    }

    /// The limit that the argument in a place sets.
    fn limit(&self, place: usize) -> Limit {
        Limit::of(&self.arguments[place - 1].value)
    }

    /// The law with this name and these arguments. The first of the parts is the variable.
    pub(crate) fn of_parts(name: &str, parts: Vec<ExpressionSketch>) -> Self {
        parts.into_iter().skip(1).fold(Self::new(name), |law, part| law.with("", part))
    }

    /// Marks the law as one of a matrix that is constrained as a whole.
    pub(crate) fn of_whole(self) -> Self {
        Self { is_of_whole: true, ..self }
    }

    /// The law truncated to the range between two bounds.
    pub(crate) fn truncated(
        mut self,
        lower: Option<ExpressionSketch>,
        upper: Option<ExpressionSketch>,
    ) -> Self {
        self.name.push_str(".truncated");
        self.properties = &[];
        if let Some(range) = &mut self.range {
            range.lower = lower.as_ref().map_or(range.lower.clone(), Limit::of);
            range.upper = upper.as_ref().map_or(range.upper.clone(), Limit::of);
        }
        let bounds = [("lower", lower), ("upper", upper)];
        bounds.into_iter().fold(self, |law, (name, bound)| match bound {
            Some(bound) => law.with(name, bound),
            None => law,
        })
    }

    /// Appends the name of a method to the law's name.
    pub(crate) fn then(mut self, method: &str) -> Self {
        self.name = format!("{}.{method}", self.name);
        self.properties = &[];
        self
    }

    /// The law with a weight.
    pub(crate) fn weighted(mut self, weight: ExpressionSketch) -> Self {
        self.name = "weighted".to_owned();
        self.properties = &[];
        self.with("weight", weight).normalised(false)
    }

    /// The mixture of several laws.
    pub(crate) fn mixture(weights: Vec<ExpressionSketch>, laws: Vec<Self>) -> Self {
        let mut mixture = Self::new("mixture");
        mixture.is_normalised = laws.iter().all(|law| law.is_normalised);
        let ranges: Option<Vec<Range>> = laws.iter().map(|law| law.range.clone()).collect();
        mixture.range = ranges.and_then(|all| {
            let mut all = all.into_iter();
            let first = all.next()?;
            all.try_fold(first, Range::union)
        });
        mixture.arguments = laws.into_iter().flat_map(|law| law.arguments).collect();
        weights.into_iter().fold(mixture, |law, weight| law.with_role("weight", weight, ArgumentRole::Weight))
    }

    /// The law of each value of a process whose first value follows `first`. The name `past`, which stands
    /// for earlier values, is removed from the arguments.
    pub(crate) fn in_process(mut self, first: Self, past: &str) -> Self {
        self.name = format!("process of {}", self.name);
        self.properties = &[];
        for argument in &mut self.arguments {
            argument.value = argument.value.clone().without(past);
        }
        first.arguments.into_iter().fold(self, |law, argument| {
            law.with(format!("first {}", argument.name).trim_end(), argument.value)
        })
    }

    /// True for laws of simplexes and of matrices that are constrained as a whole.
    pub(crate) fn is_of_whole(&self) -> bool {
        self.is_of_whole
    }

    fn normalised(mut self, is_normalised: bool) -> Self {
        self.is_normalised = is_normalised;
        self
    }

    /// The name, with the names of its methods: `normal`, `normal.truncated`, `mixture`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The facts about the family; empty for laws that are made of others.
    pub fn properties(&self) -> &'static [Property] {
        self.properties
    }

    /// True if the family has a property.
    pub(crate) fn is(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }

    /// The arguments.
    pub fn arguments(&self) -> &[ArgumentSketch] {
        &self.arguments
    }

    /// The expression that is the argument named `name`.
    pub fn argument(&self, name: &str) -> Option<&ExpressionSketch> {
        self.arguments.iter().find(|argument| argument.name == name).map(|argument| &argument.value)
    }

    /// The range in which the law's probability lies, if it is known.
    pub fn range(&self) -> Option<&Range> {
        self.range.as_ref()
    }

    /// True if the density integrates to one for all values of the arguments.
    pub fn is_normalised(&self) -> bool {
        self.is_normalised
    }
}

/// Makes sketches of the arguments of a law; the first of the parts is the variable.
fn arguments_of(arguments: &[Argument], parts: Vec<ExpressionSketch>) -> Vec<ArgumentSketch> {
    let named = arguments.iter().zip(parts).skip(1);
    let sketch = |(argument, value): (&Argument, ExpressionSketch)| ArgumentSketch {
        name: argument.name.to_owned(),
        domain: Some(argument.domain),
        value,
        role: ArgumentRole::Number,
    };
    named.map(sketch).collect()
}
