//! The nodes that differ between the components of a mixture with numbered components: the number k of the
//! component that is being evaluated, and the element of a vector x at k, with x̄ at k = ȳ.
//!
//! The expression of a component is evaluated once for each k.
//! [`BoundLogMixEach`](crate::node::BoundLogMixEach) writes k to working memory, in a place that `bind`
//! gives to every node inside with the same key.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{BoundComponentIndex, ClosureKey, Compiler, Context};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Beside, Coefficients, Facts, Node, is_active, joined, rest_of};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::{BoundStored, Stored};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Scalar, Sides};
use crate::simd::{Lane, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The number of a component, counted from 0: the argument of the closure of
/// [`components`](crate::distribution::components).
#[derive(Clone, Copy, Debug)]
pub struct ComponentIndex {
    /// The key of the list of components that the number counts.
    key: ClosureKey,
}

impl ComponentIndex {
    /// The number of a component in a new list of components.
    pub(crate) fn unique() -> Self {
        Self { key: ClosureKey::unique() }
    }

    /// Claims the place that holds the number of the component, out of `count` components, which is being
    /// evaluated.
    pub(crate) fn claim(self, count: usize, compiler: &mut Compiler) -> BoundComponentIndex {
        BoundComponentIndex::claim(self.key, count, compiler)
    }
}

impl Expression for ComponentIndex {
    type Shape = Scalar;
    type Bound = BoundComponentIndex;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.component(self.key)
    }
}

impl Describe for ComponentIndex {
    fn describe(&self, text: &mut String) {
        text.push('k');
    }
}

impl RowFacts for ComponentIndex {}

/// The element of the vector `N` that belongs to the component.
#[derive(Clone, Copy, Debug)]
pub struct ComponentElement<N> {
    source: Stored<N>,
    index: ComponentIndex,
}

impl<N: Expression> ComponentElement<N> {
    /// The element of a vector that belongs to the component.
    pub(crate) fn new(source: N, index: ComponentIndex) -> Self {
        Self { source: Stored::new(source), index }
    }

    /// The vector whose element it is.
    pub(crate) fn source(&self) -> &N {
        self.source.source()
    }
}

impl<N: Expression> Expression for ComponentElement<N> {
    type Shape = Scalar;
    type Bound = BoundComponentElement<N::Bound>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind(compiler)?;
        let index = self.index.bind(compiler)?;
        compiler.context().check_index(&self, None, index.last(), self.source.count())?;
        Ok(BoundComponentElement { source, index })
    }
}

impl<N: Expression> Describe for ComponentElement<N> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".at(k)");
    }
}

impl<N: Expression> RowFacts for ComponentElement<N> {}

#[inlined]
impl Node for BoundComponentIndex {
    type Shape = Scalar;
    const FACTS: Facts = Facts::of(&VarSet::VARYING);
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (Pack::splat(lane.simd, self.get(frame) as f64), ())
    }

    fn backward<C: Scope, S: Simd>(&self, _: &mut (), _: &mut Frame<'_>, _: Lane<S>, _: (), _: Pack<S>) {}

    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl Coefficients for BoundComponentIndex {}

impl Drawn for BoundComponentIndex {}

/// The element of the vector `N` that belongs to the component.
#[derive(Clone, Copy, Debug)]
pub struct BoundComponentElement<N> {
    pub(crate) source: BoundStored<N>,
    pub(crate) index: BoundComponentIndex,
}

#[inlined]
impl<N: Node> Node for BoundComponentElement<N> {
    type Shape = Scalar;
    const FACTS: Facts = Facts {
        has_rest: BoundStored::<N>::FACTS.has_rest,
        ..Facts::of(const { joined!(N::FACTS.vars, &VarSet::VARYING) })
    };
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.source.begin::<C, S>(simd, frame)
    }

    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.value(lane.simd, self.source.slot().element(self.index.get(frame))), ())
    }

    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        _: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        let [values, rests] = self.source.beside::<K>()?;
        let element = self.index.get(frame);
        let value = frame.value(lane.simd, values.element(element));
        Some(rest_of(value, frame.value(lane.simd, rests.element(element))))
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut N::State<S>,
        frame: &mut Frame<'_>,
        _: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { is_active::<C, N>() } {
            let element = self.index.get(frame);
            frame.add_adjoint(self.source.slot().element(element), adjoint);
        }
    }

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

impl<N: Node> Coefficients for BoundComponentElement<N> {}

impl<N: Node> Drawn for BoundComponentElement<N> {}

expression! {
    [] ComponentIndex;
    [N] ComponentElement<N>;
}

sealed! {
    [] BoundComponentIndex;
    [N] BoundComponentElement<N>;
}

keep_names! {
    [] BoundComponentIndex;
    [N] BoundComponentElement<N>;
}
