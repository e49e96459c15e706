//! The log density of a process, and the past values that its law reads. The maths is in
//! [`BoundProcess`](crate::time::BoundProcess).

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler, OpenProcess};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::error::Error;
use crate::name::VarSet;
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dyn, Scalar, Shape, Sides, Vector};
use crate::time::{
    BoundFirstLaw, BoundGivenValues, BoundInSlot, BoundProcess, BoundStart, Carried, Carry, PAST, Source,
};

/// The past of a process, a vector with an element for each step.
#[derive(Clone, Copy, Debug)]
pub enum OfPast {}

impl Sealed for OfPast {}

impl Source for OfPast {
    const VARS: &'static VarSet = &PAST;
}

impl Carried for OfPast {
    const LETTER: char = 'y';
    type Bound<Sh: Shape> = BoundInSlot<OfPast, Sh>;

    fn bind<Sh: Shape>(
        Carry { key, lag, sides, .. }: Carry<Self, Sh>,
        compiler: &mut Compiler,
    ) -> Result<Self::Bound<Sh>, Error> {
        Ok(BoundInSlot::new(compiler.past(key, lag)?, sides.size().length()))
    }
}

/// The values of a process some steps earlier.
pub type Past = Carry<OfPast, Vector<Dyn>>;

/// The beginning of a process, before it is bound.
pub trait Start: Copy + Send + Sync {
    /// The beginning as it runs.
    type Bound: BoundStart;

    /// The number of steps before the first one that have a value; `None` if all have one.
    fn given(&self) -> Option<usize>;

    /// Returns the beginning as it runs.
    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error>;
}

/// Values before the first one.
#[derive(Clone, Copy, Debug)]
pub struct GivenValues<N>(pub(crate) Stored<N>);

impl<N: Expression> Start for GivenValues<N> {
    type Bound = BoundGivenValues<N::Bound>;

    fn given(&self) -> Option<usize> {
        self.0.sides().length()
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.start_part("the values before the first one".to_owned());
        compiler.context().check_not_empty(&self.0)?;
        Ok(BoundGivenValues { values: self.0.bind(compiler)?, count: self.given() })
    }
}

/// The law of the first value, as its log density.
#[derive(Clone, Copy, Debug)]
pub struct FirstLaw<N>(pub(crate) N);

impl<N: Expression<Shape = Scalar>> Start for FirstLaw<N> {
    type Bound = BoundFirstLaw<N::Bound>;

    fn given(&self) -> Option<usize> {
        Some(1)
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.start_part("the law of the first value".to_owned());
        Ok(BoundFirstLaw { log_density: compiler.outside_rows(|compiler| self.0.bind(compiler))? })
    }
}

/// The log density of each step of the process `Values` with the beginning `First`; each step has the log
/// density `Law`.
#[derive(Clone, Copy, Debug)]
pub struct Process<Values, First, Law> {
    key: ClosureKey,
    values: Stored<Values>,
    first: First,
    law: Law,
}

impl<Values: Expression, First: Start, Law: Expression> Process<Values, First, Law> {
    /// Returns the process whose law reads the expressions with this key.
    pub(crate) fn new(key: ClosureKey, values: Values, first: First, law: Law) -> Self {
        Self { key, values: Stored::new(values), first, law }
    }
}

impl<Values: Expression, First: Start, Law: Expression> Expression for Process<Values, First, Law> {
    type Shape = Vector<Dyn>;
    type Bound = BoundProcess<Values::Bound, First::Bound, Law::Bound>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::common(&[self.values.sides(), self.law.sides()])
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let name = |place: usize| ["the process", "its law"][place].to_owned();
        let sides = [self.values.sides(), self.law.sides()];
        let length = compiler.context().common_sides_of_steps(&sides, &name)?.length().unwrap_or(1);
        let values = self.values.bind(compiler)?;
        let first = self.first.bind(compiler)?;
        let open = OpenProcess { key: self.key, length, given: self.first.given(), pasts: Vec::new() };
        let (law, process) = compiler.within(open, |compiler| self.law.bind(compiler));
        Ok(BoundProcess { values, first, law: law?, pasts: process.pasts.into(), length })
    }
}

impl<Values: Expression, First: Start, Law: Expression> Describe for Process<Values, First, Law> {
    fn describe(&self, text: &mut String) {
        text.push_str("process(…, |y| ");
        self.law.describe(text);
        text.push(')');
    }
}

impl<Values, First, Law> RowFacts for Process<Values, First, Law> {}

expression! {
    [Values, First, Law] Process<Values, First, Law>;
}
