//! The sketches of statements: names and texts instead of types.
//!
//! A model's statements are types, which a program can examine only while it is compiled. Each statement
//! can also write itself into a [`Sketch`], which is ordinary data. A program that does not call for a
//! sketch compiles none of this.

mod expression;
mod law;
mod range;
mod support;
mod target;
mod vertex;

pub use expression::ExpressionSketch;
pub(crate) use expression::add_predictors;
pub(crate) use law::ArgumentRole;
pub use law::{ArgumentSketch, LawSketch};
pub(crate) use range::least_and_greatest;
pub use range::{Limit, Range};
pub use support::SupportSketch;
pub use target::Target;
pub use vertex::{Kind, Vertex};

use crate::compiler::numbered;
use crate::shape::Extent;

/// The statements of a model, in their order.
///
/// [`Inspect::graph`](crate::graph::Inspect::graph) fills one from a model. A graph can also be made without
/// a model:
///
/// ```
/// use monomorph::graph::{Graph, LawSketch, ExpressionSketch, Sketch, SupportSketch, Target};
/// use monomorph::shape::Extent;
///
/// let mut sketch = Sketch::default();
/// let scalar = |name| Target::parameter(name, Extent::Scalar, SupportSketch::real());
/// sketch.follows(scalar("rain"), LawSketch::new("normal"), "rain |= normal(…)");
/// let wet = LawSketch::new("normal").with("location", ExpressionSketch::new("rain").mentioning(["rain"]));
/// sketch.follows(scalar("wet"), wet, "wet |= normal(rain, …)");
/// assert_eq!(Graph::new(sketch).parents("wet")?, ["rain"]);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    pub(crate) vertices: Vec<Vertex>,
}

impl Sketch {
    /// Adds the statement `target |= law`, with its text.
    pub fn follows(&mut self, target: Target, law: LawSketch, statement: impl Into<String>) {
        let Target { name, extent, support, part, definition, values } = target;
        let statement = statement.into();
        let (kind, name) = match name {
            // The statement is a factor of the density, as a term would be.
            Some(name) if definition.is_some() => (Kind::Factor, name),
            Some(name) => (Kind::Parameter, name),
            None => (Kind::Data, name_of_data(&statement)),
        };
        if kind == Kind::Parameter && self.adds_to_parts(&name, &law, part.unwrap_or(extent), &statement) {
            return;
        }
        let (law, laws_of_parts) = match part {
            Some(part) => (None, vec![(law, part)]),
            None => (Some(law), Vec::new()),
        };
        self.vertices.push(Vertex {
            name,
            kind,
            extent,
            statement,
            support,
            law,
            laws_of_parts,
            value: definition,
            values,
            is_held: false,
        });
    }

    /// Adds the law of a part of a parameter, or of the whole parameter, to the laws of parts that have
    /// been added before. False if no law of the parameter has been added before.
    fn adds_to_parts(&mut self, name: &str, law: &LawSketch, part: Extent, statement: &str) -> bool {
        let is_own = |vertex: &&mut Vertex| vertex.kind == Kind::Parameter && vertex.name == name;
        let Some(vertex) = self.vertices.iter_mut().find(is_own) else { return false };
        if let Some(whole) = vertex.law.take() {
            vertex.laws_of_parts.push((whole, vertex.extent));
        }
        vertex.laws_of_parts.push((law.clone(), part));
        vertex.statement.push_str(", ");
        vertex.statement.push_str(statement);
        true
    }

    /// Adds the statement `name = value`, with its text.
    pub fn defines(
        &mut self,
        name: impl Into<String>,
        value: ExpressionSketch,
        statement: impl Into<String>,
    ) {
        self.expression(name.into(), Kind::Definition, value, statement.into());
    }

    /// Adds the statement `increment(term)`, with its text.
    pub fn increments(&mut self, term: ExpressionSketch, statement: impl Into<String>) {
        self.expression("increment".to_owned(), Kind::Factor, term, statement.into());
    }

    /// Marks a variable that has been added as one with a given value. A value that was set from outside
    /// (`has_law` false) takes away the variable's own law.
    pub(crate) fn holds(&mut self, name: &str, has_law: bool) {
        if !has_law {
            // The statements about a definition are removed together with the variable.
            self.vertices
                .retain(|vertex| vertex.name != name || vertex.kind != Kind::Factor || vertex.law.is_none());
        }
        for vertex in self.vertices.iter_mut().filter(|vertex| vertex.name == name) {
            (vertex.kind, vertex.is_held) = (Kind::Data, true);
            if !has_law {
                (vertex.law, vertex.support, vertex.value) = (None, None, None);
                vertex.laws_of_parts.clear();
            }
        }
    }

    /// Records the smallest and the largest of the observed elements of a variable that has been added.
    pub(crate) fn sees(&mut self, name: &str, range: (f64, f64)) {
        for vertex in self.vertices.iter_mut().filter(|vertex| vertex.name == name && vertex.values.is_none())
        {
            vertex.values = Some(range);
        }
    }

    /// The number of vertices that have been added.
    pub(crate) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Replaces `name` by `number` in the texts of all statements from the place `first` on: the statements
    /// of one turn of a loop.
    pub(crate) fn number(&mut self, first: usize, name: &str, number: usize) {
        for vertex in &mut self.vertices[first..] {
            vertex.statement = numbered(&vertex.statement, name, number);
            if vertex.kind == Kind::Data {
                vertex.name = name_of_data(&vertex.statement);
            }
        }
    }

    fn expression(&mut self, name: String, kind: Kind, value: ExpressionSketch, statement: String) {
        let (extent, value) = (value.extent(), Some(value));
        self.vertices.push(Vertex {
            name,
            kind,
            extent,
            statement,
            support: None,
            law: None,
            laws_of_parts: Vec::new(),
            value,
            values: None,
            is_held: false,
        });
    }
}

/// Returns `y` for the statement `data(&y) |= …`.
pub(crate) fn name_of_data(statement: &str) -> String {
    let left = statement.split("|=").next().unwrap_or("").trim();
    let inside = ["data(", "fixed("].iter().find_map(|call| left.strip_prefix(call)?.strip_suffix(')'));
    let name = inside.unwrap_or(left).trim_start_matches('&').trim();
    // An identifier that is a keyword of Rust is written `r#type`.
    let name = name.strip_prefix("r#").unwrap_or(name);
    if name.is_empty() { "data".to_owned() } else { name.to_owned() }
}
