//! A vector some steps before: yᵢ = xᵢ₋ₖ, and what stands before x for the first k, with x̄ᵢ₋ₖ += ȳᵢ.
//!
//! What stands before is one number for all of them, or a vector of k numbers in the order of time. Behind
//! the first registers the value is read where x stands, k elements before.

use crate::binding::{Context, Series};
use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::{Node, Stored, is_active};
use crate::scope::Scope;
use crate::shape::Sides;
use crate::simd::{Lane, MAX_LANES, Pack};
use pulp::Simd;

/// The vector `count` steps before.
#[derive(Clone, Copy, Debug)]
pub struct Lagged<N, First> {
    source: Stored<N>,
    first: Stored<First>,
    series: Series,
    count: usize,
}

impl<N: Node, First: Node> Lagged<N, First> {
    /// The vector `count` steps before.
    pub(crate) fn new(source: Stored<N>, first: Stored<First>, series: Series, count: usize) -> Self {
        Self { source, first, series, count }
    }

    /// The registers that begin in the vector, as registers of the vector.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn before<S: Simd>(&self, lane: Lane<S>) -> Option<Lane<S>> {
        lane.index.checked_sub(self.count).map(|index| Lane { index, ..lane })
    }
}

impl<N: Node, First: Node> Node for Lagged<N, First> {
    type Shape = N::Shape;
    const VARS: VarSet = N::VARS.union(&First::VARS);
    type State<S: Simd> = (N::State<S>, First::State<S>);
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.source.sides()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)?;
        self.first.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        (self.source.begin::<C, S>(simd, frame), self.first.begin::<C, S>(simd, frame))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        _: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, ()) {
        if let Some(before) = self.before(lane) {
            return (frame.values(self.series.values, before), ());
        }
        let mut numbers = [0.0; MAX_LANES];
        for (offset, number) in numbers[..Pack::<S>::LANES].iter_mut().enumerate() {
            // There may be fewer numbers before the vector than lanes behind its end.
            let step = (lane.index + offset).min(self.source.count() - 1);
            *number = frame.number(self.series.past(step, self.count));
        }
        (Pack::from_array(lane.simd, numbers), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        let adjoint = lane.mask.select(adjoint, 0.0);
        if let Some(before) = self.before(lane) {
            if const { is_active::<C, N>() } {
                frame.add_adjoints(self.series.values, before, adjoint);
            }
            return;
        }
        let count = (self.source.count() - lane.index).min(Pack::<S>::LANES);
        for (offset, &adjoint) in adjoint.to_array()[..count].iter().enumerate() {
            let step = lane.index + offset;
            let is_wanted = if step < self.count {
                const { is_active::<C, First>() }
            } else {
                const { is_active::<C, N>() }
            };
            if is_wanted {
                frame.add_adjoint_number(self.series.past(step, self.count), adjoint);
            }
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state.0, simd, frame);
        self.first.end::<C, S>(state.1, simd, frame);
    }
}

impl<N: Node, First: Node> Coefficients for Lagged<N, First> {}

impl<N: Node, First: Node> Dependence for Lagged<N, First> {}

#[cfg(feature = "random")]
impl<N: Node, First: Node> Drawn for Lagged<N, First> {}
