//! A sum of expressions of one type, whose number is known at run time. The maths is in
//! [`node::SumOver`](crate::node::SumOver).

use super::{Describe, Expression};
use crate::binding::Compiler;
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::Slot;
use crate::node;
use crate::rewrite::RowFacts;
use crate::shape::Sides;

/// The sum of the expressions that a closure makes for the numbers 0, 1, …, `count` − 1, each of the type
/// `N`.
#[derive(Clone, Copy, Debug)]
pub struct SumOver<F, N> {
    count: usize,
    term: F,
    /// The term of the number 0, which says what size all terms have. A closure could say another each time.
    first: Option<N>,
}

impl<F: Fn(usize) -> Term + Copy + Send + Sync, Term: IntoExpr> SumOver<F, Term::Node> {
    /// Adds up the terms of a closure.
    pub(crate) fn new(count: usize, term: F) -> Self {
        let first = (count > 0).then(|| term(0).into_expr().0);
        Self { count, term, first }
    }

    /// Makes the node of the term with this number, which must have the size of the first.
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

    /// Makes the node that computes the sum in `slot`, or in a slot of its own if none is given.
    fn bind_at(
        self,
        slot: Option<Slot>,
        compiler: &mut Compiler,
    ) -> Result<node::SumOver<<Term::Node as Expression>::Bound>, Error> {
        let Some(first) = self.first else {
            let what = "the list of terms of sum_over".to_owned();
            return Err(Error::Empty { statement: compiler.context().statement(), what });
        };
        let terms = compiler.outside_rows(|compiler| {
            (0..self.count).map(|number| self.bind_term(number, first, compiler)).collect::<Result<_, _>>()
        })?;
        let slot = slot.unwrap_or_else(|| compiler.slot_of(first.extent()));
        Ok(node::SumOver::new(terms, slot, first.size()))
    }
}

impl<F: Fn(usize) -> Term + Copy + Send + Sync, Term: IntoExpr> Expression for SumOver<F, Term::Node> {
    type Shape = <Term::Node as Expression>::Shape;
    type Bound = node::SumOver<<Term::Node as Expression>::Bound>;
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
