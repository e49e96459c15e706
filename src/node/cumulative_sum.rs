//! Running sums: yᵢ = x₁ + … + xᵢ, with x̄ᵢ = ȳᵢ + … + ȳₙ.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Coefficients, Facts, Node, is_active};
use crate::contract::scope::{Scope, is_of_row};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::node::leaf::value_in_slot;
use crate::node::{BoundStored, Stored};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Extent, Sides};
use crate::simd::Pack;
use monomorph_macros::inlined;
use pulp::Simd;

/// The running sums of the elements of `N`.
#[derive(Clone, Copy, Debug)]
pub struct CumulativeSum<N> {
    vector: Stored<N>,
}

impl<N: Expression> CumulativeSum<N> {
    /// Makes the running sums of a vector.
    pub(crate) fn new(vector: N) -> Self {
        Self { vector: Stored::new(vector) }
    }

    /// Makes the node that computes the sums in this slot, or in a slot of its own.
    fn bind_at(
        self,
        slot: Option<Slot>,
        compiler: &mut Compiler,
    ) -> Result<BoundCumulativeSum<N::Bound>, Error> {
        let vector = compiler.arguments_in_order(|compiler| self.vector.bind(compiler))?;
        let slot = slot.unwrap_or_else(|| compiler.slot_of(Extent::Vector(self.vector.count())));
        Ok(BoundCumulativeSum::new(vector, slot))
    }
}

impl<N: Expression> Expression for CumulativeSum<N> {
    type Shape = N::Shape;
    type Bound = BoundCumulativeSum<N::Bound>;
    type Erased = CumulativeSum<N::Erased>;

    fn erase(self) -> Self::Erased {
        CumulativeSum { vector: self.vector.erase() }
    }

    fn sides(&self) -> Sides {
        self.vector.sides()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_at(None, compiler)
    }

    fn bind_into(self, slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_at(Some(slot), compiler)
    }
}

impl<N: Expression> Describe for CumulativeSum<N> {
    fn describe(&self, text: &mut String) {
        self.vector.describe(text);
        text.push_str(".cumulative_sum()");
    }
}

impl<N: Expression> RowFacts for CumulativeSum<N> {}

/// The running sums of the elements of `N`, stored in a slot of their own.
#[derive(Clone, Copy, Debug)]
pub struct BoundCumulativeSum<N> {
    vector: BoundStored<N>,
    slot: Slot,
}

erase! {
    [N: Erase] BoundCumulativeSum<N> => BoundCumulativeSum<N::Erased>, [BoundStored<N>], { vector, slot };
}

impl<N: Node> BoundCumulativeSum<N> {
    /// Computes the running sums of a vector in this slot.
    pub(crate) fn new(vector: BoundStored<N>, slot: Slot) -> Self {
        Self { vector, slot }
    }
}

#[inlined]
impl<N: Node> Node for BoundCumulativeSum<N> {
    type Shape = N::Shape;
    const FACTS: Facts = Facts {
        in_slot: true,
        computes_in_place: true,
        link: N::FACTS.link.combined(),
        aligned: N::FACTS.aligned,
        nonlinear: N::FACTS.nonlinear,
        ..Facts::of(N::FACTS.vars).with(&N::FACTS)
    };
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        self.vector.sides()
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.vector.precompute(context, frame)
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        let state = self.vector.begin::<C, S>(simd, frame);
        if const { C::SETS.again && !is_of_row::<C>(N::FACTS.vars) } {
            return state;
        }
        let mut sum = 0.0;
        for place in 0..self.vector.count() {
            sum += frame.number(self.vector.slot().element(place));
            frame.start_value(self.slot.element(place), Pack::splat(simd, sum));
        }
        state
    }

    value_in_slot!();

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { is_active::<C, N>() } {
            let mut sum = Pack::zero(simd);
            for place in (0..self.vector.count()).rev() {
                sum = sum + frame.adjoint(simd, self.slot.element(place));
                frame.add_adjoint(self.vector.slot().element(place), sum);
            }
        }
        self.vector.end::<C, S>(state, simd, frame);
    }
}

impl<N: Coefficients> Coefficients for BoundCumulativeSum<N> {}

impl<N: Drawn> Drawn for BoundCumulativeSum<N> {}

expression! {
    [N] CumulativeSum<N>;
}

sealed! {
    [N] BoundCumulativeSum<N>;
}
