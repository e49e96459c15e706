//! The column of a matrix that belongs to the [component](super::component) which is being evaluated: yᵢ =
//! xᵢₖ, with x̄ᵢₖ = ȳᵢ.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{BoundComponentIndex, Compiler, Context};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Coefficients, Facts, Node, is_active, joined};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::name::VarSet;
use crate::node::{BoundStored, ComponentIndex, Stored};
use crate::sealed::{Sealed, sealed};
use crate::shape::{MatrixShape, Shape, Sides, Size, Vector};
use crate::simd::{Lane, MAX_LANES, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The column of the matrix `N` that belongs to the component.
#[derive(Clone, Copy, Debug)]
pub struct ComponentColumn<N> {
    source: Stored<N>,
    index: ComponentIndex,
}

impl<N: Expression> ComponentColumn<N> {
    /// The column of a matrix that belongs to the component.
    pub(crate) fn new(source: N, index: ComponentIndex) -> Self {
        Self { source: Stored::new(source), index }
    }
}

/// The shape of a column of a matrix.
type Column<Sh> = Vector<<Sh as MatrixShape>::Rows>;

impl<N: Expression<Shape: MatrixShape>> Expression for ComponentColumn<N> {
    type Shape = Column<N::Shape>;
    type Bound = BoundComponentColumn<N::Bound, Self::Shape>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Self::Shape>(Size::new(self.source.size().rows, 1))
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind(compiler)?;
        let index = self.index.bind(compiler)?;
        compiler.context().check_index(&self, None, index.last(), self.source.size().columns)?;
        Ok(BoundComponentColumn { source, index, shape: PhantomData })
    }
}

impl<N: Expression> Describe for ComponentColumn<N> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".column(k)");
    }
}

impl<N: Expression> RowFacts for ComponentColumn<N> {}

/// The column of the matrix `N` that belongs to the component, a vector of the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct BoundComponentColumn<N, Sh> {
    source: BoundStored<N>,
    index: BoundComponentIndex,
    shape: PhantomData<fn() -> Sh>,
}

#[inlined(all)]
impl<N: Node, Sh: Shape> BoundComponentColumn<N, Sh> {
    /// The slots of a register's elements, without lanes beyond the end of the column.
    fn slots<S: Simd>(&self, frame: &Frame<'_>, lane: Lane<S>) -> impl Iterator<Item = Slot> + use<N, Sh, S> {
        let Size { rows, columns } = self.source.size();
        let (slot, column) = (self.source.slot(), self.index.get(frame));
        let rows = (lane.index..rows).take(Pack::<S>::LANES);
        rows.map(move |row| slot.element(row * columns + column))
    }
}

#[inlined]
impl<N: Node, Sh: Shape> Node for BoundComponentColumn<N, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts::of(const { joined!(N::FACTS.vars, &VarSet::VARYING) });
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<Self::Shape>(Size::new(self.source.size().rows, 1))
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.source.begin::<C, S>(simd, frame)
    }

    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        let mut values = [0.0; MAX_LANES];
        for (value, slot) in values.iter_mut().zip(self.slots(frame, lane)) {
            *value = frame.number(slot);
        }
        (Pack::from_array(lane.simd, values), ())
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { is_active::<C, N>() } {
            let adjoints = lane.mask.select(adjoint, 0.0).to_array();
            for (adjoint, slot) in adjoints.into_iter().zip(self.slots(frame, lane)) {
                frame.add_adjoint_number(slot, adjoint);
            }
        }
    }

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

impl<N: Node, Sh: Shape> Coefficients for BoundComponentColumn<N, Sh> {}

impl<N: Node, Sh: Shape> Drawn for BoundComponentColumn<N, Sh> {}

expression! {
    [N] ComponentColumn<N>;
}

sealed! {
    [N, Sh] BoundComponentColumn<N, Sh>;
}

keep_names! {
    [N, Sh] BoundComponentColumn<N, Sh>;
}
