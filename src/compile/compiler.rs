//! The compiler that statements and nodes are bound with: it hands out memory and checks sizes.

use super::packing::Packing;
use crate::error::Error;
use crate::expression::Index;
use crate::name::{Declaration, Var, VarSet};
use crate::node::Node;
use crate::shape::Extent;
use crate::simd::{MAX_LANES, Scratch, Slot};

/// What messages call the variable of a statement.
pub(crate) const LEFT: &str = "the variable on the left";

/// What a node or a statement talks to in `bind`.
///
/// A model is bound twice: a first time on a copy, to learn which parameters there are and in which order their
/// coordinates stand, and then for good.
#[derive(Debug, Default)]
pub struct Compiler {
    statement: String,
    /// The part of the statement that is being bound.
    part: String,
    variables: Vec<Variable>,
    parameters: Vec<ParameterRecord>,
    /// What is known of parameters after the first pass.
    places: Vec<Place>,
    values: usize,
    scratch: usize,
    pub(super) packing: Packing,
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
}

/// What a compiler has laid out.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Parameters in the order of their coordinates, then definitions.
    pub variables: Vec<Variable>,
    pub dimension: usize,
    /// The highest level of a parameter.
    pub highest_level: usize,
    pub values: usize,
    pub scratch: usize,
}

impl Compiler {
    /// A compiler for the second pass, with the coordinates in the order of declaration.
    pub(super) fn second_pass(first: &Self) -> Result<Self, Error> {
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
                    let own = declared[parameter.declaration.position];
                    let prefix = parameter.name.strip_suffix(own).unwrap_or("");
                    return Err(Error::UnusedParameter { name: format!("{prefix}{name}") });
                }
            }
        }

        let mut places = Vec::with_capacity(ordered.len());
        let mut coordinate = 0;
        for (parameter, level) in ordered.iter().zip(levels(&ordered)) {
            places.push(Place { name: parameter.name, coordinate, level });
            coordinate += parameter.free;
        }
        Ok(Self { places, ..Self::default() })
    }

    /// Sizes and variables, after the second pass.
    pub(super) fn layout(&self) -> Layout {
        let mut parameters = self.parameters.clone();
        parameters.sort_by_key(|parameter| self.position(parameter.name));
        let of_name = |name: &str| self.variables.iter().copied().find(|v| v.name() == name);
        let mut variables: Vec<Variable> = parameters.iter().filter_map(|p| of_name(p.name)).collect();
        variables.extend(self.variables.iter().filter(|variable| variable.is_defined));
        Layout {
            variables,
            dimension: self.parameters.iter().map(|parameter| parameter.free).sum(),
            highest_level: self.places.iter().map(|place| place.level).max().unwrap_or(0),
            values: self.values,
            scratch: self.scratch,
        }
    }

    /// The position among all parameters, in the order of declaration.
    fn position(&self, name: &str) -> Option<usize> {
        self.places.iter().position(|place| place.name == name)
    }

    /// Starts a statement; its text stands in the messages of its errors.
    pub fn start_statement(&mut self, text: String) {
        self.statement = text;
        self.part = "the expression".to_owned();
    }

    /// Starts a part of a statement, such as an argument; its name stands in the messages of its errors.
    pub fn start_part(&mut self, name: String) {
        self.part = name;
    }

    /// A compiler for messages about this statement.
    pub(crate) fn at_statement(&self, text: String) -> Self {
        Self { statement: text, ..Self::default() }
    }

    /// The part of the statement that is being bound.
    pub(super) fn part(&self) -> String {
        self.part.clone()
    }

    /// The statement that is being bound.
    pub(super) fn statement(&self) -> String {
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
        let slot = match extent {
            Extent::Scalar => {
                self.values += 1;
                Slot(self.values - 1)
            }
            Extent::Vector(length) => self.slot(length),
            // A register at the end of the last row may reach beyond the last element's own.
            Extent::Matrix { length, .. } => self.slot(length + MAX_LANES),
        };
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
        self.check_not_empty_length(parameter.length, || format!("the parameter `{}`", parameter.name))?;
        self.parameters.push(parameter);
        let place = self.position(parameter.name).map(|position| self.places[position]);
        Ok(place.map_or((0, 0), |place| (place.coordinate, place.level)))
    }

    /// Claims a vector with adjoints.
    pub fn slot(&mut self, length: usize) -> Slot {
        self.values = self.values.next_multiple_of(MAX_LANES);
        let slot = Slot(self.values);
        self.values += length.next_multiple_of(MAX_LANES);
        slot
    }

    /// Claims working memory.
    pub fn scratch(&mut self, length: usize) -> Scratch {
        let scratch = Scratch(self.scratch);
        self.scratch += length.next_multiple_of(MAX_LANES);
        scratch
    }

    /// Claims working memory for rows one after the other. A register at the end of a row may reach into the next row,
    /// and at the end of the last row into memory of its own.
    pub fn scratch_of_rows(&mut self, rows: usize, columns: usize) -> Scratch {
        let overhang = if rows > 1 { MAX_LANES } else { 0 };
        self.scratch(rows * columns + overhang)
    }

    /// Checks that two nodes of one expression have one length.
    pub fn check_lengths(&self, left: &impl Node, right: &impl Node) -> Result<(), Error> {
        let compare = |row: &str, left_size, right_size| match (left_size, right_size) {
            (Some(expected), Some(found)) if expected != found => Err(Error::LengthMismatch {
                statement: self.statement(),
                expected_by: format!("{row}{}", described(left)),
                expected,
                found_in: format!("{row}{}", described(right)),
                found,
            }),
            _ => Ok(()),
        };
        compare("", left.length(), right.length())?;
        compare("a row of ", left.columns(), right.columns())
    }

    /// Checks that a matrix has as many columns as the vector that it multiplies has elements.
    pub fn check_columns(
        &self,
        product: &impl Node,
        columns: usize,
        vector: &impl Node,
    ) -> Result<(), Error> {
        let found = vector.length().unwrap_or(1);
        if columns == found {
            return Ok(());
        }
        Err(Error::LengthMismatch {
            statement: self.statement(),
            expected_by: format!("a row of the matrix in {}", described(product)),
            expected: columns,
            found_in: described(vector),
            found,
        })
    }

    /// Checks that there are as many row indices as column indices.
    pub fn check_pairs(&self, cells: &impl Node, rows: usize, columns: usize) -> Result<(), Error> {
        if rows == columns {
            return Ok(());
        }
        Err(Error::LengthMismatch {
            statement: self.statement(),
            expected_by: format!("the slice of rows in {}", described(cells)),
            expected: rows,
            found_in: "the slice of columns".to_owned(),
            found: columns,
        })
    }

    /// The length that a statement's variable and arguments share.
    pub fn common_length(
        &self,
        lengths: &[Option<usize>],
        name: impl Fn(usize) -> String,
    ) -> Result<usize, Error> {
        let known = |(place, length): (usize, &Option<usize>)| length.map(|length| (place, length));
        let mut all = lengths.iter().enumerate().filter_map(known);
        let Some((first, expected)) = all.next() else { return Ok(1) };
        for (place, found) in all {
            if found != expected {
                return Err(Error::LengthMismatch {
                    statement: self.statement(),
                    expected_by: name(first),
                    expected,
                    found_in: name(place),
                    found,
                });
            }
        }
        self.check_not_empty_length(Some(expected), || name(first))?;
        Ok(expected)
    }

    /// Checks that a vector has elements.
    pub fn check_not_empty(&self, node: &impl Node) -> Result<(), Error> {
        self.check_not_empty_length(node.length(), || described(node))
    }

    /// Checks that a vector has so many elements.
    pub fn check_at_least(&self, node: &impl Node, least: usize) -> Result<(), Error> {
        let found = node.length().unwrap_or(1);
        self.check_not_empty(node)?;
        if found >= least {
            return Ok(());
        }
        Err(self.outside(
            format!("the length of {}", described(node)),
            None,
            found as f64,
            &format!("be at least {least}"),
        ))
    }

    fn check_not_empty_length(
        &self,
        length: Option<usize>,
        what: impl FnOnce() -> String,
    ) -> Result<(), Error> {
        if length == Some(0) {
            return Err(Error::Empty { statement: self.statement(), what: what() });
        }
        Ok(())
    }

    /// Checks that numbers of the part that is being bound are finite.
    pub fn check_finite(&self, numbers: &[f64]) -> Result<(), Error> {
        match numbers.iter().position(|number| !number.is_finite()) {
            None => Ok(()),
            Some(index) => Err(self.not_finite("data", Some(index), numbers[index])),
        }
    }

    /// Checks that a single number of the part that is being bound is finite.
    pub fn check_finite_number(&self, number: f64) -> Result<(), Error> {
        if number.is_finite() { Ok(()) } else { Err(self.not_finite("a number", None, number)) }
    }

    /// What the part holds may be one of many things in it, except on the left of a statement.
    fn not_finite(&self, content: &str, index: Option<usize>, value: f64) -> Error {
        let part = self.part();
        let what = if part == LEFT { part } else { format!("{content} in {part}") };
        Error::NotFinite { statement: self.statement(), what, index, value }
    }

    /// Checks an index into so many elements.
    pub fn check_index(
        &self,
        node: &impl Node,
        position: Option<usize>,
        index: impl Index,
        length: usize,
    ) -> Result<u32, Error> {
        // Packed indices have 32 bits; a longer vector than they reach is an error and no other element.
        let inside = index.to_usize().is_some_and(|index| index < length);
        if let Some(packed) = index.to_u32().filter(|_| inside) {
            return Ok(packed);
        }
        Err(Error::IndexOutOfRange {
            statement: self.statement(),
            what: described(node),
            position,
            index: index.to_f64(),
            length,
        })
    }

    /// Checks that an observation is one of so many categories, which are numbered from 0.
    pub fn check_category(
        &self,
        observed: &impl Node,
        index: usize,
        categories: usize,
    ) -> Result<usize, Error> {
        let number = observed.datum(index).unwrap_or(f64::NAN);
        if number >= 0.0 && number < categories as f64 && number.fract() == 0.0 {
            return Ok(number as usize);
        }
        let index = observed.length().map(|_| index);
        let rule = format!("be a category, a whole number from 0 to {}", categories - 1);
        Err(self.outside(LEFT.to_owned(), index, number, &rule))
    }

    /// The error of a number outside the set where it must be.
    pub fn outside(&self, what: String, index: Option<usize>, value: f64, rule: &str) -> Error {
        Error::OutsideSupport { statement: self.statement(), what, index, value, rule: rule.to_owned() }
    }

    /// The error of a length that does not fit a parameter.
    pub fn wrong_length(&self, what: &str, expected: usize, found: usize) -> Error {
        Error::LengthMismatch {
            statement: self.statement(),
            expected_by: "the parameter".to_owned(),
            expected,
            found_in: what.to_owned(),
            found,
        }
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

/// The expression in quotes.
pub(super) fn described(node: &impl Node) -> String {
    let mut text = String::from("`");
    node.describe(&mut text);
    text + "`"
}
