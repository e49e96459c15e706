//! Elementwise transforms as they run: the loops over registers, shared by all of them.

use crate::compiler::Context;
use crate::contract::node::{Companion, Packs, Tuple, any_active, for_values};
use crate::contract::scope::{Scope, Value, is_whole, knows_parts};
use crate::contract::transform::{BoundSupport, Placement, SupportFacts, SupportKind, Totals};
use crate::error::Error;
use crate::frame::{Frame, Scratch};
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use crate::simd::{Block, Blocks, Lane, Pack, for_lanes};
use crate::support::{ConstrainedNumber, Transform};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// The bound form of an [`Elementwise`](crate::support::Elementwise) support: the transform `T` of each
/// element, between bounds.
#[derive(Clone, Copy, Debug)]
pub struct BoundElementwise<T, Bounds> {
    pub(super) bounds: Bounds,
    /// The coordinates of a matrix, and later their gradient, in the order of its elements.
    pub(super) transposed: Scratch,
    pub(super) kept: Scratch,
    /// The contribution of bounds that are data to the log Jacobian: of one element if all elements have the
    /// same bounds, otherwise of all elements together.
    pub(super) log_scale: f64,
    /// True if the first bound is the number 0.
    pub(super) starts_at_zero: bool,
    /// True if the second bound is the number 1.
    pub(super) ends_at_one: bool,
    pub(super) transform: PhantomData<fn() -> T>,
}

impl<T: Transform, Bounds: Tuple> BoundElementwise<T, Bounds> {
    /// True if all elements have the same bounds.
    pub(super) const HAS_COMMON_BOUNDS: bool = {
        let mut place = 0;
        while place < Bounds::COUNT && Bounds::EACH[place].is_splat {
            place += 1;
        }
        place == Bounds::COUNT
    };

    /// True if values equal their coordinates.
    const IS_IDENTITY: bool = matches!(T::KIND, SupportKind::Real);

    /// True if the contribution of bounds to the log Jacobian differs between elements, and depends on
    /// parameters.
    pub(super) const SCALES_EACH: bool = T::HAS_SCALE && !Bounds::FACTS.is_data() && !Self::HAS_COMMON_BOUNDS;

    /// Returns the coordinates of a register's elements.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn point<S: Simd>(&self, frame: &Frame<'_>, place: Placement, lane: Lane<S>) -> Pack<S> {
        match place.columns {
            None => frame.point(place.coordinate, lane),
            Some(_) => frame.scratch(lane.simd, self.transposed.element(lane.index)),
        }
    }
}

/// Stores values that equal their coordinates. Those that fill no register are copied one by one: the point
/// is often written number by number, and a load that spans two stores would wait until both have left the
/// processor's store buffer, as would everything that depends on it.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn copy_point<S: Simd>(simd: S, frame: &mut Frame<'_>, place: Placement) {
    for lane in (Block { simd, start: 0, end: place.length }).full_lanes() {
        let q = frame.point(place.coordinate, lane);
        frame.start_values(place.slot, lane, q);
    }
    let rest = place.length % Pack::<S>::LANES;
    let first = place.length - rest;
    if rest > 0 {
        frame.set_adjoints(place.slot.element(first), Lane::scalar(simd), Pack::zero(simd));
    }
    // The code is unrolled, because LLVM would turn a loop into loads and stores of pairs.
    for number in 0..Pack::<S>::LANES - 1 {
        if number == rest {
            break;
        }
        let q = frame.coordinate(simd, place.coordinate + first + number);
        frame.set_value(place.slot.element(first + number), q);
    }
}

/// Stores adjoints as the gradient; those that fill no register are copied one by one, because they were
/// added to one by one.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn copy_adjoints<S: Simd>(simd: S, frame: &mut Frame<'_>, place: Placement) {
    for lane in (Block { simd, start: 0, end: place.length }).full_lanes() {
        let adjoint = frame.adjoints(place.slot, lane);
        frame.set_gradient(place.coordinate, lane, adjoint);
    }
    let rest = place.length % Pack::<S>::LANES;
    for number in 0..Pack::<S>::LANES - 1 {
        if number == rest {
            break;
        }
        let index = place.length - rest + number;
        let adjoint = frame.adjoint(simd, place.slot.element(index));
        frame.set_gradient_of(place.coordinate + index, adjoint);
    }
}

#[inlined]
impl<T: Transform, Bounds: Tuple> BoundSupport for BoundElementwise<T, Bounds> {
    const VARS: VarSet = *Bounds::FACTS.vars;

    const FACTS: SupportFacts = SupportFacts {
        joins_rows: Self::HAS_COMMON_BOUNDS,
        kind: T::KIND,
        is_elementwise: !Bounds::FACTS.blocked,
        may_be_empty: !Bounds::FACTS.blocked,
        ..SupportFacts::NONE
    };

    fn is_unit_interval(&self) -> bool {
        self.starts_at_zero && self.ends_at_one
    }

    fn is_exponential(&self) -> bool {
        T::IS_ABOVE && self.starts_at_zero
    }

    fn beside(&self) -> Option<Companion> {
        const { T::HAS_REST }.then_some(Companion::Rest)
    }

    fn precompute(
        &mut self,
        context: &Context,
        name: &str,
        frame: &mut Frame<'_>,
        length: usize,
    ) -> Result<(), Error> {
        self.bounds.precompute(context, frame)?;
        if const { !Bounds::FACTS.is_data() || Bounds::COUNT == 0 } {
            return Ok(());
        }
        let (mut scale, sides) = (0.0, self.bounds.sides());
        for_values(&self.bounds, length, frame, &mut |_, index, bounds| {
            let log_scale = T::log_scale(&bounds, |_| None).first();
            scale = if Self::HAS_COMMON_BOUNDS { log_scale } else { scale + log_scale };
            let bounds = bounds.map(Pack::first);
            let Some((place, rule)) = T::broken_rule(&bounds) else { return Ok(()) };
            let what = format!("the {} of `{name}`", T::BOUNDS[place]);
            Err(context.outside(what, sides[place].length().map(|_| index), bounds[place], rule))
        })?;
        self.log_scale = scale;
        Ok(())
    }

    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let mut state = self.bounds.begin::<Value, S>(simd, frame);
        let kept_at = self.kept.element(place.start());
        if const { knows_parts::<C>() }
            && let Some(only) = place.only
        {
            for coordinate in 0..only.count {
                let index = frame.index(only.indices, coordinate);
                let lane = Lane { index, ..Lane::scalar(simd) };
                let (bounds, _) = self.bounds.forward::<Value, S>(&state, frame, lane);
                let q = frame.coordinate(simd, place.coordinate + coordinate);
                let (x, log_jacobian, kept) = T::constrain(q, &bounds);
                let log_jacobian = log_jacobian + self.log_scale(&state, frame, lane, &bounds);
                frame.start_value(place.slot.element(index), x);
                if const { T::HAS_REST }
                    && let Some(at) = place.beside
                {
                    frame.set_value(at.element(index), T::rest(q, kept, &bounds, x));
                }
                if const { T::KEEPS } {
                    frame.set_scratch_number(kept_at.element(index), kept.first());
                }
                if counts {
                    totals.add(Pack::splat(simd, log_jacobian.first()));
                }
            }
            return;
        }
        if const { Self::IS_IDENTITY } && place.columns.is_none() {
            return copy_point(simd, frame, place);
        }
        if counts {
            self.add_log_scales(simd, frame, &state, place.length, totals);
        }
        if let Some(columns) = place.columns {
            place.gather(frame, columns, self.transposed);
        }
        for block in Blocks::new(simd, place.length, const { Bounds::FACTS.blocked }) {
            self.bounds.begin_block::<Value, S>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let (bounds, _) = self.bounds.forward::<Value, S>(&state, frame, lane);
                let q = self.point(frame, place, lane);
                let (x, mut log_jacobian, kept) = T::constrain(q, &bounds);
                if const { Self::SCALES_EACH } {
                    log_jacobian = log_jacobian + self.log_scale(&state, frame, lane, &bounds);
                }
                frame.start_values(place.slot, lane, x);
                if const { T::HAS_REST }
                    && let Some(at) = place.beside
                {
                    frame.set_values(at, lane, T::rest(q, kept, &bounds, x));
                }
                if const { T::KEEPS } {
                    frame.set_scratch(kept_at.element(lane.index), kept);
                }
                if counts {
                    totals.add_lanes(lane, log_jacobian);
                }
            });
        }
    }

    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement, writes: bool) {
        let mut state = self.bounds.begin::<C, S>(simd, frame);
        let kept_at = self.kept.element(place.start());
        if const { knows_parts::<C>() }
            && let Some(only) = place.only
        {
            // The bounds of a parameter with given elements are data.
            for coordinate in 0..only.count {
                let index = frame.index(only.indices, coordinate);
                let lane = Lane { index, ..Lane::scalar(simd) };
                let (bounds, _) = self.bounds.forward::<C, S>(&state, frame, lane);
                let q = frame.coordinate(simd, place.coordinate + coordinate);
                let kept = frame.scratch(simd, kept_at.element(index));
                let adjoint = frame.adjoint(simd, place.slot.element(index));
                if writes {
                    let gradient = T::pull_back(q, kept, &bounds, adjoint);
                    frame.set_gradient_of(place.coordinate + coordinate, gradient);
                }
            }
            return;
        }
        if const { Self::IS_IDENTITY } && writes && place.columns.is_none() {
            return copy_adjoints(simd, frame, place);
        }
        for block in Blocks::new(simd, place.length, const { Bounds::FACTS.blocked }) {
            self.bounds.begin_block::<C, S>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let (bounds, tape) = self.bounds.forward::<C, S>(&state, frame, lane);
                let q = self.point(frame, place, lane);
                let kept = frame.scratch(simd, kept_at.element(lane.index));
                let adjoint = frame.adjoints(place.slot, lane);
                if writes {
                    let gradient = T::pull_back(q, kept, &bounds, adjoint);
                    match place.columns {
                        None => frame.set_gradient(place.coordinate, lane, gradient),
                        Some(_) => frame.set_scratch(self.transposed.element(lane.index), gradient),
                    }
                }
                let pass = const { Self::pass_to_bounds::<C, S>() };
                pass(self, &mut state, frame, lane, tape, (q, kept, &bounds, adjoint));
            });
            if const { any_active::<C, Bounds>() } {
                self.bounds.end_block::<C, S>(&mut state, frame, block);
            }
        }
        if let Some(columns) = place.columns.filter(|_| writes) {
            place.scatter(frame, columns, self.transposed);
        }
        if const { any_active::<C, Bounds>() } {
            self.bounds.end::<C, S>(state, simd, frame);
        }
    }

    fn constrain_number<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        counts: bool,
        totals: &mut Totals<S>,
    ) {
        let state = self.bounds.begin::<Value, S>(simd, frame);
        let lane = Lane::scalar(simd);
        let (bounds, _) = self.bounds.forward::<Value, S>(&state, frame, lane);
        let q = frame.coordinate_number(place.coordinate);
        let ConstrainedNumber { x, log_jacobian, kept, logarithms } = T::constrain_number(simd, q, &bounds);
        let mut log_jacobian = Pack::splat(simd, log_jacobian);
        if counts {
            self.add_log_scales(simd, frame, &state, 1, totals);
        }
        if const { Self::SCALES_EACH } {
            log_jacobian = log_jacobian + self.log_scale(&state, frame, lane, &bounds);
        }
        frame.start_number(place.slot, x);
        if const { T::HAS_REST }
            && let Some(at) = place.beside
        {
            let [q, kept, x] = [q, kept, x].map(|number| Pack::splat(simd, number));
            frame.set_value(at, T::rest(q, kept, &bounds, x));
        }
        if const { T::HAS_LOGARITHMS }
            && let Some(at) = place.logarithms
        {
            frame.start_number(at, logarithms[0]);
            frame.start_number(at.element(1), logarithms[1]);
        }
        if const { T::KEEPS } {
            frame.set_scratch_number(self.kept.element(place.start()), kept);
        }
        if counts {
            totals.add(log_jacobian);
        }
    }

    fn pull_back_number<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        place: Placement,
        writes: bool,
    ) {
        let mut state = self.bounds.begin::<C, S>(simd, frame);
        let lane = Lane::scalar(simd);
        let (bounds, tape) = self.bounds.forward::<C, S>(&state, frame, lane);
        let q = frame.coordinate(simd, place.coordinate);
        let kept = Pack::splat(simd, frame.scratch_number(self.kept.element(place.start())));
        let adjoint = frame.adjoint(simd, place.slot);
        if writes {
            let mut gradient = T::pull_back(q, kept, &bounds, adjoint);
            if const { T::HAS_LOGARITHMS && is_whole::<C>() }
                && let Some(at) = place.logarithms
            {
                let adjoints = [frame.adjoint(simd, at), frame.adjoint(simd, at.element(1))];
                gradient = gradient + T::pull_back_logarithms(q, kept, adjoints);
            }
            frame.set_gradient_of(place.coordinate, gradient);
        }
        let pass = const { Self::pass_to_bounds::<C, S>() };
        pass(self, &mut state, frame, lane, tape, (q, kept, &bounds, adjoint));
        if const { any_active::<C, Bounds>() } {
            self.bounds.end::<C, S>(state, simd, frame);
        }
    }

    fn nudge_inside(&self, frame: &mut Frame<'_>, place: Placement, _: &mut dyn rand::Rng) {
        let selected = place.only.map(|only| only.elements(frame));
        let settled = for_values(&self.bounds, place.length, frame, &mut |frame, index, bounds| {
            if selected.as_ref().is_none_or(|selected| selected.contains(&index)) {
                let element = place.slot.element(index);
                let x = T::nudge_inside(frame.number(element), &bounds.map(Pack::first));
                frame.set_numbers(element, &[x]);
            }
            Ok(())
        });
        debug_assert!(settled.is_ok(), "no element fails");
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let coordinate_at = |bounds: Packs<Scalar>, frame: &mut Frame<'_>, element: usize| {
            let x = frame.number(place.slot.element(element));
            // A given value is meant exactly, so its rounding error is 0.
            if const { T::HAS_REST }
                && let Some(at) = place.beside
            {
                frame.set_number(at.element(element), 0.0);
            }
            let index = (!place.is_scalar).then_some(place.start() + element);
            T::unconstrain(x, &bounds.map(Pack::first))
                .map_err(|rule| Error::outside_support(name, index, x, rule))
        };
        if let Some(only) = place.only {
            let simd = Scalar::new();
            let state = self.bounds.begin::<Value, Scalar>(simd, frame);
            for (coordinate, index) in only.elements(frame).into_iter().enumerate() {
                let lane = Lane { index, ..Lane::scalar(simd) };
                let (bounds, _) = self.bounds.forward::<Value, Scalar>(&state, frame, lane);
                point[place.coordinate + coordinate] = coordinate_at(bounds, frame, index)?;
            }
            return Ok(());
        }
        for_values(&self.bounds, place.length, frame, &mut |frame, index, bounds| {
            point[place.coordinate_of(index)] = coordinate_at(bounds, frame, index)?;
            Ok(())
        })
    }
}

sealed! {
    [T, Bounds] BoundElementwise<T, Bounds>;
}
