//! Indexing by a discrete parameter, or by a sum or a product of discrete parameters and integers: yᵢ = x
//! at zᵢ, with x̄ⱼ = Σ over i with zᵢ = j of ȳᵢ.
//!
//! The indices are values in the workspace, so they are read in every sweep. A value that is not an index
//! gives NaN, and the log density is −∞. There is no derivative with respect to an index.
//!
//! If all indices are equal, in a pass of a sum over z, y is one number: it is read once, and the adjoint
//! of its element is collected in a register.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Beside, Coefficients, Facts, Node, is_active, joined, rest_of};
use crate::contract::scope::{Scope, is_uniform};
use crate::contract::transform::Integers;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::node::{BoundStored, Stored};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Sides, Tag};
use crate::simd::{Lane, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The elements of `N` at the indices `I`, whole numbers counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct GatherBy<N, I> {
    source: Stored<N>,
    index: I,
    /// The possible values of the index, if it is an element of a parameter.
    range: Option<Integers>,
}

impl<N: Expression, I: Expression> GatherBy<N, I> {
    /// Indexes a vector.
    pub(crate) fn new(source: N, index: I) -> Self {
        Self { source: Stored::new(source), index, range: None }
    }

    /// Indexes a vector by elements of a parameter with the values in `range`.
    pub(crate) fn within(source: N, index: I, range: Integers) -> Self {
        Self { range: Some(range), ..Self::new(source, index) }
    }

    /// Checks that the vector has an element for each possible value of the index.
    fn check(&self, compiler: &Compiler) -> Result<(), Error> {
        let Some((lowest, highest)) = self.range.and_then(Integers::ends) else { return Ok(()) };
        let what = || {
            let mut text = String::from("a value of ");
            self.index.describe(&mut text);
            text
        };
        let length = self.source.count();
        compiler.context().check_index_of(what, None, lowest, length)?;
        compiler.context().check_index_of(what, None, highest, length).map(|_| ())
    }
}

impl<N: Expression, I: Expression> Expression for GatherBy<N, I> {
    type Shape = I::Shape;
    type Bound = BoundGatherBy<N::Bound, I::Bound>;
    type Erased = GatherBy<N::Erased, I::Erased>;

    fn erase(self) -> Self::Erased {
        GatherBy { source: self.source.erase(), index: self.index.erase(), range: self.range }
    }

    fn sides(&self) -> Sides {
        self.index.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.check(compiler)?;
        Ok(BoundGatherBy::new(self.source.bind(compiler)?, self.index.bind(compiler)?))
    }
}

impl<N: Expression, I: Expression> Describe for GatherBy<N, I> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".at(");
        self.index.describe(text);
        text.push(')');
    }
}

impl<N: Expression, I: Expression> RowFacts for GatherBy<N, I> {}

/// The elements of `N` at the indices `I`, whole numbers counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct BoundGatherBy<N, I> {
    source: BoundStored<N>,
    index: I,
}

erase! {
    [N: Erase, I: Erase] BoundGatherBy<N, I> => BoundGatherBy<N::Erased, I::Erased>, [BoundStored<N>, I],
        { source, index };
}

impl<N: Node, I: Node> BoundGatherBy<N, I> {
    /// Indexes a vector.
    pub(crate) fn new(source: BoundStored<N>, index: I) -> Self {
        Self { source, index }
    }

    /// The place of the element at an index, if there is one.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn place(&self, index: f64) -> Option<usize> {
        // A number that is not an index changes when it is cast, or is out of range.
        let place = index as usize;
        (place as f64 == index && place < self.source.count()).then_some(place)
    }
}

/// The states of the source and the index, and the element that all rows read, if the indices are all
/// equal.
pub struct GatherState<S: Simd, N: Node, I: Node> {
    source: N::State<S>,
    index: I::State<S>,
    place: Option<usize>,
    value: Pack<S>,
    adjoint: Pack<S>,
}

#[inlined]
impl<N: Node, I: Node> Node for BoundGatherBy<N, I> {
    type Shape = I::Shape;
    const FACTS: Facts = Facts {
        rows_of: I::FACTS.rows_of,
        has_rest: BoundStored::<N>::FACTS.has_rest,
        link: N::FACTS.link,
        mixed: joined!(N::FACTS.mixed, const { &N::FACTS.vars.common(I::FACTS.vars) }),
        mixed_rows: joined!(N::FACTS.mixed, const { &N::FACTS.vars.common(I::FACTS.vars) }),
        reads_other_rows: joined!(N::FACTS.vars, I::FACTS.reads_other_rows),
        aligned: I::FACTS.aligned,
        ..Facts::of(const { joined!(N::FACTS.vars, I::FACTS.vars) }).with(&N::FACTS)
    };
    type State<S: Simd> = GatherState<S, N, I>;
    type Tape<S: Simd> = Pack<S>;

    fn sides(&self) -> Sides {
        self.index.sides()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        let source = self.source.begin::<C, S>(simd, frame);
        let index = self.index.begin::<C, S>(simd, frame);
        let (mut place, mut value, adjoint) = (None, Pack::zero(simd), Pack::zero(simd));
        if const { is_uniform::<C>(I::FACTS.rows_of) } {
            let (number, _) = self.index.forward::<C, S>(&index, frame, Lane::scalar(simd));
            place = self.place(number.first());
            let element = place.map(|place| frame.number(self.source.slot().element(place)));
            value = Pack::splat(simd, element.unwrap_or(f64::NAN));
        }
        GatherState { source, index, place, value, adjoint }
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Pack<S>) {
        if const { is_uniform::<C>(I::FACTS.rows_of) } {
            return (state.value, state.value);
        }
        let (indices, _) = self.index.forward::<C, S>(&state.index, frame, lane);
        let mut values = indices.to_array();
        for value in values.iter_mut().take(Pack::<S>::LANES) {
            let place = self.place(*value);
            *value = place.map_or(f64::NAN, |place| frame.number(self.source.slot().element(place)));
        }
        (Pack::from_array(lane.simd, values), indices)
    }

    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        let beside = self.source.beside::<K>()?;
        if const { is_uniform::<C>(I::FACTS.rows_of) } {
            return Some(Pack::splat(lane.simd, rest_at(frame, lane.simd, beside, state.place)));
        }
        let (indices, _) = self.index.forward::<C, S>(&state.index, frame, lane);
        let mut numbers = indices.to_array();
        for number in numbers.iter_mut().take(Pack::<S>::LANES) {
            *number = rest_at(frame, lane.simd, beside, self.place(*number));
        }
        Some(Pack::from_array(lane.simd, numbers))
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        indices: Pack<S>,
        adjoint: Pack<S>,
    ) {
        if const { is_uniform::<C>(I::FACTS.rows_of) } {
            state.adjoint = lane.accumulate(state.adjoint, adjoint);
        } else if const { is_active::<C, N>() } {
            if const { I::Shape::IS_SCALAR } {
                if let Some(place) = self.place(indices.first()) {
                    frame.add_adjoint(self.source.slot().element(place), adjoint);
                }
                return;
            }
            let adjoints = lane.mask.select(adjoint, 0.0).to_array();
            for (index, adjoint) in indices.to_array().into_iter().zip(adjoints).take(Pack::<S>::LANES) {
                if let Some(place) = self.place(index) {
                    frame.add_adjoint_number(self.source.slot().element(place), adjoint);
                }
            }
        }
    }

    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { is_uniform::<C>(I::FACTS.rows_of) && is_active::<C, N>() }
            && let Some(place) = state.place
        {
            frame.add_adjoint_number(self.source.slot().element(place), state.adjoint.sum());
        }
        self.source.end::<C, S>(state.source, simd, frame);
        self.index.end::<C, S>(state.index, simd, frame);
    }
}

/// The rest of the element at a place of a slot; 0 if there is no element.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn rest_at<S: Simd>(frame: &Frame<'_>, simd: S, [values, rests]: [Slot; 2], place: Option<usize>) -> f64 {
    let Some(place) = place else { return 0.0 };
    let value = frame.value(simd, values.element(place));
    rest_of(value, frame.value(simd, rests.element(place))).first()
}

impl<N: Coefficients, I: Coefficients> Coefficients for BoundGatherBy<N, I> {}

impl<N: Drawn, I: Drawn> Drawn for BoundGatherBy<N, I> {
    fn source(&self) -> Option<(crate::frame::Slot, usize)> {
        Some((self.source.slot(), self.source.count()))
    }
}

expression! {
    [N, I] GatherBy<N, I>;
}

sealed! {
    [N, I] BoundGatherBy<N, I>;
}
