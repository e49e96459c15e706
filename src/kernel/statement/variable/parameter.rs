//! A parameter on the left of a statement: where it stands, and how its support takes it from the unconstrained point.

use super::BoundVariable;
use crate::binding::{Compiler, Context, ParameterRecord};
use crate::erase::erase;
use crate::error::Error;
use crate::name::{Anonymous, Identity, Name, VarSet};
use crate::node::{Leaf, Node};
use crate::scope::{Scope, is_free, is_needed, is_partly_known, is_summed, is_written};
use crate::shape::{Extent, Shape, Sides};
use crate::simd::{Frame, Packed, Slot};
use crate::statement::{Known, Level, Totals};
use crate::transform::{BoundSupport, Placement, Selection, SupportKind};
use core::marker::PhantomData;
use core::ops::Range;
use pulp::Simd;

/// A parameter on the left of a statement.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<Var, Sh, Support> {
    /// The number of elements, 1 for a scalar.
    size: usize,
    extent: Extent,
    support: Support,
    slot: Slot,
    /// The first of the parameter's coordinates in the unconstrained point.
    coordinate: usize,
    /// When it is computed, see [`Level`].
    level: usize,
    /// The value that it has been given, if it has one and no coordinates.
    held: Option<Packed>,
    /// Which elements have values and which have coordinates, if it has values in part.
    known: Option<Known>,
    /// True if all elements stand in parts on the left of other statements.
    is_filled: bool,
    /// True if it is marginalised, so that it has no coordinates, and what stands in its slot is what a pass of the sum has left there.
    is_summed: bool,
    /// The name, which the type need not know.
    identity: &'static Identity,
    name: PhantomData<fn() -> (Var, Sh)>,
}

erase! {
    [Var, Sh, Support] Parameter<Var, Sh, Support> => Parameter<Anonymous, Sh, Support>, [],
        { size, extent, support, slot, coordinate, level, held, known, is_filled, is_summed, identity };
}

impl<Var: Name, Sh: Shape, Sup: BoundSupport> Parameter<Var, Sh, Sup> {
    /// Registers the parameter that `leaf` reads.
    pub(crate) fn bind(
        identity: &'static Identity,
        leaf: Leaf<Var, Sh>,
        extent: Extent,
        support: Sup,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let mut parameter = Self::unplaced(identity, leaf, extent, support, compiler)?;
        (parameter.coordinate, parameter.level) = compiler.parameter(parameter.record())?;
        parameter.is_filled = compiler.is_filled(identity.var.name());
        Ok(parameter)
    }

    /// The parameter that `leaf` reads, for a statement about a part of it, and whether that statement owns it.
    pub(crate) fn bind_for_part(
        identity: &'static Identity,
        leaf: Leaf<Var, Sh>,
        extent: Extent,
        support: Sup,
        compiler: &mut Compiler,
    ) -> Result<(Self, bool), Error> {
        if !compiler.held_elements(identity.var).is_empty() {
            return Err(Error::HeldBesideParts { name: identity.var.name() });
        }
        let mut parameter = Self::unplaced(identity, leaf, extent, support, compiler)?;
        let place = compiler.parameter_of_parts(parameter.record())?;
        if let Some((coordinate, level)) = place {
            (parameter.coordinate, parameter.level) = (coordinate, level);
        }
        Ok((parameter, place.is_some()))
    }

    /// A parameter whose coordinates are not known yet.
    fn unplaced(
        identity: &'static Identity,
        leaf: Leaf<Var, Sh>,
        extent: Extent,
        support: Sup,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let var = identity.var;
        let is_held = compiler.is_held(var);
        if is_held && !Sup::VARS.is_empty() {
            return Err(Error::HeldBetweenParameters { name: var.name() });
        }
        let (size, slot) = (extent.size(), leaf.slot());
        let known = Known::bind(var, size, Self::refusal(var.name()), compiler)?;
        let held = compiler.pack_held(var, size)?;
        Ok(Self {
            size,
            extent,
            support,
            slot,
            coordinate: 0,
            level: 0,
            held,
            known,
            is_filled: false,
            is_summed: compiler.is_summed(var) && !is_held,
            identity,
            name: PhantomData,
        })
    }

    /// The name, for messages.
    fn name(&self) -> &'static str {
        self.identity.var.name()
    }

    /// What the compiler keeps of it.
    fn record(&self) -> ParameterRecord {
        ParameterRecord {
            name: self.name(),
            declaration: self.identity.declaration,
            length: self.extent.length(),
            free: self.coordinates().len(),
            is_held: self.held.is_some(),
            slot: self.slot,
            bounds: const { &Sup::VARS },
            is_exponential: Sh::IS_SCALAR && !self.is_summed && self.support.is_exponential(),
            is_standard: self.is_standard(),
            integers: self.support.integers(),
        }
    }

    /// Checks that some elements, which do not depend on others, are inside the support.
    pub(in super::super) fn check_elements_of(
        &self,
        elements: Selection,
        frame: &mut Frame<'_>,
    ) -> Result<(), Error> {
        let place = Placement { coordinate: 0, ..self.placement(Some(elements)) };
        self.support.unconstrain(self.name(), frame, place, &mut vec![0.0; self.size])
    }

    /// Moves some elements, which do not depend on others, to the next number inside.
    #[cfg(feature = "random")]
    pub(in super::super) fn settle_elements_of(
        &self,
        elements: Selection,
        frame: &mut Frame<'_>,
        rng: &mut dyn rand::Rng,
    ) {
        self.support.settle(frame, self.placement(Some(elements)), rng);
    }

    #[inline(always)]
    fn placement(&self, only: Option<Selection>) -> Placement {
        Placement {
            only,
            slot: self.slot,
            coordinate: self.coordinate,
            length: const { Sh::LENGTH }.unwrap_or(self.size),
            is_scalar: Sh::IS_SCALAR,
            row: None,
            columns: if const { Sh::IS_MATRIX } { self.extent.columns() } else { None },
        }
    }

    /// The elements that have coordinates, if others do not: known to be all where the scope knows of no others.
    #[inline(always)]
    fn only<C: Scope>(&self) -> Option<Selection> {
        if const { is_partly_known::<C>(Var::VAR) } {
            self.known.map(|known| known.others(self.size))
        } else {
            None
        }
    }

    /// Why elements cannot have values, if they cannot.
    fn refusal(name: &'static str) -> Option<Error> {
        if !Sup::IS_ELEMENTWISE {
            return Some(Error::HeldInPart { name });
        }
        (!Sup::VARS.is_empty()).then_some(Error::HeldBetweenParameters { name })
    }
}

impl<Var: Name, Sh: Shape, Sup: BoundSupport> BoundVariable for Parameter<Var, Sh, Sup> {
    type Shape = Sh;
    type Owner = Self;
    const TARGET: VarSet = VarSet::of(Var::VAR);
    const BOUNDS: VarSet = Sup::VARS;
    const IS_PARAMETER: bool = true;
    const KIND: SupportKind = Sup::KIND;
    const IS_ELEMENTWISE: bool = Sup::IS_ELEMENTWISE;
    const NAME: &'static str = Var::NAME;

    fn sides(&self) -> Sides {
        self.extent.sides::<Sh>()
    }

    fn owner(&self) -> Option<&Self> {
        Some(self)
    }

    fn is_filled(&self) -> bool {
        self.is_filled
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    fn integers(&self) -> Option<(f64, usize)> {
        self.support.integers()
    }

    fn coordinates(&self) -> Range<usize> {
        let free = match self.known {
            _ if self.held.is_some() || self.is_summed => 0,
            Some(known) if !Sup::KIND.is(SupportKind::Integers) => known.others(self.size).count,
            _ => self.support.free(self.size),
        };
        self.coordinate..self.coordinate + free
    }

    fn is_standard(&self) -> bool {
        match const { Sup::KIND } {
            SupportKind::Above => self.support.is_exponential(),
            SupportKind::Between => self.support.is_unit_interval(),
            _ => true,
        }
    }

    fn fold(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.support.fold(context, self.name(), frame, self.size)?;
        if let Some(known) = self.known {
            self.restore(frame);
            let place = Placement { coordinate: 0, ..self.placement(Some(known.elements())) };
            return self.support.unconstrain(self.name(), frame, place, &mut vec![0.0; self.size]);
        }
        let Some(values) = self.held else { return Ok(()) };
        frame.set_packed_numbers(self.slot, values, self.size);
        let place = Placement { coordinate: 0, ..self.placement(None) };
        let mut coordinates = vec![0.0; self.support.free(self.size)];
        self.support.unconstrain(self.name(), frame, place, &mut coordinates)
    }

    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        level: Level,
        totals: &mut Totals<S>,
    ) {
        if const { is_needed::<C>(Var::VAR) } && level.includes(self.level) {
            let counts = const { is_free::<C>(Var::VAR) };
            self.support.constrain::<C, S>(simd, frame, self.placement(self.only::<C>()), counts, totals);
        }
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        if const { C::SETS.gradient && is_free::<C>(Var::VAR) && !is_summed::<C>(&Self::TARGET) }
            && level.includes(self.level)
        {
            let writes = const { is_written::<C>(Var::VAR) };
            self.support.pull_back::<C, S>(simd, frame, self.placement(self.only::<C>()), writes);
        }
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        if self.held.is_some() || self.is_summed {
            return Ok(());
        }
        if let Some(known) = self.known {
            known.check(self.name(), self.slot, frame)?;
        }
        let others = self.known.map(|known| known.others(self.size));
        self.support.unconstrain(self.name(), frame, self.placement(others), point)
    }

    #[cfg(feature = "random")]
    fn settle(&self, frame: &mut Frame<'_>, rng: &mut dyn rand::Rng) {
        let others = self.known.map(|known| known.others(self.size));
        self.support.settle(frame, self.placement(others), rng);
    }

    fn restore(&self, frame: &mut Frame<'_>) {
        if let Some(known) = self.known {
            known.restore(self.slot, frame);
        }
    }

    fn known_elements(&self, frame: &Frame<'_>) -> Vec<usize> {
        self.known.map_or_else(Vec::new, |known| known.sorted(frame))
    }

    fn seen_elements(&self, frame: &Frame<'_>) -> Vec<usize> {
        self.known.map_or_else(Vec::new, |known| known.seen().elements(frame))
    }
}
