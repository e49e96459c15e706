//! The variable on the left of a statement as it runs: a parameter, which is taken from the unconstrained point and gives its adjoint
//! back, or data.

use super::{Edges, Known, Level, Totals};
use crate::binding::{Compiler, Context, ParameterRecord};
use crate::error::Error;
use crate::name::{Name, Text, VarSet};
use crate::node::{Leaf, Node};
use crate::scope::{Scope, is_free, is_needed, is_partly_known, is_written};
use crate::sealed::Sealed;
use crate::shape::{Extent, Shape, Sides};
use crate::simd::{Frame, Packed, Slot};
use crate::support::{BoundSupport, Kind, Placement, Selection};
use crate::written::Expression;
use core::marker::PhantomData;
use core::ops::Range;
use pulp::Simd;

/// The variable on the left of a statement, as it runs.
pub trait BoundVariable: Sealed + Clone + Send + Sync + 'static {
    /// The shape.
    type Shape: Shape;

    /// What stands on the left as a whole, a parameter of which this is a part.
    type Owner: BoundVariable;

    /// The parameter or the definition, or nothing for data.
    const TARGET: VarSet = VarSet::EMPTY;

    /// The parameter.
    const PARAMETER: VarSet = if Self::IS_PARAMETER { Self::TARGET } else { VarSet::EMPTY };

    /// The parameter, if this is a part of it.
    const PARTED: VarSet = if Self::IS_PART { Self::TARGET } else { VarSet::EMPTY };

    /// The variables in a parameter's bounds.
    const BOUNDS: VarSet = VarSet::EMPTY;

    /// What a parameter depends on by its bounds.
    const EDGES: Edges = match Self::TARGET.first() {
        Some(parameter) => Edges::of(parameter, &Self::BOUNDS),
        None => Edges::NONE,
    };

    /// True for a parameter, and for a part of one.
    const IS_PARAMETER: bool = false;

    /// True for a part of a parameter.
    const IS_PART: bool = false;

    /// True for a definition.
    const IS_DEFINITION: bool = false;

    /// What is known of a parameter's support.
    const KIND: Kind = Kind::Other;

    /// True if whether an element of a parameter is inside the support does not depend on the others.
    const IS_ELEMENTWISE: bool = false;

    /// A parameter's name.
    const NAME: &'static str = "";

    /// What is known of the number of rows and of columns.
    fn sides(&self) -> Sides;

    /// How many elements it has, and how they are arranged.
    fn extent(&self) -> Extent {
        self.sides().size().extent::<Self::Shape>()
    }

    /// The parameter as a whole, if it is this statement that takes it from the unconstrained point.
    fn owner(&self) -> Option<&Self::Owner> {
        None
    }

    /// Where a parameter stands, also one of which this is a part.
    fn slot(&self) -> Slot {
        Slot::default()
    }

    /// The elements of the parameter that the variable consists of.
    fn elements(&self, _frame: &Frame<'_>) -> Vec<usize> {
        (0..self.extent().size()).collect()
    }

    /// The number of elements of the parameter.
    fn whole_size(&self) -> usize {
        self.extent().size()
    }

    /// True if all elements of a parameter stand in parts of it on the left of other statements.
    fn is_filled(&self) -> bool {
        false
    }

    /// Checks that a parameter of which this is a part is inside its support, if that is one of all elements together.
    fn check_whole(&self, _: &mut Frame<'_>, _point: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }

    /// Checks that some elements of a part, from one of them on, are inside the support, if that does not depend on the others.
    fn check_elements(&self, _: &mut Frame<'_>, _first: usize, _count: usize) -> Result<(), Error> {
        Ok(())
    }

    /// An observation, where the compiler was told to keep them.
    fn observation(&self, _index: usize) -> Option<f64> {
        None
    }

    /// The lowest of the whole numbers that a discrete parameter may be, and how many they are.
    fn integers(&self) -> Option<(f64, usize)> {
        None
    }

    /// The places of a parameter's coordinates in the unconstrained point.
    fn coordinates(&self) -> Range<usize> {
        0..0
    }

    /// True if the support goes from 0 on, or from 0 to 1.
    fn is_standard(&self) -> bool {
        true
    }

    /// Folds and checks a parameter's support.
    fn fold(&mut self, _context: &Context, _frame: &mut Frame<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Computes a parameter of this level from the unconstrained point, and adds its log Jacobian.
    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>, _: Level, _: &mut Totals<S>) {}

    /// Turns the adjoint of a parameter of this level into the gradient of its coordinates and the adjoints of its
    /// bounds.
    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>, _: Level) {}

    /// Puts the elements of a parameter that have been given values back.
    fn restore(&self, _: &mut Frame<'_>) {}

    /// The elements of a parameter that have been given values, in order.
    fn known_elements(&self, _: &Frame<'_>) -> Vec<usize> {
        Vec::new()
    }

    /// The elements that were seen, not set.
    fn seen_elements(&self, _: &Frame<'_>) -> Vec<usize> {
        Vec::new()
    }

    /// Computes a parameter's coordinates from its value.
    fn unconstrain(&self, _: &mut Frame<'_>, _: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }
}

/// The complaint about a parameter that cannot follow a distribution, of whole numbers or not; empty if it can.
pub(crate) const fn target_complaint<Target: BoundVariable>(is_discrete: bool) -> Text {
    if !Target::TARGET.is_disjoint(&Target::BOUNDS) {
        return VarSet::complain(Target::TARGET.first(), "stands in its own bound");
    }
    if Target::IS_DEFINITION && is_discrete {
        return VarSet::complain(
            Target::TARGET.first(),
            "is a definition and cannot follow a distribution of whole numbers",
        );
    }
    let is_integer = Target::KIND.is(Kind::Integers);
    if is_integer && !is_discrete {
        return VarSet::complain(
            Target::TARGET.first(),
            "is a whole number and cannot follow a continuous distribution",
        );
    }
    VarSet::complain(
        if is_discrete && !is_integer { Target::TARGET.first() } else { None },
        "is continuous and cannot follow a distribution of whole numbers: declare it with binary(), category(k) or integer(a, b)",
    )
}

/// The parameter, if it is whole numbers.
pub(crate) const fn discrete<Target: BoundVariable>() -> VarSet {
    if Target::KIND.is(Kind::Integers) { Target::TARGET } else { VarSet::EMPTY }
}

/// Data on the left of a statement.
#[derive(Clone, Debug)]
pub struct Observed<Sh> {
    sides: Sides,
    /// The observations, if simulation or prediction reads them; empty otherwise.
    values: Vec<f64>,
    shape: PhantomData<fn() -> Sh>,
}

impl<Sh: Shape> Observed<Sh> {
    /// Data, of which `compiler` may keep the values.
    pub(crate) fn bind<Data: Expression<Shape = Sh>>(data: &Data, compiler: &Compiler) -> Self {
        let count = if compiler.keeps_observations() { data.size().length() } else { 0 };
        let values = (0..count).map(|index| data.datum(index).unwrap_or(f64::NAN)).collect();
        Self { sides: data.sides(), values, shape: PhantomData }
    }
}

impl<Sh: Shape> BoundVariable for Observed<Sh> {
    type Shape = Sh;
    type Owner = Self;

    fn sides(&self) -> Sides {
        self.sides
    }

    fn observation(&self, index: usize) -> Option<f64> {
        self.values.get(index).copied()
    }
}

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
    name: PhantomData<fn() -> (Var, Sh)>,
}

impl<Var: Name, Sh: Shape, Sup: BoundSupport> Parameter<Var, Sh, Sup> {
    /// Registers the parameter that `leaf` reads.
    pub(crate) fn bind(
        leaf: Leaf<Var, Sh>,
        extent: Extent,
        support: Sup,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let mut parameter = Self::unplaced(leaf, extent, support, compiler)?;
        (parameter.coordinate, parameter.level) = compiler.parameter(parameter.record())?;
        parameter.is_filled = compiler.is_filled(Var::NAME);
        Ok(parameter)
    }

    /// The parameter that `leaf` reads, for a statement about a part of it, and whether that statement owns it.
    pub(crate) fn bind_for_part(
        leaf: Leaf<Var, Sh>,
        extent: Extent,
        support: Sup,
        compiler: &mut Compiler,
    ) -> Result<(Self, bool), Error> {
        if !compiler.held_elements(Var::VAR).is_empty() {
            return Err(Error::HeldBesideParts { name: Var::NAME });
        }
        let mut parameter = Self::unplaced(leaf, extent, support, compiler)?;
        let place = compiler.parameter_of_parts(parameter.record())?;
        if let Some((coordinate, level)) = place {
            (parameter.coordinate, parameter.level) = (coordinate, level);
        }
        Ok((parameter, place.is_some()))
    }

    /// A parameter whose coordinates are not known yet.
    fn unplaced(
        leaf: Leaf<Var, Sh>,
        extent: Extent,
        support: Sup,
        compiler: &mut Compiler,
    ) -> Result<Self, Error> {
        let is_held = compiler.is_held(Var::VAR);
        if is_held && !Sup::VARS.is_empty() {
            return Err(Error::HeldBetweenParameters { name: Var::NAME });
        }
        let (size, slot) = (extent.size(), leaf.slot());
        let known = Known::bind(Var::VAR, size, Self::refusal(), compiler)?;
        let held = compiler.pack_held(Var::VAR, size)?;
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
            name: PhantomData,
        })
    }

    /// What the compiler keeps of it.
    fn record(&self) -> ParameterRecord {
        ParameterRecord {
            name: Var::NAME,
            declaration: Var::DECLARATION,
            length: self.extent.length(),
            free: if self.held.is_some() { 0 } else { Self::free(&self.support, self.known, self.size) },
            is_held: self.held.is_some(),
            slot: self.slot,
            bounds: const { &Sup::VARS },
            is_exponential: Sh::IS_SCALAR && self.support.is_exponential(),
        }
    }

    /// Checks that some elements, which do not depend on others, are inside the support.
    pub(super) fn check_elements_of(&self, elements: Selection, frame: &mut Frame<'_>) -> Result<(), Error> {
        let place = Placement { coordinate: 0, ..self.placement(Some(elements)) };
        self.support.unconstrain(Var::NAME, frame, place, &mut vec![0.0; self.size])
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

    /// The number of coordinates of `size` elements, of which those that are `known` have none.
    fn free(support: &Sup, known: Option<Known>, size: usize) -> usize {
        match known {
            Some(known) if !Sup::KIND.is(Kind::Integers) => known.others(size).count,
            _ => support.free(size),
        }
    }

    /// Why elements cannot have values, if they cannot.
    fn refusal() -> Option<Error> {
        if !Sup::IS_ELEMENTWISE {
            return Some(Error::HeldInPart { name: Var::NAME });
        }
        (!Sup::VARS.is_empty()).then_some(Error::HeldBetweenParameters { name: Var::NAME })
    }
}

impl<Var: Name, Sh: Shape, Sup: BoundSupport> BoundVariable for Parameter<Var, Sh, Sup> {
    type Shape = Sh;
    type Owner = Self;
    const TARGET: VarSet = VarSet::of(Var::VAR);
    const BOUNDS: VarSet = Sup::VARS;
    const IS_PARAMETER: bool = true;
    const KIND: Kind = Sup::KIND;
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
        self.coordinate..self.coordinate + Self::free(&self.support, self.known, self.size)
    }

    fn is_standard(&self) -> bool {
        match const { Sup::KIND } {
            Kind::Above => self.support.is_exponential(),
            Kind::Between => self.support.is_unit_interval(),
            _ => true,
        }
    }

    fn fold(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.support.fold(context, Var::NAME, frame, self.size)?;
        if let Some(known) = self.known {
            self.restore(frame);
            let place = Placement { coordinate: 0, ..self.placement(Some(known.elements())) };
            return self.support.unconstrain(Var::NAME, frame, place, &mut vec![0.0; self.size]);
        }
        let Some(values) = self.held else { return Ok(()) };
        frame.set_packed_numbers(self.slot, values, self.size);
        let place = Placement { coordinate: 0, ..self.placement(None) };
        let mut coordinates = vec![0.0; self.support.free(self.size)];
        self.support.unconstrain(Var::NAME, frame, place, &mut coordinates)
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
        if const { C::SETS.gradient && is_free::<C>(Var::VAR) } && level.includes(self.level) {
            let writes = const { is_written::<C>(Var::VAR) };
            self.support.pull_back::<C, S>(simd, frame, self.placement(self.only::<C>()), writes);
        }
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        if self.held.is_some() {
            return Ok(());
        }
        if let Some(known) = self.known {
            known.check(Var::NAME, self.slot, frame)?;
        }
        let others = self.known.map(|known| known.others(self.size));
        self.support.unconstrain(Var::NAME, frame, self.placement(others), point)
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
