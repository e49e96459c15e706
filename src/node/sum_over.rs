//! A sum of any number of values of one type: y = Σₖ xₖ, with x̄ₖ = ȳ.
//!
//! A state for each term would need memory whose size no type knows. So the sum stands in a slot, to which
//! the terms are added one after the other when the sweep begins. When the adjoint is known, each term is
//! evaluated once more, from the values that it has left in its own slots.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{
    Coefficients, Facts, Node, Visit, collect, is_active, nothing, precompute_nothing, sweep,
};
use crate::contract::scope::{Reuse, Scope, Value};
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::node::IntoExpr;
use crate::node::leaf::value_in_slot;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Extent, Sides, Size, Tag};
use crate::simd::{Lane, Pack};
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// The sum of the expressions that a closure makes for the numbers 0, 1, …, `count` − 1, each of the type
/// `N`.
#[derive(Clone, Copy, Debug)]
pub struct SumOver<F, N> {
    count: usize,
    term: F,
    /// The term for the number 0, which has the size of all terms. It is stored because a closure may make
    /// another term on another call.
    first: Option<N>,
}

impl<F: Fn(usize) -> Term + Copy + Send + Sync, Term: IntoExpr> SumOver<F, Term::Node> {
    /// Makes the sum of the terms of a closure.
    pub(crate) fn new(count: usize, term: F) -> Self {
        let first = (count > 0).then(|| term(0).into_expr().0);
        Self { count, term, first }
    }

    /// Makes the node of the term for this number, which must have the size of the first term.
    fn bind_term(
        &self,
        number: usize,
        first: Term::Node,
        compiler: &mut Compiler,
    ) -> Result<<Term::Node as Expression>::Bound, Error> {
        let term = if number == 0 { first } else { (self.term)(number).into_expr().0 };
        let name = |place: usize| format!("the term of sum_over with k = {}", [0, number][place]);
        compiler.context().common_sides(&[first.sides(), term.sides()], &name)?;
        term.bind(compiler)
    }

    /// Makes the sum of no terms, which is 0 if the terms are numbers. For vectors and matrices it is an
    /// error, since their size is not known.
    fn bind_nothing(
        self,
        slot: Option<Slot>,
        compiler: &mut Compiler,
    ) -> Result<BoundSumOver<<Term::Node as Expression>::Bound>, Error> {
        if !<Term::Node as Expression>::Shape::IS_SCALAR {
            let what = "the list of terms of sum_over, of which each is a vector or a matrix,".to_owned();
            return Err(Error::Empty { statement: compiler.context().statement(), what });
        }
        let slot = slot.unwrap_or_else(|| compiler.slot_of(Extent::Scalar));
        Ok(BoundSumOver::new(Box::new([]), slot, Size::SCALAR))
    }

    /// Makes the node that computes the sum in `slot`, or in a slot of its own if none is given.
    fn bind_at(
        self,
        slot: Option<Slot>,
        compiler: &mut Compiler,
    ) -> Result<BoundSumOver<<Term::Node as Expression>::Bound>, Error> {
        let Some(first) = self.first else { return self.bind_nothing(slot, compiler) };
        let terms = compiler.outside_rows(|compiler| {
            (0..self.count).map(|number| self.bind_term(number, first, compiler)).collect::<Result<_, _>>()
        })?;
        let slot = slot.unwrap_or_else(|| compiler.slot_of(first.extent()));
        Ok(BoundSumOver::new(terms, slot, first.size()))
    }
}

impl<F: Fn(usize) -> Term + Copy + Send + Sync, Term: IntoExpr> Expression for SumOver<F, Term::Node> {
    type Shape = <Term::Node as Expression>::Shape;
    type Bound = BoundSumOver<<Term::Node as Expression>::Bound>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        self.first.map_or(Sides::UNKNOWN, |first| Sides::of_shape::<Self::Shape>(first.size()))
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_at(None, compiler)
    }

    fn bind_into(self, slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind_at(Some(slot), compiler)
    }
}

impl<F, N: Expression> Describe for SumOver<F, N> {
    fn describe(&self, text: &mut String) {
        text.push_str(&format!("sum_over({}, |k| …)", self.count));
    }
}

impl<F, N> RowFacts for SumOver<F, N> {}

/// The sum of the terms `N`.
#[derive(Clone, Debug)]
pub struct BoundSumOver<N> {
    terms: Box<[N]>,
    slot: Slot,
    length: usize,
    size: Size,
}

#[inlined]
impl<N: Node> BoundSumOver<N> {
    /// True if the sum depends on data alone: `compile()` computes it, and it is in every workspace from
    /// the beginning.
    const IS_DATA: bool = N::FACTS.is_data();

    /// Makes the sum of terms of this size in `slot`.
    pub(crate) fn new(terms: Box<[N]>, slot: Slot, size: Size) -> Self {
        Self { terms, slot, length: size.length(), size }
    }

    fn compute<C: Scope, S: Simd>(&self, _: &mut (), simd: S, frame: &mut Frame<'_>) {
        let add_up = const {
            if N::Shape::IS_SCALAR { Self::add_numbers::<C, S> } else { Self::add_elements::<C, S> }
        };
        add_up(self, &mut (), simd, frame);
    }

    fn add_numbers<C: Scope, S: Simd>(&self, _: &mut (), simd: S, frame: &mut Frame<'_>) {
        let mut number = Pack::zero(simd);
        for term in &self.terms {
            let state = term.begin::<C, S>(simd, frame);
            number = number + term.forward::<C, S>(&state, frame, Lane::scalar(simd)).0;
        }
        frame.start_value(self.slot, number);
    }

    fn add_elements<C: Scope, S: Simd>(&self, _: &mut (), simd: S, frame: &mut Frame<'_>) {
        let mut add = Add { slot: self.slot, is_first: true };
        for term in &self.terms {
            let mut state = term.begin::<C, S>(simd, frame);
            sweep::<C, S, N, _>(term, &mut state, simd, frame, self.length, &mut add);
            add.is_first = false;
        }
    }

    /// Computes a sum that depends on data alone.
    fn precompute_data(&mut self, frame: &mut Frame<'_>) {
        self.compute::<Value, Scalar>(&mut (), Scalar::new(), frame);
    }

    /// Passes on the adjoint of the sum to each term.
    fn pass_on<C: Scope, S: Simd>(&self, _: &mut (), simd: S, frame: &mut Frame<'_>) {
        for term in &self.terms {
            let mut state = term.begin::<Reuse<C>, S>(simd, frame);
            collect::<Reuse<C>, S, N>(term, &mut state, simd, frame, self.slot, self.length);
            term.end::<Reuse<C>, S>(state, simd, frame);
        }
    }
}

/// Adds values to the values in a slot. The first term overwrites the slot.
struct Add {
    slot: Slot,
    is_first: bool,
}

impl<S: Simd> Visit<S> for Add {
    const BACKWARD: bool = false;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn visit(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, value: Pack<S>) -> Pack<S> {
        if self.is_first {
            frame.start_values(self.slot, lane, value);
        } else {
            let sum = frame.values(self.slot, lane) + value;
            frame.set_values(self.slot, lane, sum);
        }
        value
    }
}

impl<N: Node> Node for BoundSumOver<N> {
    type Shape = N::Shape;
    const FACTS: Facts = Facts {
        in_slot: true,
        computes_in_place: true,
        link: N::FACTS.link.combined(),
        ..Facts::of(N::FACTS.vars).with(&N::FACTS)
    };
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<N::Shape>(self.size)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.size.known::<N::Shape>()
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.terms.iter_mut().try_for_each(|term| term.precompute(context, frame))?;
        let compute = const { if Self::IS_DATA { Self::precompute_data } else { precompute_nothing } };
        compute(self, frame);
        Ok(())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let compute = const { if Self::IS_DATA || C::SETS.again { nothing } else { Self::compute::<C, S> } };
        compute(self, &mut (), simd, frame);
    }

    value_in_slot!();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, _: (), simd: S, frame: &mut Frame<'_>) {
        let pass_on = const { if is_active::<C, N>() { Self::pass_on::<C, S> } else { nothing } };
        pass_on(self, &mut (), simd, frame);
    }
}

impl<N: Coefficients> Coefficients for BoundSumOver<N> {}

/// A row reads the elements of all terms.
impl<N: Drawn> Drawn for BoundSumOver<N> {}

expression! {
    [F, N] SumOver<F, N>;
}

sealed! {
    [N] BoundSumOver<N>;
}

keep_names! {
    [N] BoundSumOver<N>;
}
