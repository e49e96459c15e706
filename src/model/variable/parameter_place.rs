//! The place of a parameter, and the values that it has been given. Nothing here is generic, so it is
//! compiled once, not for every parameter.

use crate::compiler::{Compiler, KnownLogarithms, ParameterRecord};
use crate::contract::node::Companion;
use crate::contract::transform::Selection;
use crate::error::Error;
use crate::frame::{Frame, Packed, Slot};
use crate::markov_field::Subspace;
use crate::model::variable::Known;
use crate::name::{Identity, VarSet};
use crate::shape::Extent;

/// The support of a parameter with some extent: the facts on which the place of the parameter depends.
pub(crate) struct SupportOfExtent {
    /// The variables in the bounds of the support.
    pub bounds: &'static VarSet,
    /// True if each element has a coordinate of its own.
    pub is_elementwise: bool,
    /// True if the values are whole numbers.
    pub is_whole: bool,
    /// The number of coordinates.
    pub free: usize,
    /// True if each row of a matrix has coordinates of its own.
    pub has_rows: bool,
    /// The subspace in which the values lie, if laws of vectors depend on it.
    pub subspace: Option<Subspace>,
    /// True if the parameter may have no elements.
    pub may_be_empty: bool,
    /// True for a scalar whose logarithm is its coordinate.
    pub is_exponential: bool,
    /// The numbers that the transform computes in addition to the values, and stores in a slot.
    pub beside: Option<Companion>,
    /// The logarithms of a scalar that the transform computes.
    pub known_logarithms: Option<KnownLogarithms>,
    /// True if the bounds are the standard ones of the support's name: 0, or 0 and 1.
    pub is_standard: bool,
    /// The lowest value of a discrete parameter, and the number of its values.
    pub integers: Option<(f64, usize)>,
}

impl SupportOfExtent {
    /// Returns the reason why elements cannot be given values, if they cannot.
    fn refusal(&self, name: &'static str) -> Option<Error> {
        if !self.is_elementwise {
            return Some(Error::HeldInPart { name });
        }
        (!self.bounds.is_empty()).then_some(Error::HeldBetweenParameters { name })
    }
}

/// The place of a parameter in the workspace and in the unconstrained point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParameterPlace {
    /// The name, which the parameter's type may not contain.
    pub identity: &'static Identity,
    /// The number of elements, 1 for a scalar.
    pub size: usize,
    pub extent: Extent,
    pub slot: Slot,
    /// The place of the numbers that the transform computes in addition to the values.
    pub beside: Option<Slot>,
    /// The place of the logarithms that the transform stores.
    pub logarithms: Option<Slot>,
    /// The first of the parameter's coordinates in the unconstrained point.
    pub coordinate: usize,
    /// The number of the parameter's coordinates.
    pub free: usize,
    /// The level at which the parameter is computed, see [`Level`](crate::model::facts::Level).
    pub level: usize,
    /// The given value of the whole parameter, if it has one; it then has no coordinates.
    held: Option<Packed>,
    /// The elements with given values and the elements with coordinates, if some elements have given values.
    pub known: Option<Known>,
    /// True if all elements stand in parts on the left of other statements.
    pub is_filled: bool,
    /// True if the parameter is marginalised: it has no coordinates, and its slot contains the values that a
    /// pass of the sum has stored.
    is_summed: bool,
}

impl ParameterPlace {
    /// Registers a parameter in `slot`.
    pub fn bind(
        identity: &'static Identity,
        slot: Slot,
        extent: Extent,
        support: &SupportOfExtent,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let mut place = Self::unplaced(identity, slot, extent, support, compiler)?;
        (place.coordinate, place.level) = compiler.parameter(place.record(support))?;
        place.is_filled = compiler.is_filled(place.name());
        Ok(place)
    }

    /// Returns the place of a parameter of which a part stands on the left of a statement, and true if that
    /// statement owns the parameter: it computes the parameter from the unconstrained point.
    pub fn bind_for_part(
        identity: &'static Identity,
        slot: Slot,
        extent: Extent,
        support: &SupportOfExtent,
        compiler: &mut Compiler,
    ) -> Result<(Self, bool), Error> {
        if !compiler.held_elements(identity.var).is_empty() {
            return Err(Error::HeldBesideParts { name: identity.var.name() });
        }
        let mut place = Self::unplaced(identity, slot, extent, support, compiler)?;
        let found = compiler.parameter_of_parts(place.record(support))?;
        if let Some((coordinate, level)) = found {
            (place.coordinate, place.level) = (coordinate, level);
        }
        Ok((place, found.is_some()))
    }

    /// Returns the place of a parameter whose coordinates are not known yet.
    fn unplaced(
        identity: &'static Identity,
        slot: Slot,
        extent: Extent,
        support: &SupportOfExtent,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let (var, size) = (identity.var, extent.size());
        let is_held = compiler.is_held(var);
        if is_held && !support.bounds.is_empty() {
            return Err(Error::HeldBetweenParameters { name: var.name() });
        }
        let known = Known::bind(var, size, support.refusal(var.name()), compiler)?;
        let held = compiler.pack_held(var, size)?;
        let is_summed = compiler.is_summed(var);
        let free = match known {
            _ if held.is_some() || is_summed => 0,
            Some(known) if !support.is_whole => known.others(size).count,
            _ => support.free,
        };
        let beside = support.beside.and_then(|companion| compiler.beside(slot, companion));
        let logarithms = support.known_logarithms.and_then(|_| compiler.logarithms_to_store(slot));
        let (coordinate, level, is_filled) = (0, 0, false);
        Ok(Self {
            identity,
            size,
            extent,
            slot,
            beside,
            logarithms,
            coordinate,
            free,
            level,
            held,
            known,
            is_filled,
            is_summed,
        })
    }

    /// Returns the compiler's record of the parameter.
    fn record(&self, support: &SupportOfExtent) -> ParameterRecord {
        ParameterRecord {
            name: self.name(),
            declaration: self.identity.declaration,
            length: self.extent.length(),
            free: self.free,
            has_rows: support.has_rows,
            subspace: support.subspace,
            may_be_empty: support.may_be_empty,
            is_held: self.held.is_some(),
            slot: self.slot,
            bounds: support.bounds,
            is_exponential: support.is_exponential && !self.is_summed,
            beside: support.beside.filter(|_| !self.is_summed),
            logarithms: support.known_logarithms.filter(|_| !self.is_summed),
            is_standard: support.is_standard,
            integers: support.integers,
        }
    }

    /// Returns the name, for messages.
    pub fn name(&self) -> &'static str {
        self.identity.var.name()
    }

    /// Returns the elements that have coordinates, if some elements have none.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn others(&self) -> Option<Selection> {
        self.known.map(|known| known.others(self.size))
    }

    /// Copies the given value of the parameter to its slot; returns false if no value was given.
    pub fn load_given(&self, frame: &mut Frame<'_>) -> bool {
        if self.known.is_some() {
            self.restore(frame);
            return true;
        }
        let Some(values) = self.held else { return false };
        frame.set_packed_numbers(self.slot, values, self.size);
        true
    }

    /// Restores the values of the elements that have been given values.
    pub fn restore(&self, frame: &mut Frame<'_>) {
        if let Some(known) = self.known {
            known.restore(self.slot, frame);
        }
    }

    /// Checks that elements with given values have these values; returns false if the parameter has no
    /// coordinates.
    pub fn checks_given(&self, frame: &Frame<'_>) -> Result<bool, Error> {
        if self.held.is_some() || self.is_summed {
            return Ok(false);
        }
        self.known.map_or(Ok(()), |known| known.check(self.name(), self.slot, frame))?;
        Ok(true)
    }
}
