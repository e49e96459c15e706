//! A parameter on the left of a statement: its place, and the transform from the unconstrained point to its
//! support.

use super::parameter_place::{ParameterPlace, SupportOfExtent};
use crate::compiler::{Compiler, Context, KnownLogarithms};
use crate::contract::scope::{Scope, is_free, is_needed, is_partly_known, is_summed};
use crate::contract::transform::{BoundSupport, Normals, Placement, Selection, SupportKind, Totals};
use crate::erase::erase;
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::model::drawing::DrawnVariable;
use crate::model::facts::{Level, VariableFacts, VariableKind};
use crate::model::statement::{BoundVariable, no_pass, no_score};
use crate::model::variable::Known;
use crate::name::{Anonymous, Identity, Name};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Extent, Shape, Sides};
use core::marker::PhantomData;
use core::ops::Range;
use pulp::Simd;

/// A parameter on the left of a statement.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<Var, Sh, Support> {
    place: ParameterPlace,
    pub(crate) support: Support,
    name: PhantomData<fn() -> (Var, Sh)>,
}

erase! {
    [Var, Sh, Support] Parameter<Var, Sh, Support> => Parameter<Anonymous, Sh, Support>, [],
    { place, support };
}

impl<Var: Name, Sh: Shape, Sup: BoundSupport> Parameter<Var, Sh, Sup> {
    /// Registers the parameter in `slot`.
    pub(crate) fn bind(
        identity: &'static Identity,
        slot: Slot,
        extent: Extent,
        support: Sup,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let place = ParameterPlace::bind(identity, slot, extent, &Self::facts(&support, extent), compiler)?;
        Ok(Self { place, support, name: PhantomData })
    }

    /// Returns the parameter in `slot`, for a statement about a part of the parameter, and true if that
    /// statement owns the parameter: it computes the parameter from the unconstrained point.
    pub(crate) fn bind_for_part(
        identity: &'static Identity,
        slot: Slot,
        extent: Extent,
        support: Sup,
        compiler: &mut Compiler,
    ) -> Result<(Self, bool), Error> {
        let facts = Self::facts(&support, extent);
        let (place, owns) = ParameterPlace::bind_for_part(identity, slot, extent, &facts, compiler)?;
        Ok((Self { place, support, name: PhantomData }, owns))
    }

    /// Returns the facts about the support on which the parameter's place depends.
    fn facts(support: &Sup, extent: Extent) -> SupportOfExtent {
        SupportOfExtent {
            bounds: const { &Sup::VARS },
            is_elementwise: Sup::FACTS.is_elementwise,
            is_whole: const { Sup::FACTS.kind.is(SupportKind::Integers) },
            free: support.free(extent.size()),
            has_rows: Sup::FACTS.has_rows,
            subspace: support.subspace(extent.size()),
            // The number of rows of a matrix without columns is unknown.
            may_be_empty: (Sup::FACTS.may_be_empty || Sup::FACTS.has_rows) && extent.columns() != Some(0),
            is_exponential: Sh::IS_SCALAR && support.is_exponential(),
            beside: support.beside(),
            known_logarithms: match const { Sup::FACTS.kind } {
                SupportKind::Above if Sh::IS_SCALAR && support.is_exponential() => {
                    Some(KnownLogarithms::OfPositive)
                }
                SupportKind::Between if Sh::IS_SCALAR && support.is_unit_interval() => {
                    Some(KnownLogarithms::OfUnit)
                }
                _ => None,
            },
            is_standard: Self::is_standard_support(support),
            integers: support.integers(),
        }
    }

    /// Returns true if the support is from 0 upwards, or from 0 to 1.
    fn is_standard_support(support: &Sup) -> bool {
        match const { Sup::FACTS.kind } {
            SupportKind::Above => support.is_exponential(),
            SupportKind::Between => support.is_unit_interval(),
            _ => true,
        }
    }

    /// Checks that some elements, each with its own support, are inside it.
    pub(crate) fn check_elements_of(&self, elements: Selection, frame: &mut Frame<'_>) -> Result<(), Error> {
        let place = Placement { coordinate: 0, ..self.placement(Some(elements)) };
        self.support.unconstrain(self.place.name(), frame, place, &mut vec![0.0; self.place.size])
    }

    /// Moves some elements, each with its own support, to the next number inside it.
    pub(crate) fn nudge_elements_inside_of(
        &self,
        elements: Selection,
        frame: &mut Frame<'_>,
        rng: &mut dyn rand::Rng,
    ) {
        self.support.nudge_inside(frame, self.placement(Some(elements)), rng);
    }

    #[inline(always)]
    pub(crate) fn placement(&self, only: Option<Selection>) -> Placement {
        Placement {
            only,
            slot: self.place.slot,
            beside: self.place.beside,
            logarithms: self.place.logarithms,
            coordinate: self.place.coordinate,
            length: const { Sh::LENGTH }.unwrap_or(self.place.size),
            is_scalar: Sh::IS_SCALAR,
            row: None,
            columns: if const { Sh::IS_MATRIX } { self.place.extent.columns() } else { None },
        }
    }

    /// Returns the elements that have coordinates, if there are others without; `None`, at compile time, if
    /// the scope has no others.
    #[inline(always)]
    pub(crate) fn only<C: Scope>(&self) -> Option<Selection> {
        if const { is_partly_known::<C>(Var::VAR) } { self.place.others() } else { None }
    }
}

impl<Var: Name, Sh: Shape, Sup: BoundSupport> BoundVariable for Parameter<Var, Sh, Sup> {
    type Shape = Sh;
    type Owner = Self;
    const FACTS: VariableFacts =
        VariableFacts::parameter::<Var, Sh>(VariableKind::Parameter, &Sup::VARS, Sup::FACTS);

    fn owner(&self) -> Option<&Self> {
        Some(self)
    }

    fn integers(&self) -> Option<(f64, usize)> {
        self.support.integers()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.support.precompute(context, self.place.name(), frame, self.place.size)?;
        let given = self.place.known.map(Known::elements);
        if !self.place.load_given(frame) {
            return Ok(());
        }
        let place = Placement { coordinate: 0, ..self.placement(given) };
        self.support.unconstrain(self.place.name(), frame, place, &mut vec![0.0; self.place.size])
    }

    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        level: Level,
        totals: &mut Totals<S>,
    ) {
        let constrain = const {
            if !is_needed::<C>(Var::VAR) {
                no_score
            } else if Sh::IS_SCALAR {
                Self::constrain_number::<C, S>
            } else {
                Self::constrain_elements::<C, S>
            }
        };
        if level.includes(self.place.level) {
            constrain(self, simd, frame, totals);
        }
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        let pull_back = const {
            if !(C::SETS.gradient && is_free::<C>(Var::VAR) && !is_summed::<C>(Self::FACTS.target)) {
                no_pass
            } else if Sh::IS_SCALAR {
                Self::pull_back_number::<C, S>
            } else {
                Self::pull_back_elements::<C, S>
            }
        };
        if level.includes(self.place.level) {
            pull_back(self, simd, frame);
        }
    }
}

impl<Var: Name, Sh: Shape, Sup: BoundSupport> DrawnVariable for Parameter<Var, Sh, Sup> {
    fn sides(&self) -> Sides {
        self.place.extent.sides::<Sh>()
    }

    fn extent(&self) -> Extent {
        self.place.extent
    }

    fn slot(&self) -> Slot {
        self.place.slot
    }

    fn is_filled(&self) -> bool {
        self.place.is_filled
    }

    fn coordinates(&self) -> Range<usize> {
        self.place.coordinate..self.place.coordinate + self.place.free
    }

    fn is_standard(&self) -> bool {
        Self::is_standard_support(&self.support)
    }

    fn restore(&self, frame: &mut Frame<'_>) {
        self.place.restore(frame);
    }

    fn known_elements(&self, frame: &Frame<'_>) -> Vec<usize> {
        self.place.known.map_or_else(Vec::new, |known| known.sorted(frame))
    }

    fn seen_elements(&self, frame: &Frame<'_>) -> Option<Vec<usize>> {
        self.place.known.map(|known| known.seen().elements(frame))
    }

    fn nudge_inside(&self, frame: &mut Frame<'_>, rng: &mut dyn rand::Rng) {
        self.support.nudge_inside(frame, self.placement(self.place.others()), rng);
    }

    fn bring_inside(&self, frame: &mut Frame<'_>, law: Normals<'_>) -> bool {
        self.support.bring_inside(frame, self.placement(None), law)
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        if !self.place.checks_given(frame)? {
            return Ok(());
        }
        self.support.unconstrain(self.place.name(), frame, self.placement(self.place.others()), point)
    }
}

sealed! {
    [Var, Sh, Support] Parameter<Var, Sh, Support>;
}
