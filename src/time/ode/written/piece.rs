//! An input of a right-hand side that is constant between times. The maths is in
//! [`BoundOdePiece`](crate::time::BoundOdePiece).

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{ClosureKey, Compiler, Counter, OdeInput};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::Node;
use crate::error::Error;
use crate::node::Stored;
use crate::shape::{Shape, Sides, Size};
use crate::time::BoundOdePiece;
use core::marker::PhantomData;

/// The current one of the `Values`, each of which begins at one of the `Times`.
#[derive(Clone, Copy, Debug)]
pub struct OdePiece<Times, Values, Sh> {
    key: ClosureKey,
    times: Stored<Times>,
    values: Stored<Values>,
    shape: PhantomData<fn() -> Sh>,
}

impl<Times: Expression, Values: Expression, Sh: Shape> OdePiece<Times, Values, Sh> {
    /// Returns the input whose value is current while the equation with a key is solved.
    pub(crate) fn new(key: ClosureKey, times: Times, values: Values) -> Self {
        Self { key, times: Stored::new(times), values: Stored::new(values), shape: PhantomData }
    }

    /// The size of one value.
    fn size(&self) -> Size {
        Size::new(1, if Sh::IS_SCALAR { 1 } else { self.values.source().size().columns })
    }

    /// The number of values.
    fn count(&self) -> usize {
        let size = self.values.source().size();
        if Sh::IS_SCALAR { size.length() } else { size.rows }
    }
}

impl<Times: Expression, Values: Expression, Sh: Shape> Expression for OdePiece<Times, Values, Sh> {
    type Shape = Sh;
    type Bound = BoundOdePiece<Times::Bound, Values::Bound, Sh>;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(Self::size(self))
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let refused =
            |compiler: &Compiler, reason: String| Err(compiler.context().refused("piecewise", reason));
        if !const { <Times::Bound as Node>::FACTS.vars.is_empty() } {
            let reason = "the times at which values begin depend on parameters; they must be data";
            return refused(compiler, reason.to_owned());
        }
        if self.times.count() != self.count() {
            let reason = format!(
                "there are {} times and {} values, but each value needs a time at which it begins",
                self.times.count(),
                self.count()
            );
            return refused(compiler, reason);
        }
        let times = self.times.bind(compiler)?;
        let values = self.values.bind(compiler)?;
        let piece = Counter::claim(self.count(), compiler);
        let input = OdeInput { times: times.slot(), count: self.count(), piece };
        compiler.add_ode_input(self.key, input)?;
        Ok(BoundOdePiece::new(times, values, piece, Self::size(&self)))
    }
}

impl<Times: Expression, Values: Expression, Sh: Shape> Describe for OdePiece<Times, Values, Sh> {
    fn describe(&self, text: &mut String) {
        text.push_str("t.piecewise(");
        self.times.source().describe(text);
        text.push_str(", ");
        self.values.source().describe(text);
        text.push(')');
    }
}

impl<Times, Values, Sh> RowFacts for OdePiece<Times, Values, Sh> {}

expression! {
    [Times, Values, Sh] OdePiece<Times, Values, Sh>;
}
