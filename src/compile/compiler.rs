//! The compiler that statements and expressions are bound with: it hands out memory and checks sizes.

use super::packing::Packing;
use crate::error::Error;
use crate::model::{Elements, numbered};
use crate::name::{Declaration, Var, VarSet};
use crate::node::ComponentIndex;
use crate::rewrite::{Explanation, Outcome, Rows};
use crate::shape::Extent;
use crate::simd::{Sizes, Slot};
use core::ops::Range;
use std::rc::Rc;

/// Statements with fewer rows are not split: waking a thread takes as long as thousands of rows.
#[cfg(feature = "rayon")]
const SHORT: usize = 4096;

/// What messages call the variable of a statement.
pub(crate) const LEFT: &str = "the variable on the left";

/// What an expression or a statement talks to in `bind`.
///
/// A model is bound twice: a first time to learn which parameters there are and in which order their coordinates stand, and
/// then for good.
#[derive(Debug)]
pub struct Compiler {
    statement: String,
    /// The part of the statement that is being bound.
    part: String,
    variables: Vec<Variable>,
    parameters: Vec<ParameterRecord>,
    /// What is known of parameters after the first pass.
    places: Vec<Place>,
    pub(super) values: usize,
    pub(super) scratch: usize,
    pub(super) stack: usize,
    /// The first claim that was too large.
    pub(super) excess: Option<Error>,
    pub(crate) packing: Packing,
    /// True if statements may be rewritten.
    pub(super) rewrites: bool,
    /// True if the bound statements keep their observations, which simulation and prediction read.
    pub(super) keeps_observations: bool,
    /// Into how many parts long statements are split.
    #[cfg(feature = "rayon")]
    pub(super) wanted_parts: usize,
    /// True if there is a statement that is.
    #[cfg(feature = "rayon")]
    has_parts: bool,
    /// The rows that the statement which is being bound is made of, if they are not those of its data.
    rows: Option<Rc<Rows>>,
    /// Those of all statements, for messages of `fold`.
    kept_rows: Vec<Rc<Rows>>,
    pub(crate) explanation: Explanation,
    /// Variables that have been given values.
    held: Rc<Vec<(Var, Vec<f64>)>>,
    /// Elements of variables that have been given values.
    held_elements: Rc<Vec<(Var, HeldElement)>>,
    /// The numbers of the components that are being bound, those inside others behind them.
    components: Vec<ComponentIndex>,
    /// The loops whose statements are being bound, those inside others behind them: what they count, and how far they are.
    loops: Vec<(&'static str, usize)>,
}

/// An element of a variable that has been given a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldElement {
    /// Its place.
    pub place: usize,
    /// Its value.
    pub value: f64,
    /// True if its row of the variable's own statement counts.
    pub has_row: bool,
}

/// A parameter or a definition in the workspace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    var: Var,
    declaration: Declaration,
    pub extent: Extent,
    pub slot: Slot,
    pub is_defined: bool,
}

impl Variable {
    /// The name.
    pub fn name(&self) -> &'static str {
        self.var.name()
    }

    /// The variable.
    #[cfg(feature = "random")]
    pub fn var(&self) -> Var {
        self.var
    }

    /// The number of elements.
    pub fn size(&self) -> usize {
        self.extent.size()
    }
}

/// What the first pass tells about a parameter.
#[derive(Clone, Copy, Debug)]
struct Place {
    name: &'static str,
    /// The first of its coordinates.
    coordinate: usize,
    /// One more than the highest of the parameters in its bounds; 0 without any.
    level: usize,
    /// True for a scalar whose logarithm is its coordinate.
    is_exponential: bool,
}

/// A parameter on the left of a statement.
#[derive(Clone, Copy, Debug)]
pub struct ParameterRecord {
    /// The name.
    pub name: &'static str,
    /// Where it was declared.
    pub declaration: Declaration,
    /// The number of elements; `None` for a scalar.
    pub length: Option<usize>,
    /// The number of unconstrained coordinates.
    pub free: usize,
    /// Its place in the workspace.
    pub slot: Slot,
    /// The variables in its bounds.
    pub bounds: &'static VarSet,
    /// True for a scalar whose logarithm is its coordinate.
    pub is_exponential: bool,
    /// True if it has been given a value.
    pub is_held: bool,
}

/// What a compiler has laid out.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Parameters in the order of their coordinates, then definitions.
    pub variables: Vec<Variable>,
    pub sizes: Sizes,
    /// The places of single elements that have been given values.
    #[cfg(feature = "random")]
    pub held_elements: Vec<usize>,
    /// The coordinates of each parameter.
    pub coordinates: Vec<(&'static str, Range<usize>)>,
    /// The highest level of a parameter.
    pub highest_level: usize,
}

impl Layout {
    /// The error of a workspace that does not fit into memory.
    pub fn too_large(&self) -> Error {
        let largest = self.variables.iter().max_by_key(|variable| variable.size());
        let what = largest.map_or_else(
            || "the model".to_owned(),
            |variable| format!("the model, whose largest variable is `{}`,", variable.name()),
        );
        Error::TooLarge { statement: String::new(), what }
    }
}

impl Compiler {
    /// A compiler for the first pass. Not a `Default`: who could make one could bind nodes to places that are not theirs.
    pub(crate) fn new() -> Self {
        Self {
            statement: String::new(),
            part: String::new(),
            variables: Vec::new(),
            parameters: Vec::new(),
            places: Vec::new(),
            values: 0,
            scratch: 0,
            stack: 0,
            excess: None,
            packing: Packing::default(),
            rewrites: false,
            keeps_observations: false,
            #[cfg(feature = "rayon")]
            wanted_parts: 0,
            #[cfg(feature = "rayon")]
            has_parts: false,
            components: Vec::new(),
            loops: Vec::new(),
            rows: None,
            kept_rows: Vec::new(),
            explanation: Explanation::default(),
            held: Rc::default(),
            held_elements: Rc::default(),
        }
    }

    /// A compiler for the second pass, with the coordinates in the order of declaration.
    pub(super) fn second_pass(first: &Self, rewrites: bool) -> Result<Self, Error> {
        let mut blocks: Vec<u64> = Vec::new();
        for parameter in &first.parameters {
            if !blocks.contains(&parameter.declaration.block) {
                blocks.push(parameter.declaration.block);
            }
        }
        let place = |parameter: &ParameterRecord| {
            let block = blocks.iter().position(|&block| block == parameter.declaration.block);
            (block, parameter.declaration.position)
        };
        let mut ordered = first.parameters.clone();
        ordered.sort_by_key(place);

        for parameter in &ordered {
            let declared = parameter.declaration.names;
            for (position, name) in declared.iter().enumerate() {
                let is_used = ordered.iter().any(|other| {
                    let place = other.declaration;
                    place.block == parameter.declaration.block && place.position == position
                });
                if !is_used {
                    let own = declared.get(parameter.declaration.position).unwrap_or(&"");
                    let prefix = parameter.name.strip_suffix(own).unwrap_or("");
                    return Err(Error::UnusedParameter { name: format!("{prefix}{name}") });
                }
            }
        }

        let mut places = Vec::with_capacity(ordered.len());
        let mut coordinate = 0;
        for (parameter, level) in ordered.iter().zip(levels(&ordered)) {
            let ParameterRecord { name, is_exponential, .. } = *parameter;
            places.push(Place { name, coordinate, level, is_exponential });
            coordinate += parameter.free;
        }
        Ok(Self { places, rewrites, ..Self::new() })
    }

    /// Sizes and variables, after the second pass.
    pub(crate) fn layout(&self) -> Layout {
        let mut parameters = self.parameters.clone();
        parameters.sort_by_key(|parameter| self.position(parameter.name));
        let of_name = |name: &str| self.variables.iter().copied().find(|v| v.name() == name);
        let free = parameters.iter().filter(|parameter| !parameter.is_held);
        let mut variables: Vec<Variable> = free.filter_map(|p| of_name(p.name)).collect();
        let is_reported = |variable: &&Variable| variable.is_defined && self.held(variable.var).is_none();
        variables.extend(self.variables.iter().filter(is_reported));
        let mut next = 0;
        let coordinates = parameters.iter().map(|parameter| {
            next += parameter.free;
            (parameter.name, next - parameter.free..next)
        });
        Layout {
            coordinates: coordinates.collect(),
            #[cfg(feature = "random")]
            held_elements: {
                let places = |variable: &Variable| {
                    let start = variable.slot.0;
                    self.held_elements(variable.var).into_iter().map(move |held| start + held.place)
                };
                variables.iter().flat_map(places).collect()
            },
            variables,
            highest_level: self.places.iter().map(|place| place.level).max().unwrap_or(0),
            sizes: Sizes {
                dimension: self.parameters.iter().map(|parameter| parameter.free).sum(),
                values: self.values,
                scratch: self.scratch,
                stack: self.stack,
            },
        }
    }

    /// The position among all parameters, in the order of declaration.
    fn position(&self, name: &str) -> Option<usize> {
        self.places.iter().position(|place| place.name == name)
    }

    /// Gives a variable a value. The first that is given counts.
    pub(crate) fn hold(&mut self, var: Var, values: &[f64]) {
        if self.held(var).is_none() {
            Rc::make_mut(&mut self.held).push((var, values.to_vec()));
        }
    }

    /// The value that a variable has been given.
    pub(crate) fn held(&self, var: Var) -> Option<&[f64]> {
        let held = self.held.iter().find(|(held, _)| held.key() == var.key());
        held.map(|(_, values)| values.as_slice())
    }

    /// Gives elements of a variable values. The first that are given count.
    pub(crate) fn hold_elements(
        &mut self,
        var: Var,
        elements: Elements<'_>,
        values: &[f64],
        has_rows: bool,
    ) -> Result<(), Error> {
        let what = format!("the list of elements of `{}`", var.name());
        self.check_same_length(&what, elements.count(), "the value that they are given", values.len())?;
        let held = Rc::make_mut(&mut self.held_elements);
        let elements = elements.places().into_iter().zip(values);
        held.extend(elements.map(|(place, &value)| (var, HeldElement { place, value, has_row: has_rows })));
        Ok(())
    }

    /// The elements of a variable that have been given values, in order; none if it has one as a whole.
    pub(crate) fn held_elements(&self, var: Var) -> Vec<HeldElement> {
        if self.held(var).is_some() {
            return Vec::new();
        }
        let of_var = self.held_elements.iter().filter(|(held, _)| held.key() == var.key());
        let mut elements: Vec<HeldElement> = of_var.map(|&(_, element)| element).collect();
        elements.sort_by_key(|element| element.place);
        elements.dedup_by_key(|element| element.place);
        elements
    }

    /// Starts a statement; its text stands in the messages of its errors, with the number that a loop around it has come to.
    pub fn start_statement(&mut self, text: String) -> String {
        let loops = self.loops.iter().rev();
        let text = loops.fold(text, |text, &(name, number)| numbered(&text, name, number));
        self.explanation.statements.push(Outcome::Kept("as written".to_owned()).of(text.clone()));
        self.statement.clone_from(&text);
        self.part = "the expression".to_owned();
        text
    }

    /// Starts a part of a statement, such as an argument; its name stands in the messages of its errors.
    pub fn start_part(&mut self, name: String) {
        self.part = name;
    }

    /// True if the statement that is being bound may be rewritten: only once it is known to be without errors.
    pub(crate) fn rewrites(&self) -> bool {
        self.rewrites
    }

    /// True if a bound statement keeps its observations: the model is compiled to be simulated.
    pub(crate) fn keeps_observations(&self) -> bool {
        self.keeps_observations
    }

    /// Into how many parts a statement of `rows` rows is split.
    #[cfg(feature = "rayon")]
    pub(crate) fn parts_of(&mut self, rows: usize) -> usize {
        if rows < SHORT || self.wanted_parts < 2 {
            return 1;
        }
        self.has_parts = true;
        self.wanted_parts
    }

    /// How many parts there are at once.
    #[cfg(feature = "rayon")]
    pub(crate) fn parts(&self) -> usize {
        if self.has_parts { self.wanted_parts } else { 0 }
    }

    /// Says what became of the statement that is being bound.
    pub(crate) fn explain(&mut self, outcome: Outcome) {
        let statement = self.statement();
        self.explanation.statements.pop();
        self.explanation.statements.push(outcome.of(statement));
    }

    /// Says something about how a part of the statement that is being bound is evaluated.
    pub(crate) fn note(&mut self, words: String) {
        if let Some(statement) = self.explanation.statements.last_mut() {
            statement.add(&words);
        }
    }

    /// Binds with other rows than those of the data.
    pub(crate) fn with_rows<T>(&mut self, rows: Rows, bind: impl FnOnce(&mut Self) -> T) -> T {
        let rows = Rc::new(rows);
        self.kept_rows.push(Rc::clone(&rows));
        self.rows = Some(rows);
        let outcome = bind(self);
        self.rows = None;
        outcome
    }

    /// The number under which the rows of the last statement with rows of its own are kept.
    pub(crate) fn last_rows(&self) -> usize {
        self.kept_rows.len()
    }

    /// Binds something whose elements are not the rows of the statement.
    pub(crate) fn outside_rows<T>(&mut self, bind: impl FnOnce(&mut Self) -> T) -> T {
        let rows = self.rows.take();
        let outcome = bind(self);
        self.rows = rows;
        outcome
    }

    /// Binds the statement that a loop makes for a number, which its closure calls `name`.
    pub(crate) fn within_loop<T>(
        &mut self,
        name: &'static str,
        number: usize,
        bind: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.loops.push((name, number));
        let outcome = bind(self);
        self.loops.pop();
        outcome
    }

    /// Binds the components that a number counts.
    pub(crate) fn within_components<T>(
        &mut self,
        number: ComponentIndex,
        bind: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.components.push(number);
        let outcome = bind(self);
        self.components.pop();
        outcome
    }

    /// The number of the components with a key, which are being bound.
    pub(crate) fn component(&self, key: usize) -> Result<ComponentIndex, Error> {
        let inside = self.components.iter().rev().find(|number| number.key() == key);
        inside.copied().ok_or_else(|| Error::NoComponent { statement: self.statement() })
    }

    /// The rows of the statement, if they are not those of its data.
    pub(crate) fn rows(&self) -> Option<Rc<Rows>> {
        self.rows.clone()
    }

    /// The number of rows of the statement, where there are `data` rows of data.
    pub(crate) fn row_count(&self, data: usize) -> usize {
        self.rows.as_ref().map_or(data, |rows| rows.len())
    }

    /// For each row the first of the `data` rows of data that it is made of.
    pub(crate) fn row_firsts(&self, data: usize) -> Vec<usize> {
        self.rows.as_ref().map_or_else(|| (0..data).collect(), |rows| rows.firsts().collect())
    }

    /// A compiler for messages about this statement.
    pub(crate) fn at_statement(&self, text: &str) -> Self {
        Self {
            statement: text.to_owned(),
            held: Rc::clone(&self.held),
            held_elements: Rc::clone(&self.held_elements),
            ..Self::new()
        }
    }

    /// A compiler for messages about a statement whose rows are kept under this number, 0 if they are those of the data:
    /// messages name elements of the data.
    pub(crate) fn at_rows(&self, text: &str, number: usize) -> Self {
        let rows = number.checked_sub(1).and_then(|number| self.kept_rows.get(number)).cloned();
        Self { rows, ..self.at_statement(text) }
    }

    /// The part of the statement that is being bound.
    pub(crate) fn part(&self) -> String {
        self.part.clone()
    }

    /// The statement that is being bound.
    pub(crate) fn statement(&self) -> String {
        self.statement.clone()
    }

    /// The place of a variable, claimed when it is first mentioned.
    ///
    /// One name declared in two places is an error: the two would silently be one.
    pub fn variable(&mut self, var: Var, declaration: Declaration, extent: Extent) -> Result<Slot, Error> {
        if let Some(known) = self.variables.iter().find(|known| known.var.key() == var.key()) {
            let same = known.extent == extent && known.declaration == declaration;
            return if same { Ok(known.slot) } else { Err(redeclared(var.name())) };
        }
        self.check_extent(var.name(), extent)?;
        let slot = self.slot_of(extent);
        self.variables.push(Variable { var, declaration, extent, slot, is_defined: false });
        Ok(slot)
    }

    /// The place of a definition's value.
    pub fn define(&mut self, var: Var, declaration: Declaration, extent: Extent) -> Result<Slot, Error> {
        let slot = self.variable(var, declaration, extent)?;
        for known in &mut self.variables {
            if known.var.key() == var.key() {
                known.is_defined = true;
            }
        }
        Ok(slot)
    }

    /// Registers a parameter, and tells its first coordinate and its level.
    pub fn parameter(&mut self, parameter: ParameterRecord) -> Result<(usize, usize), Error> {
        let same_name = self.parameters.iter().find(|known| known.name == parameter.name);
        if same_name.is_some() {
            return Err(redeclared(parameter.name));
        }
        self.check_not_empty_length(parameter.length, &|| format!("the parameter `{}`", parameter.name))?;
        self.parameters.push(parameter);
        let place = self.position(parameter.name).map(|position| self.places[position]);
        Ok(place.map_or((0, 0), |place| (place.coordinate, place.level)))
    }

    /// The coordinate that is the logarithm of a parameter, if it is known and there is one.
    pub(crate) fn logarithm_of(&self, name: &str) -> Option<usize> {
        let place = self.places.iter().find(|place| place.name == name && place.is_exponential)?;
        let var = Var::new(place.name);
        if self.held(var).is_some() || !self.held_elements(var).is_empty() {
            return None;
        }
        self.rewrites.then_some(place.coordinate)
    }
}

/// The level of each parameter. In as many rounds as there are parameters the longest chain of bounds is done.
fn levels(parameters: &[ParameterRecord]) -> Vec<usize> {
    let mut levels = vec![0; parameters.len()];
    for _ in parameters {
        for (place, parameter) in parameters.iter().enumerate() {
            if !parameter.bounds.is_empty() {
                let known = parameters.iter().zip(&levels);
                let mentioned = known.filter(|(other, _)| parameter.bounds.contains(Var::new(other.name)));
                levels[place] = mentioned.map(|(_, level)| level + 1).max().unwrap_or(0);
            }
        }
    }
    levels
}

fn redeclared(name: &str) -> Error {
    Error::Redeclared { name: name.to_owned() }
}
