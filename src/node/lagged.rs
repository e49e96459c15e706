//! A vector shifted by some steps in time: yᵢ = xᵢ₋ₖ, and given numbers before x for the first k, with
//! x̄ᵢ₋ₖ += ȳᵢ.
//!
//! The numbers before x are a single number for all k steps, or a vector of k numbers in the order of time.
//! After the first registers the value is read directly from x, k elements earlier.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Context, Series};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Coefficients, Facts, Node, is_active, joined};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::Frame;
use crate::node::{BoundStored, Stored};
use crate::sealed::{Sealed, sealed};
use crate::shape::Sides;
use crate::simd::{Lane, MAX_LANES, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The vector `N`, `count` steps earlier, with `First` in front.
#[derive(Clone, Copy, Debug)]
pub struct Lagged<N, First> {
    source: Stored<N>,
    first: Stored<First>,
    count: usize,
}

impl<N: Expression, First: Expression> Lagged<N, First> {
    /// Shifts a vector by `count` steps.
    pub(crate) fn new(source: N, count: usize, first: First) -> Self {
        Self { source: Stored::new(source), first: Stored::new(first), count }
    }
}

impl<N: Expression, First: Expression> Expression for Lagged<N, First> {
    type Shape = N::Shape;
    type Bound = BoundLagged<N::Bound, First::Bound>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        self.source.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let (length, given) = (self.source.count(), self.first.count());
        let text = |expression: &dyn Fn(&mut String)| {
            let mut text = String::new();
            expression(&mut text);
            text
        };
        let context = compiler.context();
        context.check_not_empty(&self.source)?;
        if self.count == 0 || self.count > length {
            let name = text(&|text| self.source.describe(text));
            let what = format!("the number of steps of `{name}.lagged({}, …)`", self.count);
            let rule = format!("be from 1 to {length}, the length of `{name}`");
            return Err(context.outside(what, None, self.count as f64, &rule));
        }
        if given != 1 && given != self.count {
            let reason = format!(
                "`{}` has {given} elements; one number stands before the vector, or a vector of {}",
                text(&|text| self.first.source().describe(text)),
                self.count
            );
            return Err(context.refused("lagged", reason));
        }
        let count = self.count;
        // Elements are read in the order of time, so the vector may be the past of a process.
        let (source, first) = compiler.arguments_in_order(|compiler| {
            Ok::<_, Error>((self.source.bind(compiler)?, self.first.bind(compiler)?))
        })?;
        let given = (given == count).then_some(count);
        let series = Series { values: source.slot(), initial: first.slot(), given };
        Ok(BoundLagged::new(source, first, series, count))
    }
}

impl<N: Expression, First: Expression> Describe for Lagged<N, First> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(&format!(".lagged({}, ", self.count));
        self.first.source().describe(text);
        text.push(')');
    }
}

impl<N, First> RowFacts for Lagged<N, First> {}

/// The vector `N`, `count` steps earlier.
#[derive(Clone, Copy, Debug)]
pub struct BoundLagged<N, First> {
    source: BoundStored<N>,
    first: BoundStored<First>,
    series: Series,
    count: usize,
}

impl<N: Node, First: Node> BoundLagged<N, First> {
    /// Shifts a vector by `count` steps.
    pub(crate) fn new(
        source: BoundStored<N>,
        first: BoundStored<First>,
        series: Series,
        count: usize,
    ) -> Self {
        Self { source, first, series, count }
    }

    /// The register of the source vector that a register of the value reads, if it begins inside the
    /// source.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn before<S: Simd>(&self, lane: Lane<S>) -> Option<Lane<S>> {
        lane.index.checked_sub(self.count).map(|index| Lane { index, ..lane })
    }
}

#[inlined]
impl<N: Node, First: Node> Node for BoundLagged<N, First> {
    type Shape = N::Shape;
    const FACTS: Facts = Facts::of(const { joined!(N::FACTS.vars, First::FACTS.vars) }).with(&N::FACTS);
    type State<S: Simd> = (N::State<S>, First::State<S>);
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.source.sides()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)?;
        self.first.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        (self.source.begin::<C, S>(simd, frame), self.first.begin::<C, S>(simd, frame))
    }

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
            // There may be fewer numbers before the vector than lanes after its end.
            let step = (lane.index + offset).min(self.source.count() - 1);
            *number = frame.number(self.series.past(step, self.count));
        }
        (Pack::from_array(lane.simd, numbers), ())
    }

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

    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state.0, simd, frame);
        self.first.end::<C, S>(state.1, simd, frame);
    }
}

impl<N: Node, First: Node> Coefficients for BoundLagged<N, First> {}

impl<N: Node, First: Node> Drawn for BoundLagged<N, First> {}

expression! {
    [N, First] Lagged<N, First>;
}

sealed! {
    [N, First] BoundLagged<N, First>;
}

keep_names! {
    [N, First] BoundLagged<N, First>;
}
