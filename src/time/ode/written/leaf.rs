//! The expressions that a right-hand side reads: scalars, vectors and matrices of the state, and the time.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::error::Error;
use crate::sealed::Sealed;
use crate::shape::{Scalar, Shape, Sides};
use crate::time::{BoundOdeNumber, BoundOdeState, BoundOdeTime, Carried, Carry, describe_carry};
use core::marker::PhantomData;
use typenum::Unsigned;

/// A scalar of the state at the time at which slopes are evaluated, in a place of the state's tuple.
#[derive(Clone, Copy, Debug)]
pub struct OdeNumber<Place> {
    key: ClosureKey,
    /// The number of parts of the state.
    count: usize,
    place: PhantomData<fn() -> Place>,
}

impl<Place: Unsigned> OdeNumber<Place> {
    /// Returns a scalar of a state of `count` parts.
    pub(crate) fn new(key: ClosureKey, count: usize) -> Self {
        Self { key, count, place: PhantomData }
    }
}

impl<Place: Unsigned + Copy + 'static> Expression for OdeNumber<Place> {
    type Shape = Scalar;
    type Bound = BoundOdeNumber<Place>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.open_ode(self.key).map(|open| BoundOdeNumber::new(open.points))
    }
}

impl<Place: Unsigned> Describe for OdeNumber<Place> {
    fn describe(&self, text: &mut String) {
        describe_carry::<OfState>((Place::USIZE, self.count), text);
    }
}

impl<Place> RowFacts for OdeNumber<Place> {}

/// Vectors and matrices of the state at the time at which slopes are evaluated.
#[derive(Clone, Copy, Debug)]
pub enum OfState {}

impl Sealed for OfState {}

impl Carried for OfState {
    const LETTER: char = 's';
    type Bound<Sh: Shape> = BoundOdeState<Sh>;

    fn bind<Sh: Shape>(
        Carry { key, number, sides, .. }: Carry<Self, Sh>,
        compiler: &mut Compiler,
    ) -> Result<BoundOdeState<Sh>, Error> {
        let open = compiler.open_ode(key)?;
        Ok(BoundOdeState::new(open.parts[number.0].first, sides.size()))
    }
}

/// The time at which slopes are evaluated, between the times of `N`.
#[derive(Clone, Copy, Debug)]
pub struct OdeTime<N> {
    pub(crate) key: ClosureKey,
    times: PhantomData<fn() -> N>,
}

impl<N: Expression> OdeTime<N> {
    /// Returns the time of the equation with a key.
    pub(crate) fn new(key: ClosureKey) -> Self {
        Self { key, times: PhantomData }
    }
}

impl<N: Expression> Expression for OdeTime<N> {
    type Shape = Scalar;
    type Bound = BoundOdeTime<N::Bound>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let open = compiler.open_ode(self.key)?;
        Ok(BoundOdeTime::new(open.time, open.points))
    }
}

impl<N: Expression> Describe for OdeTime<N> {
    fn describe(&self, text: &mut String) {
        text.push('t');
    }
}

impl<N> RowFacts for OdeTime<N> {}

expression! {
    [Place] OdeNumber<Place>;
    [N] OdeTime<N>;
}
