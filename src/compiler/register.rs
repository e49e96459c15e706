//! The functions of the compiler with which `bind` registers and finds the variables of a model.

use crate::compiler::Companion;
use crate::compiler::census::Variable;
use crate::compiler::given::HeldElement;
use crate::compiler::{Compiler, Elements, KnownLogarithms, ParameterRecord};
use crate::error::Error;
use crate::frame::{Packed, Slot};
use crate::labels::SideLevels;
use crate::name::{Declaration, Var, VarSet};
use monomorph_base::shape::{Extent, MatrixForm};

impl Compiler {
    /// The slot of a variable, claimed when the variable is first mentioned.
    ///
    /// A name that is declared in two places is an error: otherwise two variables would silently be one.
    pub fn variable(&mut self, var: Var, declaration: Declaration, extent: Extent) -> Result<Slot, Error> {
        if let Some(slot) = self.census.known(var, declaration, extent)? {
            return Ok(slot);
        }
        self.context.check_extent(var.name(), extent)?;
        let slot = self.slot_of(extent);
        let levels = SideLevels::NONE;
        self.census.add(Variable {
            var,
            declaration,
            extent,
            levels,
            form: MatrixForm::General,
            slot,
            beside: None,
            logarithms: None,
            wants_logarithms: false,
            is_defined: false,
            is_reported: true,
        });
        Ok(slot)
    }

    /// The slot of a definition's value, which is reported with draws if `is_reported` is true.
    pub fn define(
        &mut self,
        var: Var,
        declaration: Declaration,
        extent: Extent,
        is_reported: bool,
    ) -> Result<Slot, Error> {
        let slot = self.variable(var, declaration, extent)?;
        self.census.define(var, is_reported);
        Ok(slot)
    }

    /// Registers a parameter, and returns its first coordinate and its level.
    pub fn parameter(&mut self, parameter: ParameterRecord) -> Result<(usize, usize), Error> {
        if self.census.left.own(parameter.name) {
            // The first pass has found a part before the whole; the second pass knows that a statement
            // about the whole exists.
            self.census.left.set_own(parameter.name, false);
            return Ok((0, 0));
        }
        self.census.check_new(parameter.name)?;
        if !parameter.may_be_empty {
            let what = || format!("the parameter `{}`", parameter.name);
            self.context.check_not_empty_length(parameter.length, &what)?;
        }
        Ok(self.census.add_parameter(parameter))
    }

    /// Registers a parameter for a statement about a part of it, unless another statement does. Returns its
    /// first coordinate and its level.
    pub(crate) fn parameter_of_parts(
        &mut self,
        parameter: ParameterRecord,
    ) -> Result<Option<(usize, usize)>, Error> {
        let is_whole = self.census.place(parameter.name).is_some_and(|place| place.is_whole);
        if is_whole || self.census.is_registered(parameter.name) {
            return Ok(None);
        }
        let place = self.parameter(parameter)?;
        self.census.left.set_own(parameter.name, true);
        Ok(Some(place))
    }

    /// The number of elements of a variable; `None` if no statement has mentioned the variable yet.
    pub(crate) fn size_of(&self, var: Var) -> Option<usize> {
        let known = self.census.variables.iter().find(|known| known.name() == var.name());
        known.map(Variable::size)
    }

    /// The record of a parameter; `None` if its statement has not been bound yet.
    pub(crate) fn registered(&self, name: &str) -> Option<ParameterRecord> {
        self.census.parameters.iter().find(|known| known.name == name).copied()
    }

    /// The parameter in a slot with this number of elements, if its statement has been bound.
    pub(crate) fn parameter_at(&self, slot: Slot, length: usize) -> Option<ParameterRecord> {
        let is_there = |known: &&ParameterRecord| known.slot == slot && known.length.unwrap_or(1) == length;
        self.census.parameters.iter().find(is_there).copied()
    }

    /// Records that these elements of a variable stand on the left of the statement that is being bound.
    pub(crate) fn stand_left(&mut self, var: Var, extent: Extent, elements: &[usize]) -> Result<(), Error> {
        self.census.left.stand(var, extent, elements, || self.context.statement())
    }

    /// True if each element of a parameter is in a part that stands on the left of a statement.
    pub(crate) fn is_filled(&self, name: &str) -> bool {
        self.census.place(name).is_some_and(|place| place.is_filled)
    }

    /// The slot of the companion of the variable at a slot, if the variable has this companion: a parameter
    /// whose transform knows it, for which the slot is claimed at the first call, or a definition that
    /// stores it.
    pub(crate) fn beside(&mut self, slot: Slot, companion: Companion) -> Option<Slot> {
        let Variable { var, extent, beside, .. } = *self.census.at(slot)?;
        if beside.is_none() && self.census.beside(var.name()) == Some(companion) {
            return self.claim_beside(slot, extent, companion);
        }
        beside.filter(|(known, _)| *known == companion).map(|(_, slot)| slot)
    }

    /// The logarithms of the scalar at a slot and their own slot, if its transform stores them. The first
    /// pass only records which logarithms are requested, so that the second pass knows whether they are
    /// read.
    pub(crate) fn logarithms(&mut self, slot: Slot) -> Option<(KnownLogarithms, Slot)> {
        let variable = self.census.at(slot)?;
        variable.wants_logarithms = true;
        let (name, known) = (variable.name(), variable.logarithms);
        let logarithms = self.census.logarithms(name).filter(|_| self.rewrites())?;
        let place = known.unwrap_or_else(|| self.slot_of(Extent::Vector(2)));
        self.census.at(slot)?.logarithms = Some(place);
        Some((logarithms, place))
    }

    /// The slot in which the transform of the parameter at `slot` must store the logarithms; `None` if no
    /// statement reads them.
    pub(crate) fn logarithms_to_store(&mut self, slot: Slot) -> Option<Slot> {
        let name = self.census.at(slot)?.name();
        self.census.logarithms(name)?;
        self.logarithms(slot).map(|(_, place)| place)
    }

    /// Claims a slot for the rests of a definition at a slot, if any variable that it reads has rests.
    pub(crate) fn define_rest(&mut self, slot: Slot, extent: Extent, vars: &VarSet) -> Option<Slot> {
        let mut read = self.census.variables.iter().filter(|known| vars.contains(known.var));
        let knows = read.any(|known| {
            let stored = known.beside.map(|(companion, _)| companion);
            stored.or_else(|| self.census.beside(known.name())) == Some(Companion::Rest)
        });
        if knows { self.claim_beside(slot, extent, Companion::Rest) } else { None }
    }

    /// Claims a slot for the companion of the variable at a slot.
    fn claim_beside(&mut self, slot: Slot, extent: Extent, companion: Companion) -> Option<Slot> {
        let beside = self.slot_of(extent);
        if let Some(variable) = self.census.at(slot) {
            variable.beside = Some((companion, beside));
        }
        Some(beside)
    }

    /// The coordinate that is the logarithm of a parameter, if there is one.
    pub(crate) fn logarithm_of(&self, name: &str) -> Option<usize> {
        self.census.logarithm_of(name).filter(|_| self.rewrites())
    }

    /// Gives a variable a value. If it has a given value already, the first one is kept.
    pub(crate) fn hold(&mut self, var: Var, values: &[f64]) {
        self.census.given.hold(var, values);
    }

    /// Gives elements of a variable values. If an element has a given value already, the first one is kept.
    pub(crate) fn hold_elements(
        &mut self,
        var: Var,
        elements: Elements<'_>,
        values: &[f64],
        has_rows: bool,
    ) -> Result<(), Error> {
        let what = format!("the list of elements of `{}`", var.name());
        let given = "the value that they are given";
        self.context.check_same_length(&what, elements.count(), given, values.len())?;
        self.census.given.hold_elements(var, elements, values, has_rows);
        Ok(())
    }

    /// The elements of a variable that have given values, in order; empty if the variable has a given value
    /// as a whole.
    pub(crate) fn held_elements(&self, var: Var) -> Vec<HeldElement> {
        self.census.given.held_elements(var)
    }

    /// True if a variable has a given value as a whole.
    pub(crate) fn is_held(&self, var: Var) -> bool {
        self.census.given.held(var).is_some()
    }

    /// The given value of a variable with `size` elements, packed, if there is one.
    pub(crate) fn pack_held(&mut self, var: Var, size: usize) -> Result<Option<Packed>, Error> {
        let Some(values) = self.census.given.held(var) else { return Ok(None) };
        self.context.check_same_length(var.name(), size, "the value that it is given", values.len())?;
        let claimed = self.packing.numbers(values.iter().copied());
        Ok(Some(self.granted(claimed)))
    }
}
