//! Transforms that treat every element alike: the loops over registers, once for all of them.

use super::{Kind, Placement, Support, SupportOf};
use crate::compile::Compiler;
use crate::error::Error;
use crate::graph::SupportSketch;
use crate::model::Totals;
use crate::name::VarSet;
use crate::node::{MAX_ARGUMENTS, Packs, Tuple, any_active};
use crate::scope::{Scope, Value};
use crate::sealed::Sealed;
use crate::shape::{Dimension, Dyn, Matrix, Scalar, Vector};
use crate::simd::{Blocks, Frame, Lane, Pack, Scratch, for_lanes};
use core::marker::PhantomData;
use pulp::Simd;
use typenum::U1;

/// A transform x = T(q) of single elements, given bounds.
pub trait Transform: Sealed + Copy + Send + Sync + 'static {
    /// False if `pull_back` does not read the number that `constrain` keeps.
    const KEEPS: bool = true;

    /// True if [`log_scale`](Self::log_scale) is not 0.
    const HAS_SCALE: bool = false;

    /// True if x = e^q + its bound.
    const IS_ABOVE: bool = false;

    /// What conjugate updates know of it.
    const KIND: Kind = Kind::Other;

    /// What the bounds are called.
    const BOUNDS: &[&str];

    /// The place of a bound that breaks a rule, and the rule.
    fn broken_rule(bounds: &[f64; MAX_ARGUMENTS]) -> Option<(usize, &'static str)>;

    /// What bounds alone contribute to log |∂x/∂q|, given the logarithms of those bounds for which they are known.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn log_scale<S: Simd>(bounds: &Packs<S>, _logarithm: impl Fn(usize) -> Option<Pack<S>>) -> Pack<S> {
        bounds[0].constant(0.0)
    }

    /// x, the rest of log |∂x/∂q|, and a number that `pull_back` would otherwise compute again.
    fn constrain<S: Simd>(q: Pack<S>, bounds: &Packs<S>) -> (Pack<S>, Pack<S>, Pack<S>);

    /// q̄ = ∂x/∂q x̄ + ∂ log |∂x/∂q| / ∂q, from q, the number kept, and x̄.
    fn pull_back<S: Simd>(q: Pack<S>, kept: Pack<S>, bounds: &Packs<S>, adjoint: Pack<S>) -> Pack<S>;

    /// ∂x/∂a x̄ + ∂ log |∂x/∂q| / ∂a for each bound a.
    fn to_bounds<S: Simd>(q: Pack<S>, kept: Pack<S>, bounds: &Packs<S>, adjoint: Pack<S>) -> Packs<S>;

    /// q, or the rule that x breaks.
    fn unconstrain(x: f64, bounds: &[f64; MAX_ARGUMENTS]) -> Result<f64, &'static str>;
}

/// The support of elements that the transform `T` maps to, between bounds that are numbers, data, or expressions of other parameters.
#[derive(Clone, Copy, Debug)]
pub struct Elementwise<T, Bounds> {
    bounds: Bounds,
    /// The number of elements in a row of a matrix.
    columns: Option<usize>,
    /// The coordinates of a matrix, and later their gradient, in the order of its elements.
    turned: Scratch,
    kept: Scratch,
    /// What bounds that are data contribute to the log Jacobian: of each element if they all have the same bounds, else of all.
    log_scale: f64,
    transform: PhantomData<fn() -> T>,
}

impl<T, Bounds> Elementwise<T, Bounds> {
    /// The support between these bounds, a tuple of nodes of the parameter's shape; in a matrix, for rows of so many
    /// elements.
    pub(crate) fn new(bounds: Bounds, columns: Option<usize>) -> Self {
        let (turned, kept) = (Scratch::default(), Scratch::default());
        Self { bounds, columns, turned, kept, log_scale: 0.0, transform: PhantomData }
    }
}

impl<T: Transform, Bounds: Tuple> Elementwise<T, Bounds> {
    /// True if all elements have the same bounds.
    const HAS_COMMON_BOUNDS: bool = {
        let mut place = 0;
        while place < Bounds::COUNT && Bounds::IS_SPLAT[place] {
            place += 1;
        }
        place == Bounds::COUNT
    };

    /// True if what bounds contribute to the log Jacobian changes from element to element, and with parameters.
    const SCALES_EACH: bool = T::HAS_SCALE && !Bounds::VARS.is_empty() && !Self::HAS_COMMON_BOUNDS;

    /// What the bounds of an element contribute to the log Jacobian.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn log_scale<S: Simd>(
        &self,
        state: &Bounds::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
        bounds: &Packs<S>,
    ) -> Pack<S> {
        T::log_scale(bounds, |bound| self.bounds.logarithm::<Value, S>(bound, state, frame, lane))
    }

    /// What all bounds contribute to the log Jacobian of so many elements, but for what is added element by element.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn log_scales<S: Simd>(
        &self,
        simd: S,
        frame: &Frame<'_>,
        state: &Bounds::State<S>,
        length: usize,
    ) -> Pack<S> {
        let length = if const { Self::HAS_COMMON_BOUNDS } { length as f64 } else { 1.0 };
        if const { Bounds::VARS.is_empty() } {
            return Pack::splat(simd, self.log_scale * length);
        }
        let bounds = self.bounds.splats::<Value, S>(state, frame, simd);
        self.log_scale(state, frame, Lane::scalar(simd), &bounds) * length
    }

    /// The coordinates of a register's elements.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn point<S: Simd>(&self, frame: &Frame<'_>, place: Placement, lane: Lane<S>) -> Pack<S> {
        match place.columns {
            None => frame.point(place.coordinate, lane),
            Some(_) => frame.scratch(lane.simd, self.turned.element(lane.index)),
        }
    }
}

impl<T: Transform, Bounds: Tuple> SupportOf<Scalar> for Elementwise<T, Bounds> {
    type Free = U1;
}

impl<T: Transform, Bounds: Tuple, N: Dimension> SupportOf<Vector<N>> for Elementwise<T, Bounds> {
    type Free = N;
}

impl<T: Transform, Bounds: Tuple, R: Dimension, C: Dimension> SupportOf<Matrix<R, C>>
    for Elementwise<T, Bounds>
{
    type Free = Dyn;
}

impl<T: Transform, Bounds: Tuple> Support for Elementwise<T, Bounds> {
    const VARS: VarSet = Bounds::VARS;

    const JOINS_ROWS: bool = Self::HAS_COMMON_BOUNDS;

    const KIND: Kind = T::KIND;
    const IS_ELEMENTWISE: bool = !Bounds::BLOCKED;

    fn is_unit_interval(&self) -> bool {
        self.bounds.datum(0, 0) == Some(0.0) && self.bounds.datum(1, 0) == Some(1.0)
    }

    fn is_exponential(&self) -> bool {
        T::IS_ABOVE && self.bounds.datum(0, 0) == Some(0.0)
    }

    fn sketch(&self) -> SupportSketch {
        SupportSketch::elementwise(T::BOUNDS, self.bounds.parts())
    }

    fn bind(&mut self, compiler: &mut Compiler, length: usize, rows: usize) -> Result<(), Error> {
        self.bounds.bind(compiler, |_| "a bound".to_owned())?;
        let sides = self.bounds.sides();
        for bound in sides.iter().filter_map(|sides| sides.length()) {
            if bound != length {
                return Err(compiler.wrong_length("a bound of the parameter", length, bound));
            }
        }
        if let Some(columns) = self.columns {
            self.turned = compiler.scratch(length);
            for bound in sides.iter().filter_map(|sides| sides.columns) {
                if bound != columns {
                    return Err(compiler.wrong_length("a row of a bound of the parameter", columns, bound));
                }
            }
        }
        self.kept = compiler.scratch_of_rows(rows, length);
        Ok(())
    }

    fn fold(
        &mut self,
        compiler: &Compiler,
        name: &str,
        frame: &mut Frame<'_>,
        length: usize,
    ) -> Result<(), Error> {
        self.bounds.fold(compiler, frame)?;
        if const { !Bounds::VARS.is_empty() } {
            return Ok(());
        }
        let simd = pulp::Scalar::new();
        let mut state = self.bounds.begin::<Value, pulp::Scalar>(simd, frame);
        self.log_scale = 0.0;
        for block in Blocks::new(simd, length, Bounds::BLOCKED) {
            self.bounds.begin_block::<Value, pulp::Scalar>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let (bounds, _) = self.bounds.forward::<Value, pulp::Scalar>(&state, frame, lane);
                let log_scale = self.log_scale(&state, frame, lane, &bounds).first();
                self.log_scale = if Self::HAS_COMMON_BOUNDS { log_scale } else { self.log_scale + log_scale };
                let bounds = bounds.map(Pack::first);
                if let Some((place, rule)) = T::broken_rule(&bounds) {
                    let what = format!("the {} of `{name}`", T::BOUNDS[place]);
                    let index = self.bounds.sides()[place].length().map(|_| lane.index);
                    return Err(compiler.outside(what, index, bounds[place], rule));
                }
            });
        }
        Ok(())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
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
        if let Some(only) = place.only {
            for coordinate in 0..only.count {
                let index = frame.index(only.indices, coordinate);
                let lane = Lane { index, ..Lane::scalar(simd) };
                let (bounds, _) = self.bounds.forward::<Value, S>(&state, frame, lane);
                let q = frame.coordinate(simd, place.coordinate + coordinate);
                let (x, log_jacobian, kept) = T::constrain(q, &bounds);
                let log_jacobian = log_jacobian + self.log_scale(&state, frame, lane, &bounds);
                frame.start_value(place.slot.element(index), x);
                if const { T::KEEPS } {
                    frame.set_scratch_number(kept_at.element(index), kept.first());
                }
                if counts {
                    totals.add(Pack::splat(simd, log_jacobian.first()));
                }
            }
            return;
        }
        if const { T::HAS_SCALE && !Self::SCALES_EACH } && counts {
            totals.add(self.log_scales(simd, frame, &state, place.length));
        }
        if place.is_scalar {
            let lane = Lane::scalar(simd);
            let (bounds, _) = self.bounds.forward::<Value, S>(&state, frame, lane);
            let q = frame.coordinate(simd, place.coordinate);
            let (x, mut log_jacobian, kept) = T::constrain(q, &bounds);
            if const { Self::SCALES_EACH } {
                log_jacobian = log_jacobian + self.log_scale(&state, frame, lane, &bounds);
            }
            frame.start_value(place.slot, x);
            if const { T::KEEPS } {
                frame.set_scratch(kept_at, kept);
            }
            if counts {
                totals.add(log_jacobian);
            }
            return;
        }
        if let Some(columns) = place.columns {
            place.gather(frame, columns, self.turned);
        }
        for block in Blocks::new(simd, place.length, Bounds::BLOCKED) {
            self.bounds.begin_block::<Value, S>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let (bounds, _) = self.bounds.forward::<Value, S>(&state, frame, lane);
                let q = self.point(frame, place, lane);
                let (x, mut log_jacobian, kept) = T::constrain(q, &bounds);
                if const { Self::SCALES_EACH } {
                    log_jacobian = log_jacobian + self.log_scale(&state, frame, lane, &bounds);
                }
                frame.start_values(place.slot, lane, x);
                if const { T::KEEPS } {
                    frame.set_scratch(kept_at.element(lane.index), kept);
                }
                if counts {
                    totals.add_lanes(lane, log_jacobian);
                }
            });
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Placement, writes: bool) {
        let mut state = self.bounds.begin::<C, S>(simd, frame);
        let kept_at = self.kept.element(place.start());
        if let Some(only) = place.only {
            // The bounds of such a parameter are data.
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
        if place.is_scalar {
            let lane = Lane::scalar(simd);
            let (bounds, tape) = self.bounds.forward::<C, S>(&state, frame, lane);
            let q = frame.coordinate(simd, place.coordinate);
            let kept = frame.scratch(simd, kept_at);
            let adjoint = frame.adjoint(simd, place.slot);
            if writes {
                frame.set_gradient_of(place.coordinate, T::pull_back(q, kept, &bounds, adjoint));
            }
            if const { any_active::<C, Bounds>() } {
                let adjoints = T::to_bounds(q, kept, &bounds, adjoint);
                self.bounds.backward::<C, S>(&mut state, frame, lane, tape, adjoints);
            }
        } else {
            for block in Blocks::new(simd, place.length, Bounds::BLOCKED) {
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
                            Some(_) => frame.set_scratch(self.turned.element(lane.index), gradient),
                        }
                    }
                    if const { any_active::<C, Bounds>() } {
                        let adjoints = T::to_bounds(q, kept, &bounds, adjoint);
                        self.bounds.backward::<C, S>(&mut state, frame, lane, tape, adjoints);
                    }
                });
                if const { any_active::<C, Bounds>() } {
                    self.bounds.end_block::<C, S>(&mut state, frame, block);
                }
            }
            if let Some(columns) = place.columns.filter(|_| writes) {
                place.scatter(frame, columns, self.turned);
            }
        }
        if const { any_active::<C, Bounds>() } {
            self.bounds.end::<C, S>(state, simd, frame);
        }
    }

    fn unconstrain(
        &self,
        name: &str,
        frame: &mut Frame<'_>,
        place: Placement,
        point: &mut [f64],
    ) -> Result<(), Error> {
        let simd = pulp::Scalar::new();
        let mut state = self.bounds.begin::<Value, pulp::Scalar>(simd, frame);
        let coordinate_at = |bounds: Packs<pulp::Scalar>, frame: &Frame<'_>, element: usize| {
            let x = frame.number(place.slot.element(element));
            let index = (!place.is_scalar).then_some(place.start() + element);
            T::unconstrain(x, &bounds.map(Pack::first))
                .map_err(|rule| Error::outside_support(name, index, x, rule))
        };
        if let Some(only) = place.only {
            for (coordinate, index) in only.elements(frame).into_iter().enumerate() {
                let lane = Lane { index, ..Lane::scalar(simd) };
                let (bounds, _) = self.bounds.forward::<Value, pulp::Scalar>(&state, frame, lane);
                point[place.coordinate + coordinate] = coordinate_at(bounds, frame, index)?;
            }
            return Ok(());
        }
        for block in Blocks::new(simd, place.length, Bounds::BLOCKED) {
            self.bounds.begin_block::<Value, pulp::Scalar>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let (bounds, _) = self.bounds.forward::<Value, pulp::Scalar>(&state, frame, lane);
                point[place.coordinate_of(lane.index)] = coordinate_at(bounds, frame, lane.index)?;
            });
        }
        Ok(())
    }
}
