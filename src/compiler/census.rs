//! The census of a model: its variables, its parameters in their order, and given values.

use crate::compiler::given::Given;
use crate::compiler::left::LeftSides;
use crate::compiler::order;
use crate::compiler::order::Place;
use crate::compiler::{Companion, KnownLogarithms};
use crate::error::Error;
use crate::frame::Slot;
use crate::labels::SideLevels;
use crate::markov_field::Subspace;
use crate::name::{Declaration, Var, VarSet};
use monomorph_base::shape::{Extent, MatrixForm};
use monomorph_base::sort::sort_by_key;

/// The variables of a model, added as statements mention them.
#[derive(Debug, Default)]
pub(super) struct Census {
    pub variables: Vec<Variable>,
    pub parameters: Vec<ParameterRecord>,
    /// The place of each parameter among all parameters, found by the first pass for the second; empty in the
    /// first pass.
    pub places: Vec<Place>,
    pub given: Given,
    pub left: LeftSides,
}

/// A parameter or a definition in the workspace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    pub(super) var: Var,
    pub(super) declaration: Declaration,
    pub extent: Extent,
    /// The names of the rows and columns.
    pub levels: SideLevels,
    /// The elements that the kind of a matrix fixes.
    pub form: MatrixForm,
    pub slot: Slot,
    /// The companion of the values and its slot, if a statement has requested the companion.
    pub beside: Option<(Companion, Slot)>,
    /// The slot of the logarithms of a scalar, if its transform stores them.
    pub logarithms: Option<Slot>,
    /// True if a statement would read the logarithms.
    pub wants_logarithms: bool,
    pub is_defined: bool,
    /// False for a definition that is not reported with draws.
    pub is_reported: bool,
}

impl Variable {
    /// The name of the variable.
    pub fn name(&self) -> &'static str {
        self.var.name()
    }

    /// The identity of the variable: its name, and the hash of the name.
    pub fn var(&self) -> Var {
        self.var
    }

    /// The number of elements.
    pub fn size(&self) -> usize {
        self.extent.size()
    }
}

/// A parameter on the left of a statement.
#[derive(Clone, Copy, Debug)]
pub struct ParameterRecord {
    /// The name.
    pub name: &'static str,
    /// The place of the parameter's declaration.
    pub declaration: Declaration,
    /// The number of elements; `None` for a scalar.
    pub length: Option<usize>,
    /// The number of unconstrained coordinates.
    pub free: usize,
    /// True if each row of a matrix has its own coordinates.
    pub has_rows: bool,
    /// The subspace in which the values lie, for supports that laws of vectors must tell apart.
    pub subspace: Option<Subspace>,
    /// True if the parameter may have no elements.
    pub may_be_empty: bool,
    /// The parameter's place in the workspace.
    pub slot: Slot,
    /// The variables in its bounds.
    pub bounds: &'static VarSet,
    /// True for a scalar whose logarithm is its coordinate.
    pub is_exponential: bool,
    /// The companion that the transform knows beside its values and stores in a slot.
    pub beside: Option<Companion>,
    /// The logarithms of a scalar that the transform knows.
    pub logarithms: Option<KnownLogarithms>,
    /// True if the bounds are those that the support's name implies: 0, or 0 and 1.
    pub is_standard: bool,
    /// True if the parameter has a given value.
    pub is_held: bool,
    /// The lowest whole number that a discrete parameter may be, and the number of its possible values.
    pub integers: Option<(f64, usize)>,
}

impl Census {
    /// A census for the second pass, with the places that the census of the first pass has found.
    pub fn with_places(places: Vec<Place>) -> Self {
        Self { places, ..Self::default() }
    }

    /// The place of each parameter among all parameters. If `may_leave_out` is true, declared parameters may
    /// be missing from the model.
    pub fn find_places(&self, may_leave_out: bool) -> Result<Vec<Place>, Error> {
        self.left.check()?;
        if !may_leave_out {
            order::check_all_used(&self.parameters)?;
        }
        let mut places = order::places(&self.parameters);
        for place in &mut places {
            (place.is_whole, place.is_filled) = (!self.left.own(place.name), self.left.fill(place.name));
            let wants = |variable: &Variable| variable.wants_logarithms && variable.name() == place.name;
            place.wants_logarithms = self.variables.iter().any(wants);
        }
        Ok(places)
    }

    /// The slot of a variable that has been mentioned before. A name that is declared in two places is an
    /// error.
    pub fn known(&self, var: Var, declaration: Declaration, extent: Extent) -> Result<Option<Slot>, Error> {
        let known = self.variables.iter().find(|known| known.var.key() == var.key());
        let is_other = |known: &&Variable| known.extent != extent || known.declaration != declaration;
        if known.filter(is_other).is_some() {
            return Err(redeclared(var.name()));
        }
        Ok(known.map(|known| known.slot))
    }

    /// The places of the values of some variables, with adjacent variables joined.
    pub fn ranges(&self, is_wanted: impl Fn(Var) -> bool) -> Vec<core::ops::Range<usize>> {
        let wanted = self.variables.iter().filter(|variable| is_wanted(variable.var));
        let slots = wanted.flat_map(|variable| {
            let range = |slot: Slot| slot.0..slot.0 + variable.size();
            let own = [Some(variable.slot), variable.beside.map(|(_, slot)| slot)];
            let logarithms = variable.logarithms.map(|slot| slot.0..slot.0 + 2);
            own.into_iter().flatten().map(range).chain(logarithms)
        });
        let mut each: Vec<_> = slots.collect();
        sort_by_key(&mut each, |range| range.start);
        let mut ranges: Vec<core::ops::Range<usize>> = Vec::new();
        for range in each {
            match ranges.last_mut().filter(|last| range.start <= last.end + crate::simd::MAX_LANES) {
                Some(last) => last.end = last.end.max(range.end),
                None => ranges.push(range),
            }
        }
        ranges
    }

    /// Adds a variable that has not been mentioned before.
    pub fn add(&mut self, variable: Variable) {
        self.variables.push(variable);
    }

    /// Records that a variable is a definition, and whether it is reported with draws.
    pub fn define(&mut self, var: Var, is_reported: bool) {
        for known in self.variables.iter_mut().filter(|known| known.var.key() == var.key()) {
            (known.is_defined, known.is_reported) = (true, is_reported);
        }
    }

    /// True if a statement has registered the parameter.
    pub fn is_registered(&self, name: &str) -> bool {
        self.parameters.iter().any(|known| known.name == name)
    }

    /// Checks that no other parameter has the name.
    pub fn check_new(&self, name: &'static str) -> Result<(), Error> {
        if self.is_registered(name) { Err(redeclared(name)) } else { Ok(()) }
    }

    /// Adds a parameter, and returns its first coordinate and its level, which are 0 in the first pass.
    pub fn add_parameter(&mut self, parameter: ParameterRecord) -> (usize, usize) {
        self.parameters.push(parameter);
        self.place(parameter.name).map_or((0, 0), |place| (place.coordinate, place.level))
    }

    /// The place of a parameter among all parameters; `None` in the first pass.
    pub fn place(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    /// The parameters in the order of their coordinates.
    pub fn ordered_parameters(&self) -> Vec<ParameterRecord> {
        let mut parameters = self.parameters.clone();
        sort_by_key(&mut parameters, |parameter| {
            self.places.iter().position(|place| place.name == parameter.name)
        });
        parameters
    }

    /// The variable at a slot.
    pub fn at(&mut self, slot: Slot) -> Option<&mut Variable> {
        self.variables.iter_mut().find(|known| known.slot == slot)
    }

    /// The companion that the transform of a parameter knows, unless the parameter has a given value as a
    /// whole.
    pub fn beside(&self, name: &str) -> Option<Companion> {
        let place = self.place(name)?;
        place.beside.filter(|_| self.given.held(Var::new(place.name)).is_none())
    }

    /// The logarithms of a parameter, if its transform knows them and a statement reads them.
    pub fn logarithms(&self, name: &str) -> Option<KnownLogarithms> {
        let place = self.place(name).filter(|place| place.wants_logarithms)?;
        place.logarithms.filter(|_| !self.given.holds_any_of(Var::new(place.name)))
    }

    /// The coordinate that is the logarithm of a parameter, if there is one.
    pub fn logarithm_of(&self, name: &str) -> Option<usize> {
        let place = self.place(name).filter(|place| place.is_exponential)?;
        (!self.given.holds_any_of(Var::new(place.name))).then_some(place.coordinate)
    }
}

fn redeclared(name: &str) -> Error {
    Error::Redeclared { name: name.to_owned() }
}
